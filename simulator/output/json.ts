import type { Measurement } from "../measure.ts";
import type { GoodsResult } from "../scoring/goods-score.ts";
import type { Result } from "../scoring/result.ts";

/** What `--json` prints on its last line. */
interface JsonReport {
  readonly seed: number;
  readonly acts: number;
  readonly hash: string;
  readonly detectors: Readonly<Record<string, Result>>;
  /** From the last detector, if a ledger of stackable goods is kept. */
  readonly goods?: GoodsResult;
}

export function jsonOf(seed: number, measurements: readonly Measurement[]): JsonReport {
  const { report } = measurements[0]!;
  const { goods } = measurements.at(-1)!.report;
  return {
    seed,
    acts: report.acts,
    hash: report.hash,
    detectors: Object.fromEntries(measurements.map(({ detector, result }) => [detector, result])),
    ...(goods && { goods }),
  };
}
