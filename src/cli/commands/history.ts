import {
  type Custody,
  type Messages,
  NIL_UUID,
  NOWHERE,
  placeText,
  type StoreReader,
  type TransferRow,
} from "../../operators.ts";
import type { CommandSpec } from "../command-spec.ts";
import { messagesOf } from "../messages-of.ts";
import { readLimit } from "../read-numbers.ts";
import { itemIdFrom, namesOf } from "../resolve.ts";
import { withReader } from "../setup.ts";
import { inert } from "../terminal/colours.ts";
import { facts } from "../terminal/table.ts";
import { exactTime, timeText } from "../terminal/times.ts";

export const historyCommand: CommandSpec = {
  name: "history",
  summary: "shows what happened to an item",
  words: [{ name: "id" }],
  options: { limit: { value: "<rows>", about: "how many transfers, the newest first (default: 20)" } },
  about:
    "Shows what happened to an item, the newest first, and where it was last confirmed. The first 8 characters of its id are enough if no other item's id begins like that.",
  example: "doubletake history 4f0a9b3e --limit 50",
  hasJson: true,
  isReader: true,
  async run({ words: [typed = ""], options, readSetup, output, nowMs }) {
    const limit = readLimit(options.limit, 20);
    const setup = readSetup();
    const found = await withReader(setup, (reader) => read(reader, typed, limit));
    const { itemId, first, custody, transfers, nameOf, isNetwork } = found;
    output.json({
      itemId,
      material: first?.material ?? "",
      firstSeen: first?.firstSeenMs ?? null,
      firstPlayer: first?.playerId ?? null,
      lastKnown: custody ?? null,
      transfers: transfers.map((row) => ({ ...row, playerName: nameOf(row.playerId) })),
    });
    const where =
      custody && `${whereWas(custody, nameOf, messagesOf(setup))}${isNetwork ? ` on ${custody.server}` : ""}`;
    const known = custody ? `${where}, ${timeText(custody.confirmedMs, nowMs)}` : "nowhere";
    const head = facts(
      [
        ["item", `${first?.material || "unknown material"} ${itemId}`],
        ["first seen", first ? `${timeText(first.firstSeenMs, nowMs)} with ${inert(nameOf(first.playerId))}` : "never"],
        ["last known", inert(known)],
      ],
      output.paint,
    );
    output.lines(head);
    output.line();
    output.table(transfers, [
      ["time", (row) => exactTime(row.timestampMs)],
      ["player", (row) => nameOf(row.playerId)],
      ["action", (row) => row.action],
      isNetwork && ["server", (row) => row.server],
      ["location", (row) => row.location],
    ]);
    return 0;
  },
};

async function read(reader: StoreReader, typed: string, limit: number) {
  const itemId = await itemIdFrom(reader, typed);
  const transfers: TransferRow[] = [];
  for await (const page of reader.transfers({ itemIds: [itemId] }, { by: "newest", limit })) transfers.push(...page);
  const [first, [custody]] = [await reader.firstSighting(itemId), await reader.custodyOf([itemId])];
  const isNetwork = (await reader.servers()).length > 1;
  return { itemId, first, custody, transfers, nameOf: await namesOf(reader), isNetwork };
}

/** `inventory of Alex world:10,64,10`, in English like everything else here. */
function whereWas(
  { place, holderId, location }: Custody,
  nameOf: (playerId: string) => string,
  messages: Messages,
): string {
  if (place === NOWHERE) return "nowhere: it was gone when its place was looked at";
  const holder = holderId === NIL_UUID ? "" : nameOf(holderId);
  return `${placeText(messages.inEnglish(), place, holder).rendered} ${location}`;
}
