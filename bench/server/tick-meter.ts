import { percentiles, round } from "../store/percentiles.ts";
import { afterContinuations } from "./continuations.ts";

export interface TickFigures {
  readonly ticks: number;
  readonly tps: number;
  readonly tickP99Ms: number;
  readonly longestTickMs: number;
  /** Between the starts of two ticks; 50 if nothing else holds up the thread. */
  readonly longestGapMs: number;
}

/**
 * Measures how long a server's ticks take: the server's own tick, everything that it defers to the end of the same turn, and
 * other work that is done once a tick between two ticks. Handling a packet is not part of a tick; if it delays one, the gaps
 * show it.
 */
export class TickMeter {
  #ticksMs: number[] = [];
  #gapsMs: number[] = [];
  #openMs: number | undefined;
  #lastStartMs: number | undefined;
  #beganMs = 0;

  begin(): void {
    this.#ticksMs = [];
    this.#gapsMs = [];
    this.#openMs = undefined;
    this.#lastStartMs = undefined;
    this.#beganMs = performance.now();
  }

  /** Runs the server's tick. */
  tick(act: () => void): void {
    const startMs = performance.now();
    if (this.#openMs !== undefined) this.#ticksMs.push(this.#openMs);
    if (this.#lastStartMs !== undefined) this.#gapsMs.push(startMs - this.#lastStartMs);
    this.#lastStartMs = startMs;
    this.#openMs = 0;
    act();
    afterContinuations(() => this.#add(performance.now() - startMs));
  }

  /** Runs work that belongs to the last tick and comes after it. */
  belated(act: () => void): void {
    const startMs = performance.now();
    act();
    this.#add(performance.now() - startMs);
  }

  end(): TickFigures {
    const seconds = (performance.now() - this.#beganMs) / 1000;
    const { p99, max } = percentiles(this.#ticksMs);
    const ticks = this.#gapsMs.length + 1;
    return {
      ticks,
      tps: round(ticks / seconds),
      tickP99Ms: p99,
      longestTickMs: max,
      longestGapMs: percentiles(this.#gapsMs).max,
    };
  }

  #add(ms: number): void {
    this.#openMs = (this.#openMs ?? 0) + ms;
  }
}
