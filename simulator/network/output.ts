import { table } from "../output/table.ts";
import { resultOf } from "../scoring/result.ts";
import type { NetworkReport } from "./run.ts";

/** What a run of the preset `network` prints. */
export function networkText(title: string, report: NetworkReport, seconds: number): string {
  const { tally, played, broken, errors, forgiven, restored } = report;
  const asRun = { hash: report.hash, acts: report.acts, ticks: report.ticks } as never;
  const measured = { detector: "doubletake", tally, result: resultOf(tally), report: asRun, seconds };
  const scenarios = [...played].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, times]) => `${id} ${times}`);
  return [
    `${title}: ${report.ticks} ticks, hash ${report.hash}`,
    table([measured]),
    `played: ${scenarios.join(", ")}`,
    `given back: ${restored.given}, by ${restored.orders} orders`,
    `forgiven: ${Object.entries(forgiven)
      .map(([what, times]) => `${what} ${times}`)
      .join(", ")}`,
    `invariants broken: ${broken.length}`,
    ...broken.slice(0, 5),
    ...(errors.length > 0 ? [`errors: ${errors.length}`, errors[0]!] : []),
  ].join("\n");
}

export function networkJson(seed: number, { acts, hash, tally, broken, forgiven }: NetworkReport) {
  return { seed, acts, hash, detectors: { doubletake: resultOf(tally) }, forgiven, broken };
}
