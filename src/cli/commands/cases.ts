import {
  CASE_STATUSES,
  type CaseFilter,
  type CaseRecord,
  type CaseStatus,
  findCases,
  serversOf,
  Tricks,
  trickLines,
} from "../../operators.ts";
import type { CommandSpec } from "../command-spec.ts";
import { messagesOf, plainLine } from "../messages-of.ts";
import { readLimit } from "../read-numbers.ts";
import { playerFrom } from "../resolve.ts";
import { withReader } from "../setup.ts";
import type { Output } from "../terminal/output.ts";
import { exactTime, readSince } from "../terminal/times.ts";

const EVERY_CASE = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

export const casesCommand: CommandSpec = {
  name: "cases",
  summary: "lists what was detected",
  words: [],
  options: {
    status: { value: "<status>", about: "which of them (default: open)", choices: [...CASE_STATUSES, "all"] },
    player: { value: "<name>", about: "only those that name this player, or in which the player held a copy" },
    since: { value: "<7d>", about: "only those opened since then" },
    limit: { value: "<rows>", about: "how many, the newest first (default: 20)" },
  },
  about: "Lists cases, the newest first: open ones unless told otherwise.",
  example: "doubletake cases --status all --since 7d",
  hasJson: true,
  isReader: true,
  async run({ options, readSetup, output, nowMs }) {
    const status = options.status ?? "open";
    const since = options.since === undefined ? {} : { sinceMs: readSince(options.since, nowMs) };
    const filter: CaseFilter = { ...(status === "all" ? {} : { status: status as CaseStatus }), ...since };
    const page = { offset: 0, limit: readLimit(options.limit, 20) };
    const setup = readSetup();
    const tricks = new Tricks();
    const found = await withReader(setup, async (reader) => {
      await tricks.read(reader);
      if (options.player === undefined) return reader.cases(filter, page);
      const { id } = await playerFrom(reader, options.player);
      const ofPlayer = await findCases(reader, { which: "all", playerId: id, ...since }, EVERY_CASE);
      return ofPlayer.filter((record) => status === "all" || record.status === status).slice(0, page.limit);
    });
    output.json(found);
    if (found.length === 0) output.line(status === "all" ? "There are no cases." : `There are no ${status} cases.`);
    else showCases(found, output);
    output.lines(trickLines(messagesOf(setup), tricks, found).map(plainLine));
    return 0;
  },
};

export function showCases(found: readonly CaseRecord[], output: Output): void {
  const isNetwork = found.some((record) => serversOf(record.copies) !== "");
  output.table(found, [
    ["case", ({ number }) => `#${number}`],
    ["opened", ({ openedMs }) => exactTime(openedMs)],
    ["severity", ({ severity }) => severity],
    ["type", ({ type }) => type],
    ["status", ({ status }) => status],
    ["material", ({ material }) => material],
    ["player", ({ playerName }) => playerName || "nobody"],
    isNetwork && ["server", ({ copies }) => serversOf(copies)],
    ["copies", ({ copies }) => String(copies.length)],
  ]);
}
