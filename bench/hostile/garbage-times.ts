import { type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";

/** How long garbage collection has stopped the game's thread. */
export class GarbageTimes {
  #entries: PerformanceEntry[] = [];
  readonly #observer = new PerformanceObserver((list) => this.#entries.push(...list.getEntries()));

  constructor() {
    this.#observer.observe({ entryTypes: ["gc"] });
  }

  /** Milliseconds of garbage collection since this moment; earlier entries are dropped. */
  msSince(startMs: number): number {
    const entries = [...this.#entries, ...this.#observer.takeRecords()];
    this.#entries = [];
    return entries.reduce((sum, { startTime, duration }) => (startTime < startMs ? sum : sum + duration), 0);
  }

  stop(): void {
    this.#observer.disconnect();
  }
}
