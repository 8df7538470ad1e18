import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { round } from "../store/percentiles.ts";
import { CollectionMeter, type Collections } from "./collections.ts";
import { readingCostMs, Stopwatch } from "./stopwatch.ts";
import { type TickFigures, TickMeter } from "./tick-meter.ts";

export interface MeteredRun extends TickFigures {
  /** True if the server gets a processor before other processes; otherwise its figures include waiting for one. */
  readonly isFirst: boolean;
  /** Percent of the time in which the game's thread had a processor. A Serenity below about 90 had to wait for one. */
  readonly threadBusy: number;
  /**
   * Percent of one processor that the process's other threads used: the compiler, the collector, and Doubletake's storage
   * thread.
   */
  readonly otherThreadsBusy: number;
  /** Of the game thread's heap. */
  readonly collections: Collections;
}

/** Doubletake's part of the game thread's time. */
export interface Shares {
  /** Percent of the time in which the thread was in Doubletake. */
  readonly share: number;
  /** Percent of the time spent on reading the clock for that; half of it is part of the share. */
  readonly clockShare: number;
  /** Percent of the time in which the thread wanted a processor and had none. Some of it is part of the share. */
  readonly waitedShare: number | undefined;
}

/** V8 keeps an unused shape for fewer collections than this. */
const COLLECTIONS_UNTIL_FORGOTTEN = 6;

/** Above all that has no priority of its own, and below what keeps the system alive. */
const AHEAD = -10;

/**
 * Everything that is measured inside a server process: first its ticks, undisturbed; then Doubletake's part of the thread's
 * time, for which the clock is read at every entry and exit.
 */
export class ServerMeter {
  readonly ticks = new TickMeter();
  readonly stopwatch = new Stopwatch();
  readonly #isFirst = goFirst();
  readonly #collections = new CollectionMeter();
  #beganMs = 0;
  #usedBefore = process.threadCpuUsage();
  #usedByAllBefore = process.cpuUsage();
  #waitedBeforeMs = waitedMs();

  begin(): void {
    this.stopwatch.stop();
    this.#usedBefore = process.threadCpuUsage();
    this.#usedByAllBefore = process.cpuUsage();
    this.#collections.begin();
    this.#beganMs = performance.now();
    this.ticks.begin();
  }

  end(): MeteredRun {
    const ticks = this.ticks.end();
    const elapsedMs = performance.now() - this.#beganMs;
    const usedMs = inMs(process.threadCpuUsage(this.#usedBefore));
    const usedByAllMs = inMs(process.cpuUsage(this.#usedByAllBefore));
    const collections = this.#collections.end();
    return {
      ...ticks,
      isFirst: this.#isFirst,
      threadBusy: percent(usedMs, elapsedMs),
      otherThreadsBusy: percent(usedByAllMs - usedMs, elapsedMs),
      collections,
    };
  }

  beginShares(): void {
    this.#waitedBeforeMs = waitedMs();
    this.#beganMs = performance.now();
    this.stopwatch.start();
  }

  endShares(): Shares {
    this.stopwatch.stop();
    const elapsedMs = performance.now() - this.#beganMs;
    const { ms, readings } = this.stopwatch;
    const waited = waitedMs();
    const isKnown = waited !== undefined && this.#waitedBeforeMs !== undefined;
    return {
      share: percent(ms, elapsedMs),
      clockShare: percent(readings * readingCostMs(), elapsedMs),
      waitedShare: isKnown ? percent(waited - this.#waitedBeforeMs!, elapsedMs) : undefined,
    };
  }
}

function percent(partMs: number, wholeMs: number): number {
  return round((partMs / wholeMs) * 100);
}

function inMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

/**
 * A whole collection clears what V8 has learned about shapes that no live object has at that moment. Node's own `nextTick` is
 * then compiled again, and may stay ten times slower. Every server gets there sooner or later, but a run of a minute may or may
 * not. So each run begins after it: otherwise that luck would make more difference than Doubletake.
 */
export function ageHeap(): Promise<void> {
  return new Promise((resolve) => {
    // No tick object is alive in a timer's callback.
    setTimeout(() => {
      for (let round = 0; round < COLLECTIONS_UNTIL_FORGOTTEN; round++) globalThis.gc?.();
      resolve();
    }, 1);
  });
}

/**
 * The process that calls this gets a processor before all others. A game server has a processor of its own; here the server shares two with
 * twenty clients, the storage thread and the collector. Without it, the time in which the game's thread waits for a processor counts as
 * spent in whatever it was doing: beside other work, two thirds of a share were that. Returns false if the system does not allow it.
 */
function goFirst(): boolean {
  try {
    setPriority(AHEAD);
    return true;
  } catch {
    // Only root may.
    return false;
  }
}

/** Milliseconds for which this process's main thread wanted a processor and had none; `undefined` where the system does not count them. */
function waitedMs(): number | undefined {
  try {
    // Nanoseconds on a processor, nanoseconds spent waiting for one, and turns.
    const [, waited] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ");
    return Number(waited) / 1e6;
  } catch {
    return undefined;
  }
}
