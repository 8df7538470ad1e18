import type { AppendResult, Batch, Store } from "../../src/core/index.ts";
import type { StoreOutages } from "./store-outages.ts";

/** How long something appended may still be lost: 100 ms. */
const BEHIND_TICKS = 2;

/** Something that was asked of the store. It is kept in the order of asking. */
interface Waiting {
  readonly sinceTick: number;
  /** It is not done before this tick. Earlier requests are done first. */
  readonly readyTick: number;
  readonly run: () => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** One life of a process with a store that commits and answers a little later. What was not committed dies with the process. */
export class LaggingStore {
  readonly #store: Store;
  readonly #tick: () => number;
  readonly #outages: StoreOutages | undefined;
  #waiting: Waiting[] = [];
  #isDead = false;

  /** Without outages, every question is answered at once. */
  constructor(store: Store, tick: () => number, outages?: StoreOutages) {
    this.#store = store;
    this.#tick = tick;
    this.#outages = outages;
  }

  /** The store as the detector gets it. A question sees everything that was handed over before it. */
  get face(): Store {
    return new Proxy(this.#store, {
      get: (store, name) => {
        if (name === "append") return (batch: Batch) => this.#append(batch);
        const member = store[name as keyof Store] as unknown;
        if (typeof member !== "function") return member;
        if (name === "health") return () => (member as () => unknown).call(store);
        return (...args: unknown[]) =>
          this.#ask(async () => (member as (...all: unknown[]) => unknown).apply(store, args));
      },
    });
  }

  /** Does what has waited long enough; everything if `ticks` is 0. */
  commit(ticks = BEHIND_TICKS): void {
    if (ticks > 0 && this.#outages?.isAway) return;
    const ready =
      ticks === 0
        ? this.#waiting.length
        : this.#waiting.findLastIndex(({ readyTick }) => readyTick <= this.#tick()) + 1;
    for (const { run, resolve, reject } of this.#waiting.splice(0, ready)) run().then(resolve, reject);
  }

  /** The process dies. What it handed over in the last 100 ms is lost, and answers no longer reach it. */
  kill(): void {
    this.#isDead = true;
    for (const { run, sinceTick } of this.#waiting)
      if (this.#tick() - sinceTick >= BEHIND_TICKS) run().catch(() => undefined);
    this.#waiting = [];
  }

  #append(batch: Batch): Promise<AppendResult> {
    return this.#wait(this.#tick() + BEHIND_TICKS, () => this.#store.append(batch));
  }

  async #ask<T>(run: () => Promise<T>): Promise<T> {
    const lateTicks = this.#outages?.lateTicks() ?? 0;
    const answer = this.#wait(this.#tick() + lateTicks, run);
    if (!this.#isDead && lateTicks === 0) this.commit();
    return answer;
  }

  #wait<T>(readyTick: number, run: () => Promise<T>): Promise<T> {
    if (this.#isDead) return new Promise(() => undefined);
    return new Promise<T>((resolve, reject) => {
      const done = resolve as (result: unknown) => void;
      this.#waiting.push({ sinceTick: this.#tick(), readyTick, run, resolve: done, reject });
    });
  }
}
