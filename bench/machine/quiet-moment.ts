import { setTimeout as sleep } from "node:timers/promises";
import { stolenMs } from "./stolen-time.ts";

const LOOK_EVERY_MS = 5000;
/** What the host may take between two looks: one tick of the kernel's accounting. */
const MOST_TAKEN_MS = 10;
const MOST_LOOKS = 36;

export interface Surroundings {
  readonly stolen: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
}

/**
 * Waits until the host leaves the machine alone, which it can only be seen to do while there is work for the processors: a host
 * that is busy is so for minutes. After three of them it goes on all the same.
 */
export async function quietMoment({ stolen, pause }: Surroundings = { stolen: stolenMs, pause: sleep }): Promise<void> {
  let before = stolen();
  for (let look = 1; look <= MOST_LOOKS; look++) {
    await pause(LOOK_EVERY_MS);
    const now = stolen();
    if (now - before <= MOST_TAKEN_MS) return;
    before = now;
  }
}
