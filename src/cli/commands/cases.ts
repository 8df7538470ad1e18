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
import { readLimit } from "../limits.ts";
import { messagesOf, plainLine } from "../messages-of.ts";
import { playerFrom } from "../resolve.ts";
import { withReader } from "../setup.ts";
import type { Paint } from "../terminal/colours.ts";
import { table } from "../terminal/table.ts";
import { exactTime, readSince } from "../terminal/times.ts";

const EVERY_CASE = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

export const cases: CommandSpec = {
  name: "cases",
  summary: "lists what was detected",
  words: [],
  options: {
    status: { value: "<status>", about: "which of them (default: open)", choices: [...CASE_STATUSES, "all"] },
    player: { value: "<name>", about: "only those that name this player, or a copy of whom he held" },
    since: { value: "<7d>", about: "only those opened since then" },
    limit: { value: "<rows>", about: "how many, the newest first (default: 20)" },
  },
  about: "Lists cases, the newest first: open ones unless told otherwise.",
  example: "doubletake cases --status all --since 7d",
  hasJson: true,
  isReader: true,
  async run({ options, setup, output, nowMs }) {
    const status = options.status ?? "open";
    const since = options.since === undefined ? {} : { sinceMs: readSince(options.since, nowMs) };
    const filter: CaseFilter = { ...(status === "all" ? {} : { status: status as CaseStatus }), ...since };
    const page = { offset: 0, limit: readLimit(options.limit, 20) };
    const setupFound = setup();
    const tricks = new Tricks();
    const found = await withReader(setupFound, async (reader) => {
      await tricks.read(reader);
      if (options.player === undefined) return reader.cases(filter, page);
      const { id } = await playerFrom(reader, options.player);
      const ofPlayer = await findCases(reader, { which: "all", playerId: id, ...since }, EVERY_CASE);
      return ofPlayer.filter((record) => status === "all" || record.status === status).slice(0, page.limit);
    });
    output.json(found);
    if (found.length === 0) output.line(status === "all" ? "There are no cases." : `There are no ${status} cases.`);
    else for (const line of caseLines(found, output.paint)) output.line(line);
    for (const line of trickLines(messagesOf(setupFound), tricks, found)) output.line(plainLine(line));
    return 0;
  },
};

export function caseLines(found: readonly CaseRecord[], paint: Paint): string[] {
  const isNetwork = found.some((record) => serversOf(record.copies) !== "");
  const rows = found.map((record) => [
    `#${record.number}`,
    exactTime(record.openedMs),
    record.severity,
    record.type,
    record.status,
    record.material,
    record.playerName || "nobody",
    ...(isNetwork ? [serversOf(record.copies)] : []),
    String(record.copies.length),
  ]);
  const server = isNetwork ? ["server"] : [];
  const headings = ["case", "opened", "severity", "type", "status", "material", "player", ...server, "copies"];
  return table(headings, rows, paint);
}
