import { concerns, type StoreReader, type TransferFilter } from "../operators.ts";
import { namesOf } from "./resolve.ts";

export type ExportFilter = TransferFilter;
type ExportRow = Readonly<Record<string, unknown>>;

const CASES_A_PAGE = 200;

export async function* transferRows(reader: StoreReader, filter: ExportFilter): AsyncGenerator<readonly ExportRow[]> {
  const nameOf = await namesOf(reader);
  const by = filter.itemIds ? "time" : "any";
  for await (const page of reader.transfers(filter, { by })) {
    yield page.map(({ itemId, playerId, action, location, timestampMs, server }) => ({
      item_uuid: itemId,
      player_uuid: playerId,
      player_name: nameOf(playerId),
      action,
      location,
      ts: timestampMs,
      time: new Date(timestampMs).toISOString(),
      server,
    }));
  }
}

export async function* caseRows(
  reader: StoreReader,
  { sinceMs, itemIds, playerId }: ExportFilter,
): AsyncGenerator<readonly ExportRow[]> {
  const filter = { ...(sinceMs !== undefined && { sinceMs }), ...(itemIds?.[0] && { itemId: itemIds[0] }) };
  for (let offset = 0; ; offset += CASES_A_PAGE) {
    const page = await reader.cases(filter, { offset, limit: CASES_A_PAGE });
    const wanted = playerId === undefined ? page : page.filter((record) => concerns(record, playerId));
    if (wanted.length > 0) {
      yield wanted.map(({ number, openedMs, updatedMs, itemIds: items, ...rest }) => ({
        number,
        opened: new Date(openedMs).toISOString(),
        updated: new Date(updatedMs).toISOString(),
        ...rest,
        itemIds: items,
      }));
    }
    if (page.length < CASES_A_PAGE) return;
  }
}

export const TRANSFER_COLUMNS = [
  "item_uuid",
  "player_uuid",
  "player_name",
  "action",
  "location",
  "ts",
  "time",
  "server",
];
export const CASE_COLUMNS = [
  "number",
  "opened",
  "updated",
  "type",
  "severity",
  "status",
  "material",
  "playerId",
  "playerName",
  "cause",
  "itemIds",
  "copies",
  "transfers",
  "acts",
];

export interface RowFormat {
  head(columns: readonly string[]): string;
  row(row: ExportRow, columns: readonly string[]): string;
}

export const rowFormats: Readonly<Record<"csv" | "ndjson", RowFormat>> = {
  csv: {
    head: (columns) => `${columns.join(",")}\r\n`,
    row: (row, columns) => `${columns.map((column) => csvCell(row[column] ?? "")).join(",")}\r\n`,
  },
  ndjson: { head: () => "", row: (row) => `${JSON.stringify(row)}\n` },
};

/**
 * Writes a cell by RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe, which makes it text there.
 * Spreadsheets that use the comma in numbers split at semicolons, so those are quoted too. Control characters become spaces.
 */
function csvCell(value: unknown): string {
  if (typeof value === "number") return String(value);
  const text = (typeof value === "string" ? value : JSON.stringify(value)).replaceAll(/\p{Cc}+/gu, " ");
  const safe = /^\s*[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
