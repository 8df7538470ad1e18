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
import { Refusal } from "../cli-errors.ts";
import type { CommandSpec } from "../command-spec.ts";
import { messagesOf, plainLine } from "../messages-of.ts";
import { readCaseNumber } from "../read-numbers.ts";
import { namesOf } from "../resolve.ts";
import { withReader } from "../setup.ts";
import { inert } from "../terminal/colours.ts";
import type { Output } from "../terminal/output.ts";
import { type Column, facts } from "../terminal/table.ts";
import { exactTime, timeText } from "../terminal/times.ts";

export const caseCommand: CommandSpec = {
  name: "case",
  summary: "shows one case with its evidence",
  words: [{ name: "number" }],
  options: {},
  about: "Shows one case: what was found where, what led up to it, what staff did, and what is in quarantine.",
  example: "doubletake case 12",
  hasJson: true,
  isReader: true,
  async run({ words: [typed = ""], readSetup, output, nowMs }) {
    const number = readCaseNumber(typed);
    const setup = readSetup();
    const { record, quarantine, nameOf, tricks } = await withReader(setup, (reader) => read(reader, number));
    // The items' raw data is of no use to a reader, and can be large.
    output.json({ ...record, quarantine: quarantine.map(({ data: _, ...item }) => item) });
    showHead(record, output, nowMs);
    showStories(record, tricks, messagesOf(setup), output);
    showEvidence(record, nameOf, output);
    showActs(record, quarantine, output);
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
    output.lines(["", output.paint("bold", title), ...lines]);
  }
  output.lines(trickLines(messages, tricks, [record]).map(plainLine));
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
  output.lines(facts(pairs, paint));
}

function showEvidence({ copies, transfers }: CaseRecord, nameOf: (id: string) => string, output: Output): void {
  const isNetwork = serversOf(copies) !== "";
  showTable(output, "Copies as they were seen", copies, [
    ["time", (copy) => exactTime(copy.seenMs)],
    ["holder", (copy) => copy.holderName || "nobody"],
    isNetwork && ["server", (copy) => whereIs(copy).server],
    ["place", (copy) => whereIs(copy).place],
    ["slot", (copy) => copy.slot],
    ["location", (copy) => copy.location],
    ["count", (copy) => String(copy.count)],
  ]);
  showTable(output, "What led up to it", transfers, [
    ["time", (row) => exactTime(row.timestamp)],
    ["player", (row) => nameOf(row.playerUUID)],
    ["action", (row) => row.action],
    isNetwork && ["server", (row) => row.server ?? ""],
    ["location", (row) => row.location],
  ]);
}

function showActs({ acts }: CaseRecord, quarantine: readonly QuarantinedItem[], output: Output): void {
  showTable(output, "What was done", acts, [
    ["time", ({ atMs }) => exactTime(atMs)],
    ["by", ({ by }) => by],
    ["act", ({ act }) => act],
    ["note", ({ note }) => note],
  ]);
  showTable(output, "Quarantine", quarantine, [
    ["item", ({ number }) => `#${number}`],
    ["state", ({ state }) => state],
    ["material", ({ material }) => material],
    ["taken from", ({ takenFrom }) => takenFrom.holderName],
    ["location", ({ takenFrom }) => takenFrom.location],
  ]);
}

function showTable<Row>(
  output: Output,
  title: string,
  rows: readonly Row[],
  columns: readonly (Column<Row> | false)[],
): void {
  if (rows.length === 0) return;
  output.lines(["", output.paint("bold", title)]);
  output.table(rows, columns);
}
