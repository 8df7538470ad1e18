import { parseLocation, type StoreReader, type TransferRow } from "../../operators.ts";
import { UsageError } from "../cli-errors.ts";
import type { CommandSpec } from "../command-spec.ts";
import { readLimit } from "../read-numbers.ts";
import { namesOf } from "../resolve.ts";
import { withReader } from "../setup.ts";
import { exactTime, readSince } from "../terminal/times.ts";

export const atCommand: CommandSpec = {
  name: "at",
  summary: "shows who moved what at a block",
  words: [{ name: "location" }],
  options: {
    since: { value: "<7d>", about: "only what happened since then" },
    limit: { value: "<rows>", about: "how many transfers, the newest first (default: 20)" },
  },
  about:
    "Shows who moved what at one block, such as a chest: world:12,64,-7, or 12,64,-7 in any world. Without --since it reads every transfer there is, which takes seconds for a million.",
  example: "doubletake at world:12,64,-7 --since 7d",
  hasJson: true,
  isReader: true,
  async run({ words: [typed = ""], options, readSetup, output, nowMs }) {
    const limit = readLimit(options.limit, 20);
    const since = options.since === undefined ? {} : { sinceMs: readSince(options.since, nowMs) };
    const isThere = placeFrom(typed);
    const { rows, nameOf, materials, isNetwork } = await withReader(readSetup(), (reader) =>
      read(reader, since, isThere, limit),
    );
    output.json(rows.map((row) => ({ ...row, playerName: nameOf(row.playerId), material: materials.get(row.itemId) })));
    if (rows.length === 0) output.line(`Nothing is recorded at ${typed}.`);
    else
      output.table(rows, [
        ["time", (row) => exactTime(row.timestampMs)],
        ["player", (row) => nameOf(row.playerId)],
        ["action", (row) => row.action],
        ["material", (row) => materials.get(row.itemId) ?? ""],
        ["item", (row) => row.itemId],
        isNetwork && ["server", (row) => row.server],
        ["location", (row) => row.location],
      ]);
    return 0;
  },
};

/** Returns a test for the typed location; its world may be left out. */
function placeFrom(typed: string): (location: string) => boolean {
  if (parseLocation(typed) !== undefined) return (location) => location === typed;
  if (!/^-?\d+,-?\d+,-?\d+$/.test(typed))
    throw new UsageError(`"${typed}" is not a location: write it as world:12,64,-7.`);
  return (location) => location.endsWith(`:${typed}`);
}

async function read(
  reader: StoreReader,
  filter: { readonly sinceMs?: number },
  isThere: (location: string) => boolean,
  limit: number,
) {
  const rows: TransferRow[] = [];
  for await (const page of reader.transfers(filter, { by: "newest" })) {
    rows.push(...page.filter(({ location }) => isThere(location)).slice(0, limit - rows.length));
    if (rows.length >= limit) break;
  }
  const materials = new Map<string, string>();
  for (const { itemId } of rows) materials.set(itemId, (await reader.firstSighting(itemId))?.material ?? "");
  return { rows, materials, nameOf: await namesOf(reader), isNetwork: (await reader.servers()).length > 1 };
}
