import { HandClock } from "./hand-clock.ts";

/** Time flies: as soon as somebody asks, the tick end has taken too long. Each part then does the least that it must. */
export class SlowClock extends HandClock {
  #elapsedMs = 0;

  elapsedMs(): number {
    this.#elapsedMs += 10;
    return this.#elapsedMs;
  }
}
