/** If the host took more than this part of a processor during a run, the run says more about the host. */
const MAX_STOLEN_PART = 1 / 400;
const MAX_ATTEMPTS = 3;

export interface Disturbed {
  /** Time that the host took from this machine's processors during the run. */
  readonly stolenMs: number;
}

/**
 * Measures again while the host takes the machine's processors away, and returns the run from which it took least. The choice
 * depends only on the time taken, never on the result.
 */
export async function leastDisturbed<R extends Disturbed>(
  seconds: number,
  measure: () => Promise<R>,
  say: (text: string) => void = console.error,
): Promise<R> {
  let least: R | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const run = await measure();
    if (least === undefined || run.stolenMs < least.stolenMs) least = run;
    if (least.stolenMs <= seconds * 1000 * MAX_STOLEN_PART) break;
    say(`the host took ${run.stolenMs} ms of attempt ${attempt} of ${MAX_ATTEMPTS}`);
  }
  return least as R;
}
