/** A run during which the host took more than this part of a processor says more about the host. */
const MOST_STOLEN_PART = 1 / 400;
const MOST_ATTEMPTS = 3;

export interface Disturbed {
  /** What the host took from this machine's processors during the run. */
  readonly stolenMs: number;
}

/**
 * Measures anew while the host takes the machine's processors away, and gives the run of which it took least. It goes by what was
 * taken alone, whatever the run has found.
 */
export async function leastDisturbed<R extends Disturbed>(
  seconds: number,
  measure: () => Promise<R>,
  say: (text: string) => void = console.error,
): Promise<R> {
  let least: R | undefined;
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const run = await measure();
    if (least === undefined || run.stolenMs < least.stolenMs) least = run;
    if (least.stolenMs <= seconds * 1000 * MOST_STOLEN_PART) break;
    say(`the host took ${run.stolenMs} ms of attempt ${attempt} of ${MOST_ATTEMPTS}`);
  }
  return least as R;
}
