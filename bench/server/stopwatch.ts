import { afterContinuations } from "./continuations.ts";

// biome-ignore lint/suspicious/noExplicitAny: functions of game servers, of whatever kind; they are only passed on
type AnyFunction = (this: any, ...args: any[]) => any;

/**
 * How many links of promise chains are followed after an answer. Doubletake's chains have a handful; waiting for more would
 * count as its time.
 */
const ANSWER_LINKS = 16;

/**
 * Adds up the time that one thread spends in Doubletake, by the wall clock. This also counts what the machine does meanwhile:
 * another thread's turn or, on a virtual machine, another guest's. The thread is as likely to lose its processor inside as
 * outside, so the share stays right. (The thread's own clock moves in steps of four milliseconds here, while a stay takes some
 * microseconds: two equal minutes differed by two thirds. It also takes six times as long to read.) Each entry and exit costs
 * one reading. Readings are counted, so that the cost of measuring is known.
 */
export class Stopwatch {
  ms = 0;
  readings = 0;
  #isRunning = true;
  #isInside = false;
  /** True while nothing outside may be called. */
  #isRehearsal = false;
  #sinceMs = 0;

  get isInside(): boolean {
    return this.#isInside;
  }

  /** Returns the same function, whose time counts. */
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

  /** Starts again from zero. */
  start(): void {
    this.ms = 0;
    this.readings = 0;
    this.#isRunning = true;
  }

  /**
   * Stops reading the clock until the next start: reading takes time too, which must not show while something else is measured.
   */
  stop(): void {
    this.#isRunning = false;
  }

  /**
   * Returns the same function, but every `every`th call is first rehearsed `every` times, without calling anything outside, and
   * only the rehearsal is timed. This is for functions that are called so often, and take so little time, that two clock
   * readings around each call would take longer than the call.
   */
  insideRehearsed<Act extends AnyFunction>(act: Act, every: number): Act {
    const watch = this;
    let calls = 0;
    return function (this: unknown, ...args: unknown[]) {
      if (watch.#isRunning && !watch.#isInside && ++calls % every === 0)
        watch.#rehearse(() => act.apply(this, args), every);
      return act.apply(this, args);
    } as Act;
  }

  /** Returns the same function, whose time does not count although Doubletake calls it: the game's own work. */
  outside<Act extends AnyFunction>(act: Act): Act {
    const watch = this;
    return function (this: unknown, ...args: unknown[]) {
      if (watch.#isRehearsal) return undefined;
      if (!watch.#isInside) return act.apply(this, args);
      watch.#leave();
      try {
        return act.apply(this, args);
      } finally {
        watch.#enter();
      }
    } as Act;
  }

  /** Like `inside`, but the promises that the call settles count as well. For events that concern only Doubletake. */
  insideWithContinuations<Act extends AnyFunction>(act: Act): Act {
    const watch = this;
    const timed = this.inside(act);
    return function (this: unknown, ...args: unknown[]) {
      const answer = timed.apply(this, args);
      if (!watch.#isRunning) return answer;
      const sinceMs = watch.#now();
      afterContinuations(() => {
        watch.ms += watch.#now() - sinceMs;
      }, ANSWER_LINKS);
      return answer;
    } as Act;
  }

  #rehearse(act: () => void, times: number): void {
    this.#isRehearsal = true;
    const startMs = performance.now();
    try {
      for (let time = 0; time < times; time++) act();
    } finally {
      this.#isRehearsal = false;
      this.ms += performance.now() - startMs;
    }
  }

  #enter(): void {
    this.#isInside = true;
    if (this.#isRunning) this.#sinceMs = this.#now();
  }

  #leave(): void {
    this.#isInside = false;
    if (this.#isRunning) this.ms += this.#now() - this.#sinceMs;
  }

  #now(): number {
    this.readings++;
    return performance.now();
  }
}

/** Milliseconds that one reading of the clock takes here. */
export function readingCostMs(): number {
  const readings = 20_000;
  const startMs = performance.now();
  for (let reading = 0; reading < readings; reading++) performance.now();
  return (performance.now() - startMs) / readings;
}
