import { setTimeout as sleep } from "node:timers/promises";
import { stolenMs } from "./stolen-time.ts";

const LOOK_EVERY_MS = 5000;
/** The most that the host may take between two looks: one tick of the kernel's accounting. */
const MAX_TAKEN_MS = 10;
const MAX_LOOKS = 36;

interface Surroundings {
  readonly stolen: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
}

/**
 * Waits until the host leaves the machine alone. This can only be seen while the processors have work. A busy host stays busy
 * for minutes; after three minutes the bench goes on anyway.
 */
export async function quietMoment({ stolen, pause }: Surroundings = { stolen: stolenMs, pause: sleep }): Promise<void> {
  let before = stolen();
  for (let look = 1; look <= MAX_LOOKS; look++) {
    await pause(LOOK_EVERY_MS);
    const now = stolen();
    if (now - before <= MAX_TAKEN_MS) return;
    before = now;
  }
}
