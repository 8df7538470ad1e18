import { afterContinuations } from "./continuations.ts";

// biome-ignore lint/suspicious/noExplicitAny: functions of game servers, of whatever kind; they are only passed on
type AnyFunction = (this: any, ...args: any[]) => any;

/**
 * Adds up the time that one thread spends in Doubletake, by two clocks. The thread's own counts only while it has a processor; it
 * moves in steps of a few milliseconds, so it is right over thousands of crossings and says nothing about one. The clock on
 * the wall also counts what the machine does meanwhile: another thread's turn or, on a virtual machine, another guest's.
 * Each crossing of the border costs one reading of both; they are counted, so that the cost of measuring can be told.
 */
export class Stopwatch {
  processorMs = 0;
  wallMs = 0;
  readings = 0;
  #isInside = false;
  /** Inside a call that is timed by the wall alone. */
  #isSampled = false;
  #sinceProcessorMs = 0;
  #sinceWallMs = 0;

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

  reset(): void {
    this.processorMs = 0;
    this.wallMs = 0;
    this.readings = 0;
  }

  /**
   * The same function, of which every so manieth call is timed by the wall and stands for all: for one that is called so often
   * that timing it would cost as much as it does. What the clock itself takes is taken off: it would stand for all, too.
   */
  insideSampled<Act extends AnyFunction>(act: Act, every: number): Act {
    const watch = this;
    const timed = this.inside(act);
    const wallReadingMs = costMs(() => performance.now());
    let calls = 0;
    return function (this: unknown, ...args: unknown[]) {
      if (watch.#isInside || ++calls % every !== 0) return act.apply(this, args);
      const { processorMs, wallMs, readings } = watch;
      watch.#isSampled = true;
      try {
        return timed.apply(this, args);
      } finally {
        watch.#isSampled = false;
        // A stretch of time that was measured has half a reading at each end.
        const clockMs = ((watch.readings - readings) / 2) * wallReadingMs;
        watch.readings = readings;
        const ms = Math.max(0, watch.wallMs - wallMs - clockMs) * every;
        watch.wallMs = wallMs + ms;
        watch.processorMs = processorMs + ms;
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
      const [sinceProcessorMs, sinceWallMs] = watch.#now();
      afterContinuations(() => {
        const [processorMs, wallMs] = watch.#now();
        watch.processorMs += processorMs - sinceProcessorMs;
        watch.wallMs += wallMs - sinceWallMs;
      });
      return answer;
    } as Act;
  }

  #enter(): void {
    this.#isInside = true;
    [this.#sinceProcessorMs, this.#sinceWallMs] = this.#now();
  }

  #leave(): void {
    const [processorMs, wallMs] = this.#now();
    this.processorMs += processorMs - this.#sinceProcessorMs;
    this.wallMs += wallMs - this.#sinceWallMs;
    this.#isInside = false;
  }

  #now(): readonly [processorMs: number, wallMs: number] {
    this.readings++;
    const wallMs = performance.now();
    return [this.#isSampled ? wallMs : processorMs(), wallMs];
  }
}

/** Of this thread. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds that one reading of both clocks takes here. */
export function readingCostMs(): number {
  return costMs(() => processorMs() + performance.now());
}

function costMs(read: () => number): number {
  const readings = 20_000;
  const startMs = performance.now();
  for (let reading = 0; reading < readings; reading++) read();
  return (performance.now() - startMs) / readings;
}
