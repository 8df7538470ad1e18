import { afterContinuations } from "./continuations.ts";

// biome-ignore lint/suspicious/noExplicitAny: functions of game servers, of whatever kind; they are only passed on
type AnyFunction = (this: any, ...args: any[]) => any;

/**
 * Adds up the time that one thread spends in Doubletake. Each crossing of the border costs one reading of the clock; they are
 * counted, so that the cost of measuring can be told.
 */
export class Stopwatch {
  totalMs = 0;
  readings = 0;
  #isInside = false;
  #sinceMs = 0;

  get isInside(): boolean {
    return this.#isInside;
  }

  /** The same function, whose time counts. */
  inside<Act extends AnyFunction>(act: Act): Act {
    const watch = this;
    return function (this: unknown, ...args: unknown[]) {
      if (watch.#isInside) return act.apply(this, args);
      watch.#enter();
      try {
        return act.apply(this, args);
      } finally {
        watch.#leave();
      }
    } as Act;
  }

  /**
   * The same function, of which every so manieth call is timed and stands for all: for one that is called so often that timing
   * it would cost as much as it does.
   */
  insideSampled<Act extends AnyFunction>(act: Act, every: number): Act {
    const watch = this;
    const timed = this.inside(act);
    let calls = 0;
    return function (this: unknown, ...args: unknown[]) {
      if (watch.#isInside || ++calls % every !== 0) return act.apply(this, args);
      const beforeMs = watch.totalMs;
      try {
        return timed.apply(this, args);
      } finally {
        watch.totalMs += (watch.totalMs - beforeMs) * (every - 1);
      }
    } as Act;
  }

  /** The same function, whose time does not count although Doubletake calls it: the game's own work. */
  outside<Act extends AnyFunction>(act: Act): Act {
    const watch = this;
    return function (this: unknown, ...args: unknown[]) {
      if (!watch.#isInside) return act.apply(this, args);
      watch.#leave();
      try {
        return act.apply(this, args);
      } finally {
        watch.#enter();
      }
    } as Act;
  }

  /** Like `inside`, and the promises that the call settles count as well. For events that concern nobody but Doubletake. */
  insideWithContinuations<Act extends AnyFunction>(act: Act): Act {
    const watch = this;
    const timed = this.inside(act);
    return function (this: unknown, ...args: unknown[]) {
      const answer = timed.apply(this, args);
      const sinceMs = watch.#now();
      afterContinuations(() => {
        watch.totalMs += watch.#now() - sinceMs;
      });
      return answer;
    } as Act;
  }

  #enter(): void {
    this.#isInside = true;
    this.#sinceMs = this.#now();
  }

  #leave(): void {
    this.totalMs += this.#now() - this.#sinceMs;
    this.#isInside = false;
  }

  #now(): number {
    this.readings++;
    return performance.now();
  }
}

/** Milliseconds that one reading of the clock takes here. */
export function readingCostMs(): number {
  const readings = 200_000;
  const startMs = performance.now();
  for (let reading = 0; reading < readings; reading++) performance.now();
  return (performance.now() - startMs) / readings;
}
