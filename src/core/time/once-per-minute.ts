import type { Clock } from "./clock.ts";
import { RecentMap } from "./recent-map.ts";

const MINUTE_MS = 60_000;
/** Of more subjects, those that came up longest ago are forgotten. */
const REMEMBERED_SUBJECTS = 256;

/** Lets something through at most once a minute for each subject, because repeating the same console line helps nobody. */
export class OncePerMinute {
  readonly #clock: Clock;
  readonly #last = new RecentMap<string, { readonly ms: number; leftOut: number }>(REMEMBERED_SUBJECTS);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `leftOut`: how many times nothing was done about the subject since it was done last. */
  run(act: (leftOut: number) => void, subject = ""): void {
    const now = this.#clock.now();
    const last = this.#last.get(subject);
    // A clock that was set back must not silence the line for hours.
    if (last !== undefined && now >= last.ms && now - last.ms < MINUTE_MS) {
      last.leftOut++;
      return;
    }
    this.#last.set(subject, { ms: now, leftOut: 0 });
    act(last?.leftOut ?? 0);
  }
}
