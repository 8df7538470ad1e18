import { constants, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";

/** How many garbage collections a run had. */
export interface Collections {
  readonly quick: number;
  /** Whole collections cause most of the difference between two runs. A server settles at few or many of them by itself. */
  readonly whole: number;
}

/** Counts the collections of this thread. */
export class CollectionMeter {
  #quick = 0;
  #whole = 0;
  readonly #observer = new PerformanceObserver((list) => this.#count(list.getEntries()));

  begin(): void {
    this.#quick = 0;
    this.#whole = 0;
    this.#observer.observe({ entryTypes: ["gc"] });
  }

  end(): Collections {
    this.#count(this.#observer.takeRecords());
    this.#observer.disconnect();
    return { quick: this.#quick, whole: this.#whole };
  }

  #count(entries: readonly PerformanceEntry[]): void {
    for (const entry of entries) {
      const { kind } = (entry as PerformanceEntry & { readonly detail: { readonly kind: number } }).detail;
      if (kind === constants.NODE_PERFORMANCE_GC_MINOR) this.#quick++;
      else if (kind === constants.NODE_PERFORMANCE_GC_MAJOR) this.#whole++;
    }
  }
}
