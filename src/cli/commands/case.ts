import {
  type CaseRecord,
  type Messages,
  type QuarantinedItem,
  type StoreReader,
  serversOf,
  storyLines,
  Tricks,
  trickLines,
  whereIs,
} from "../../operators.ts";
import { Refusal } from "../command.ts";
import type { CommandSpec } from "../command-spec.ts";
import { readCaseNumber } from "../limits.ts";
import { messagesOf, plainLine } from "../messages-of.ts";
import { namesOf } from "../resolve.ts";
import { withReader } from "../setup.ts";
import { inert } from "../terminal/colours.ts";
import type { Output } from "../terminal/output.ts";
import { facts, table } from "../terminal/table.ts";
import { exactTime, timeText } from "../terminal/times.ts";

export const caseCommand: CommandSpec = {
  name: "case",
  summary: "shows one case with its evidence",
  words: [{ name: "number" }],
  options: {},
  about: "Shows one case: what was found where, what led there, what staff did, and what lies in quarantine.",
  example: "doubletake case 12",
  hasJson: true,
  isReader: true,
  async run({ words: [typed = ""], setup, output, nowMs }) {
    const number = readCaseNumber(typed);
    const found = setup();
    const { record, quarantine, nameOf, tricks } = await withReader(found, (reader) => read(reader, number));
    // The items' raw data is of no use to a reader, and can be large.
    output.json({ ...record, quarantine: quarantine.map(({ data: _, ...item }) => item) });
    showHead(record, output, nowMs);
    showStories(record, tricks, messagesOf(found), output);
    showEvidence(record, nameOf, output);
    showDeeds(record, quarantine, output);
    return 0;
  },
};

async function read(reader: StoreReader, number: number) {
  const record = await reader.caseByNumber(number);
  if (record === undefined) throw new Refusal(`There is no case ${number}.`);
  const tricks = new Tricks();
  await tricks.read(reader);
  const quarantine = await reader.quarantined({ caseNumber: number });
  return { record, quarantine, nameOf: await namesOf(reader), tricks };
}

/** Shows how the copies came to be, in the server's language. The step that made them is marked. */
function showStories(record: CaseRecord, tricks: Tricks, messages: Messages, output: Output): void {
  for (const birth of record.births ?? []) {
    const [title = "", ...lines] = storyLines(messages, birth).map(plainLine);
    output.line();
    output.line(output.paint("bold", title));
    for (const line of lines) output.line(line);
  }
  for (const line of trickLines(messages, tricks, [record])) output.line(plainLine(line));
}

function showHead(record: CaseRecord, output: Output, nowMs: number): void {
  const { paint } = output;
  output.line(
    `${paint("bold", `Case ${record.number}`)}  ${paint(record.severity === "CRITICAL" ? "red" : "yellow", record.severity)}  ${record.type}`,
  );
  const pairs: [string, string][] = [
    ["status", record.status],
    ["opened", timeText(record.openedMs, nowMs)],
    ["changed", timeText(record.updatedMs, nowMs)],
    ["player", inert(record.playerName || "nobody")],
    ["material", inert(record.material)],
    ["items", record.itemIds.join(", ")],
  ];
  if (record.cause !== "") pairs.push(["cause", inert(record.cause)]);
  for (const line of facts(pairs, paint)) output.line(line);
}

function showEvidence({ copies, transfers }: CaseRecord, nameOf: (id: string) => string, output: Output): void {
  const isNetwork = serversOf(copies) !== "";
  const server = isNetwork ? ["server"] : [];
  const seen = copies.map((copy) => [
    exactTime(copy.seenMs),
    copy.holderName || "nobody",
    ...(isNetwork ? [whereIs(copy).server] : []),
    whereIs(copy).place,
    copy.slot,
    copy.location,
    String(copy.count),
  ]);
  show(output, "Copies as they were seen", ["time", "holder", ...server, "place", "slot", "location", "count"], seen);
  const led = transfers.map((row) => [
    exactTime(row.timestamp),
    nameOf(row.playerUUID),
    row.action,
    ...(isNetwork ? [row.server ?? ""] : []),
    row.location,
  ]);
  show(output, "What led there", ["time", "player", "action", ...server, "location"], led);
}

function showDeeds({ acts }: CaseRecord, quarantine: readonly QuarantinedItem[], output: Output): void {
  const done = acts.map((act) => [exactTime(act.atMs), act.by, act.act, act.note]);
  show(output, "What was done", ["time", "by", "act", "note"], done);
  const held = quarantine.map((item) => [
    `#${item.number}`,
    item.state,
    item.material,
    item.takenFrom.holderName,
    item.takenFrom.location,
  ]);
  show(output, "Quarantine", ["item", "state", "material", "taken from", "location"], held);
}

function show(output: Output, title: string, headings: readonly string[], rows: readonly string[][]): void {
  if (rows.length === 0) return;
  output.line();
  output.line(output.paint("bold", title));
  for (const line of table(headings, rows, output.paint)) output.line(line);
}
