import { inert, type Paint } from "./colours.ts";

/** A column of a table: its heading, and what it shows of a row. */
export type Column<Row> = readonly [heading: string, cellOf: (row: Row) => string];

/** Columns under their headings; `false` stands for a column that is left out. Cells are data, and cannot control the terminal. */
export function table<Row>(rows: readonly Row[], columns: readonly (Column<Row> | false)[], paint: Paint): string[] {
  const shown = columns.filter((column) => column !== false);
  const headings = shown.map(([heading]) => heading);
  const cells = rows.map((row) => shown.map(([, cellOf]) => inert(cellOf(row))));
  const widths = headings.map((heading, at) => Math.max(heading.length, ...cells.map((row) => row[at]!.length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at]!)))
      .join("  ")
      .trimEnd();
  return [paint("dim", line(headings)), ...cells.map(line)];
}

/** Names before their values, one pair a line. */
export function facts(pairs: readonly (readonly [name: string, value: string])[], paint: Paint): string[] {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${paint("dim", name.padEnd(width))}  ${value}`);
}

export function count(value: number): string {
  return value.toLocaleString("en");
}

export function bytes(size: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, size)) / 10));
  const value = size / 1024 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}
