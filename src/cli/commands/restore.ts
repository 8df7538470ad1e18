import { userInfo } from "node:os";
import {
  isHeldSince,
  NIL_UUID,
  type QuarantinedItem,
  type ServerRecord,
  type StoreReader,
  sendBack,
} from "../../operators.ts";
import { Refusal, UsageError } from "../command.ts";
import type { Call, CommandSpec } from "../command-spec.ts";
import { namesOf, playerFrom } from "../resolve.ts";
import { withReader } from "../setup.ts";
import { count, table } from "../terminal/table.ts";
import { exactTime, readSince } from "../terminal/times.ts";

export const restore: CommandSpec = {
  name: "restore",
  summary: "gives back what was taken since then",
  words: [],
  options: {
    since: { value: "<2h>", about: "everything that was taken since then (needed)" },
    player: { value: "<name>", about: "only what was taken from this player" },
    material: { value: "<name>", about: "only this material" },
    "dry-run": { about: "only says what it would give back" },
  },
  about:
    "Gives back from quarantine everything that was taken in a stretch of time. The server must be stopped: each item is handed over, under a fresh id, when its player next joins. While it runs, type /doubletake restore-since in its console.",
  example: "doubletake restore --since 2h --dry-run",
  hasJson: true,
  async run(call) {
    const { options, output, nowMs } = call;
    const server = call.setup();
    const { held, nameOf, isLive, isUnclean } = await withReader(server, (reader) => read(reader, call));
    const sendable = held.filter(({ takenFrom }) => takenFrom.holderId !== NIL_UUID);
    output.json(held.map(({ data: _, ...item }) => item));
    if (held.length === 0) output.line("Nothing that was taken since then is in quarantine.");
    else for (const line of lines(held, nameOf, output.paint)) output.line(line);
    if (options["dry-run"] !== undefined || sendable.length === 0) return 0;
    const command = `/doubletake restore-since ${options.since} now`;
    if (isLive) throw new Refusal(`A server runs with this store. Type in its console: ${command}`);
    if (isUnclean)
      throw new Refusal(`The last run did not stop cleanly: start the server, and type in its console: ${command}`);
    await sendBack(server.engine, sendable, { by: userInfo().username, atMs: nowMs });
    output.say(`${count(sendable.length)} items are handed over when their players next join.`);
    const rest = held.length - sendable.length;
    if (rest > 0) output.say(`${count(rest)} were nobody's: in the game, /doubletake restore <n> <player>.`);
    return 0;
  },
};

async function read(reader: StoreReader, { options, nowMs }: Call) {
  if (options.since === undefined) throw new UsageError("Say since when: --since 2h. See: doubletake restore --help");
  const filter = {
    sinceMs: readSince(options.since, nowMs),
    ...(options.player !== undefined && { playerId: (await playerFrom(reader, options.player)).id }),
    ...(options.material !== undefined && { material: options.material }),
  };
  const held = (await reader.quarantined({ state: "held" })).filter(isHeldSince(filter));
  const lastRun = (await reader.notes()).get("last-run");
  const takers = new Set(held.map(({ takenBy }) => takenBy));
  const isCrashed = ({ name, isStoppedCleanly, isRetired }: ServerRecord) =>
    takers.has(name) && !isStoppedCleanly && !isRetired;
  const isNetwork = reader.engine === "postgres";
  return {
    held,
    nameOf: await namesOf(reader),
    isLive: (await reader.liveServers()).length > 0,
    isUnclean:
      (lastRun !== undefined && lastRun !== "stopped") || (isNetwork && (await reader.serverRecords()).some(isCrashed)),
  };
}

function lines(
  held: readonly QuarantinedItem[],
  nameOf: (id: string) => string,
  paint: Call["output"]["paint"],
): string[] {
  const rows = held.map(({ caseNumber, takenMs, material, takenFrom: { holderId, location } }) => [
    `#${caseNumber}`,
    exactTime(takenMs),
    material,
    holderId === NIL_UUID ? "nobody" : nameOf(holderId),
    location,
  ]);
  return table(["case", "taken", "material", "from", "location"], rows, paint);
}
