import type { Knobs } from "./knobs.ts";
import { type RunReport, run } from "./run.ts";
import { type Result, resultOf, type Tally } from "./scoring/result.ts";
import { InvariantError } from "./truth/invariant-error.ts";

/** What one detector did on one preset. */
export interface Measurement {
  readonly detector: string;
  readonly result: Result;
  readonly tally: Tally;
  readonly report: RunReport;
  readonly seconds: number;
}

interface MeasureOptions {
  readonly knobs: Knobs;
  readonly seed: number;
  readonly acts: number;
  readonly detectors: readonly string[];
  readonly onProgress?: (detector: string, acts: number) => void;
}

/** Runs every detector on its own copy of the same world. */
export async function measure(options: MeasureOptions): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const detector of options.detectors) {
    const started = performance.now();
    const report = await run({
      knobs: options.knobs,
      seed: options.seed,
      acts: options.acts,
      detector,
      onProgress: (acts) => options.onProgress?.(detector, acts),
    });
    const seconds = (performance.now() - started) / 1000;
    measurements.push({ detector, result: resultOf(report.tally), tally: report.tally, report, seconds });
  }
  if (!options.knobs.isRemoving) requireOneTruth(measurements);
  return measurements;
}

/** No detector that only looks may change what happens. */
function requireOneTruth(measurements: readonly Measurement[]): void {
  const [first, ...others] = measurements;
  for (const { detector, report } of others) {
    if (report.hash === first!.report.hash) continue;
    throw new InvariantError(5, `the world went another way with ${detector} than with ${first!.detector}`);
  }
}

/** True if no detector failed. A part that threw may have been silent ever since. Prints the detectors that failed. */
export function haveAllRun(measurements: readonly Measurement[]): boolean {
  const failed = measurements.filter(({ report }) => report.errors.length > 0);
  for (const { detector, report } of failed)
    console.error(`${detector} failed ${report.errors.length} times, first: ${report.errors[0]}`);
  return failed.length === 0;
}
