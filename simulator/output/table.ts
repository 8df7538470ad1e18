import type { Measurement } from "../measure.ts";
import { FORGIVEN, type Forgiven } from "../scoring/forgiven.ts";
import type { Result } from "../scoring/result.ts";
import { SILENCES, type Silence } from "../scoring/totals.ts";

const COLUMNS = [
  ["score", (m) => m.result.score.toFixed(1)],
  ["recall", (m) => m.result.recall.toFixed(3)],
  ["due", (m) => sum(m.result.dueByFamily)],
  ["misses", (m) => m.result.misses],
  ["hard false", (m) => m.result.hardFalseAlarms],
  ["soft false", (m) => m.result.softFalseAlarms],
  ["contested", (m) => `${m.tally.contested - m.tally.contestedFaults}/${m.tally.contested}`],
  ["late", (m) => m.tally.late],
  ["p99 ticks", (m) => m.result.latencyTicksP99],
  ["lost evid.", (m) => m.result.lostEvidence],
  ["wrongful", (m) => m.result.wrongfulRemovals],
  ["incompl.", (m) => m.result.incompleteRemovals],
  ["policy", (m) => m.result.policyErrors],
  ["held back", (m) => m.result.heldBack],
  ["seconds", (m) => m.seconds.toFixed(1)],
] as const satisfies readonly (readonly [string, (measurement: Measurement) => string | number])[];

/** One line a detector, the totals, then one line a family. */
export function table(measurements: readonly Measurement[]): string {
  const head = ["detector", ...COLUMNS.map(([title]) => title)];
  const rows = measurements.map((measurement) => [
    measurement.detector,
    ...COLUMNS.map(([, show]) => String(show(measurement))),
  ]);
  return [[head, ...rows], totalRows(measurements), forgivenRows(measurements), familyRows(measurements)]
    .map(grid)
    .join("\n\n");
}

/** Everything that was duplicated, whether or not it could be seen, and what became of it. Each silence has its cause. */
function totalRows(measurements: readonly Measurement[]): string[][] {
  const row = (title: string, value: (result: Result) => number) => [
    title,
    ...measurements.map(({ result }) => String(value(result))),
  ];
  const causes = Object.keys(SILENCES) as Silence[];
  return [
    ["totals", ...measurements.map(({ detector }) => detector)],
    row("raw duplications", ({ totals }) => totals.raw),
    row("due", ({ totals }) => totals.due),
    row("told", ({ totals }) => totals.told),
    row("suspected only", ({ totals }) => totals.suspectedOnly),
    row("silent", ({ totals }) => totals.silent),
    ...causes.map((cause) => row(`  ${cause}`, ({ totals }) => totals.silentBecause[cause])),
    row("removals", ({ removals }) => removals),
    row("  took the original, forced", ({ originalsForced }) => originalsForced),
    row("  took the original, avoidable", ({ originalsAvoidable }) => originalsAvoidable),
  ];
}

/** What would be a fault by the bare truth but was not booked as one. */
function forgivenRows(measurements: readonly Measurement[]): string[][] {
  const rows = (Object.keys(FORGIVEN) as Forgiven[]).map((name) => [
    name,
    ...measurements.map(({ result }) => String(result.forgiven[name])),
  ]);
  return [["forgiven", ...measurements.map(({ detector }) => detector)], ...rows];
}

function familyRows(measurements: readonly Measurement[]): string[][] {
  const families = new Set(
    measurements.flatMap(({ tally }) => [...Object.keys(tally.due), ...Object.keys(tally.surplus)]),
  );
  const head = ["family", "due", "surplus only", ...measurements.map(({ detector }) => `${detector} found`)];
  const rows = [...families]
    .sort()
    .map((family) => [
      family,
      String(measurements[0]!.tally.due[family] ?? 0),
      String(measurements[0]!.tally.surplus[family] ?? 0),
      ...measurements.map(({ tally }) => String(tally.found[family] ?? 0)),
    ]);
  return [head, ...rows];
}

function grid(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column]!, column))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

function sum(values: Readonly<Record<string, number>>): number {
  return Object.values(values).reduce((total, value) => total + value, 0);
}
