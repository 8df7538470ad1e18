import { percentiles, round } from "../store/percentiles.ts";
import { afterContinuations } from "./continuations.ts";

export interface TickFigures {
  readonly ticks: number;
  readonly tps: number;
  readonly tickP99Ms: number;
  readonly longestTickMs: number;
  /** Between the starts of two ticks; 50 when nothing else holds the thread up. */
  readonly longestGapMs: number;
}

/**
 * How long a server's ticks take: the server's own tick, everything that it puts off to the end of the same turn, and what else
 * is done once a tick between two of them. Handling a packet is no part of a tick; when it holds one up, that shows in the gaps.
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

  /** Runs something that belongs to the tick that was last and comes after it. */
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
