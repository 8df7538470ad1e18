import { type WriteText, writeAnswerFile } from "../answer-file.ts";
import type { CommandSpec } from "../command-spec.ts";
import {
  CASE_COLUMNS,
  caseRows,
  type ExportFilter,
  type RowFormat,
  rowFormats,
  TRANSFER_COLUMNS,
  transferRows,
} from "../export-rows.ts";
import { itemIdFrom, playerFrom } from "../resolve.ts";
import { withReader } from "../setup.ts";
import { count } from "../terminal/table.ts";
import { readSince } from "../terminal/times.ts";

const FORMATS = ["csv", "ndjson"] as const;

export const exportCommand: CommandSpec = {
  name: "export",
  summary: "writes transfers or cases as CSV or NDJSON",
  words: [{ name: "what", choices: ["transfers", "cases"] }],
  options: {
    format: { value: "<format>", about: "the format (default: csv)", choices: FORMATS },
    out: { value: "<file>", about: "the file to write (default: standard output)" },
    since: { value: "<7d>", about: "only what happened since then" },
    item: { value: "<id>", about: "only this item" },
    player: { value: "<name>", about: "only this player" },
  },
  about:
    "Writes rows as they are read, so that any number of them fits into memory. Transfers of an item come in the order of time; all transfers together come in the order of the store, which is not that of time. Everything shows one moment, whatever is written meanwhile.",
  example: "doubletake export transfers --since 7d --format ndjson --out week.ndjson",
  hasJson: false,
  isReader: true,
  async run({ words: [what], options, readSetup, output, nowMs }) {
    const format = (options.format ?? "csv") as (typeof FORMATS)[number];
    const bar = output.progress();
    const setup = readSetup();
    const rows = await withReader(setup, async (reader) => {
      const filter: ExportFilter = {
        ...(options.since !== undefined && { sinceMs: readSince(options.since, nowMs) }),
        ...(options.item !== undefined && { itemIds: [await itemIdFrom(reader, options.item)] }),
        ...(options.player !== undefined && { playerId: (await playerFrom(reader, options.player)).id }),
      };
      const pages = what === "cases" ? caseRows(reader, filter) : transferRows(reader, filter);
      const columns = what === "cases" ? CASE_COLUMNS : TRANSFER_COLUMNS;
      const writeTo = (write: WriteText) =>
        writePages(pages, columns, rowFormats[format], write, (done) => bar.show(what ?? "rows", done, 0));
      if (options.out === undefined) return writeTo((text) => output.raw(text));
      return writeAnswerFile(options.out, { folder: setup.folder, kind: format }, writeTo);
    });
    bar.end();
    if (options.out !== undefined) output.say(`Wrote ${count(rows)} ${what} to ${options.out}.`);
    return 0;
  },
};

async function writePages(
  pages: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>,
  columns: readonly string[],
  { head, row }: RowFormat,
  write: WriteText,
  onRows: (rows: number) => void,
): Promise<number> {
  let rows = 0;
  await write(head(columns));
  for await (const page of pages) {
    await write(page.map((values) => row(values, columns)).join(""));
    rows += page.length;
    onRows(rows);
  }
  return rows;
}
