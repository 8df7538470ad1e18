import { userInfo } from "node:os";
import {
  isHeldSince,
  NIL_UUID,
  type QuarantinedItem,
  RUN_NOTE,
  type ServerRecord,
  STOPPED,
  type StoreReader,
  sendBack,
} from "../../operators.ts";
import { Refusal } from "../cli-errors.ts";
import type { Call, CommandSpec } from "../command-spec.ts";
import { namesOf, playerFrom } from "../resolve.ts";
import { withReader } from "../setup.ts";
import type { Output } from "../terminal/output.ts";
import { count } from "../terminal/table.ts";
import { exactTime, readSince } from "../terminal/times.ts";

export const restoreCommand: CommandSpec = {
  name: "restore",
  summary: "gives back everything that was taken since a given time",
  words: [],
  options: {
    since: { value: "<2h>", about: "everything that was taken since then", isRequired: true },
    player: { value: "<name>", about: "only what was taken from this player" },
    material: { value: "<name>", about: "only this material" },
    "dry-run": { about: "only shows what it would give back" },
  },
  about:
    "Gives back from quarantine everything that was taken since a given time. The server must be stopped: each item is handed over, under a fresh id, when its player next joins. While it runs, type /doubletake restore-since in its console.",
  example: "doubletake restore --since 2h --dry-run",
  hasJson: true,
  async run(call) {
    const { options, output, nowMs } = call;
    const setup = call.readSetup();
    const { held, nameOf, isLive, isUnclean } = await withReader(setup, (reader) => read(reader, call));
    const sendable = held.filter(({ takenFrom }) => takenFrom.holderId !== NIL_UUID);
    output.json(held.map(({ data: _, ...item }) => item));
    if (held.length === 0) output.line("Nothing that was taken since then is in quarantine.");
    else showHeld(held, nameOf, output);
    if (options["dry-run"] !== undefined || sendable.length === 0) return 0;
    const command = `/doubletake restore-since ${options.since} now`;
    if (isLive) throw new Refusal(`A server runs with this store. Type in its console: ${command}`);
    if (isUnclean)
      throw new Refusal(`The last run did not stop cleanly: start the server, and type in its console: ${command}`);
    await sendBack(setup.engine, sendable, { by: userInfo().username, atMs: nowMs });
    const sent = sendable.length === 1 ? "1 item is" : `${count(sendable.length)} items are`;
    output.say(`${sent} handed over when the players next join.`);
    const rest = held.length - sendable.length;
    if (rest > 0)
      output.say(
        `${count(rest)} had no known owner: give them back in the game with /doubletake restore <n> <player>.`,
      );
    return 0;
  },
};

async function read(reader: StoreReader, { options, nowMs }: Call) {
  const filter = {
    sinceMs: readSince(options.since!, nowMs),
    ...(options.player !== undefined && { playerId: (await playerFrom(reader, options.player)).id }),
    ...(options.material !== undefined && { material: options.material }),
  };
  const held = (await reader.quarantined({ state: "held" })).filter(isHeldSince(filter));
  const lastRun = (await reader.notes()).get(RUN_NOTE);
  const takers = new Set(held.map(({ takenBy }) => takenBy));
  const isCrashed = ({ name, isStoppedCleanly, isRetired }: ServerRecord) =>
    takers.has(name) && !isStoppedCleanly && !isRetired;
  const isNetwork = reader.engine === "postgres";
  return {
    held,
    nameOf: await namesOf(reader),
    isLive: (await reader.liveServers()).length > 0,
    isUnclean:
      (lastRun !== undefined && lastRun !== STOPPED) || (isNetwork && (await reader.serverRecords()).some(isCrashed)),
  };
}

function showHeld(held: readonly QuarantinedItem[], nameOf: (id: string) => string, output: Output): void {
  output.table(held, [
    ["case", ({ caseNumber }) => `#${caseNumber}`],
    ["taken", ({ takenMs }) => exactTime(takenMs)],
    ["material", ({ material }) => material],
    ["from", ({ takenFrom: { holderId } }) => (holderId === NIL_UUID ? "nobody" : nameOf(holderId))],
    ["location", ({ takenFrom }) => takenFrom.location],
  ]);
}
