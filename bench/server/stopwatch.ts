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
  #isRunning = true;
  #isInside = false;
  /** Nothing outside is to be called. */
  #isRehearsal = false;
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

  /** From nought. */
  start(): void {
    this.processorMs = 0;
    this.wallMs = 0;
    this.readings = 0;
    this.#isRunning = true;
  }

  /** Reads no clock until it is started: reading takes time too, which must not show where something else is measured. */
  stop(): void {
    this.#isRunning = false;
  }

  /**
   * The same function, of which every so manieth call is rehearsed as many times as calls it stands for, with nothing outside
   * being called, and the rehearsal is timed by the wall: for one that is called so often, and takes so little, that two readings
   * of a clock around each call would take longer than the call.
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

  /** The same function, whose time does not count although Doubletake calls it: the game's own work. */
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

  /** Like `inside`, and the promises that the call settles count as well. For events that concern nobody but Doubletake. */
  insideWithContinuations<Act extends AnyFunction>(act: Act): Act {
    const watch = this;
    const timed = this.inside(act);
    return function (this: unknown, ...args: unknown[]) {
      const answer = timed.apply(this, args);
      if (!watch.#isRunning) return answer;
      const [sinceProcessorMs, sinceWallMs] = watch.#now();
      afterContinuations(() => {
        const [processorMs, wallMs] = watch.#now();
        watch.processorMs += processorMs - sinceProcessorMs;
        watch.wallMs += wallMs - sinceWallMs;
      });
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
      const ms = performance.now() - startMs;
      this.wallMs += ms;
      this.processorMs += ms;
    }
  }

  #enter(): void {
    this.#isInside = true;
    if (!this.#isRunning) return;
    [this.#sinceProcessorMs, this.#sinceWallMs] = this.#now();
  }

  #leave(): void {
    this.#isInside = false;
    if (!this.#isRunning) return;
    const [processorMs, wallMs] = this.#now();
    this.processorMs += processorMs - this.#sinceProcessorMs;
    this.wallMs += wallMs - this.#sinceWallMs;
  }

  #now(): readonly [processorMs: number, wallMs: number] {
    this.readings++;
    return [processorMs(), performance.now()];
  }
}

/** Of this thread. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds that one reading of both clocks takes here. */
export function readingCostMs(): number {
  const readings = 20_000;
  const startMs = performance.now();
  for (let reading = 0; reading < readings; reading++) processorMs() + performance.now();
  return (performance.now() - startMs) / readings;
}
