import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MachineState } from "./machine-state.ts";

const FILE = join(import.meta.dirname, "..", "..", "docs", "measurements", "bench.json");

/** What a bench found, and when, where and on which commit. */
export interface Measured {
  readonly date: string;
  readonly commit: string;
  /** As it was before the bench began. */
  readonly machine: MachineState;
  readonly figures: object;
}

/** The last figures of each bench that was ever written down, by its name. */
export type LastFigures = Readonly<Record<string, Measured>>;

export function readLastFigures(): LastFigures {
  return JSON.parse(readFileSync(FILE, "utf8")) as LastFigures;
}

/** The figures of benches that were not measured now stay. Returns the file's path. */
export function writeLastFigures(measured: LastFigures): string {
  const all = Object.entries({ ...readLastFigures(), ...measured }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(all), undefined, 2)}\n`);
  return FILE;
}
