import { type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";

/** How long the game's thread has stood still for garbage collection. */
export class GarbageTimes {
  #entries: PerformanceEntry[] = [];
  readonly #observer = new PerformanceObserver((list) => this.#entries.push(...list.getEntries()));

  constructor() {
    this.#observer.observe({ entryTypes: ["gc"] });
  }

  /** Milliseconds since this moment; what was before it is forgotten. */
  msSince(startMs: number): number {
    const entries = [...this.#entries, ...this.#observer.takeRecords()];
    this.#entries = [];
    return entries.reduce((sum, { startTime, duration }) => (startTime < startMs ? sum : sum + duration), 0);
  }

  stop(): void {
    this.#observer.disconnect();
  }
}
