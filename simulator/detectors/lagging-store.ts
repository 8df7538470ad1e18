import type { AppendResult, Batch, Store } from "../../src/core/index.ts";

/** What was appended may be lost for so many ticks: 100 ms. */
const BEHIND_TICKS = 2;

interface Waiting {
  readonly batch: Batch;
  readonly sinceTick: number;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

/** One life of a process with a store that commits a little later; what was not committed dies with the process. */
export class LaggingStore {
  readonly #store: Store;
  readonly #tick: () => number;
  #waiting: Waiting[] = [];
  #isDead = false;

  constructor(store: Store, tick: () => number) {
    this.#store = store;
    this.#tick = tick;
  }

  /** What the detector is given. Any question commits what was handed over before it. */
  get face(): Store {
    return new Proxy(this.#store, {
      get: (store, name) => {
        if (name === "append") return (batch: Batch) => this.#append(batch);
        const member = store[name as keyof Store] as unknown;
        if (typeof member !== "function") return member;
        if (name === "health") return () => (member as () => unknown).call(store);
        return (...args: unknown[]) => {
          if (this.#isDead) return new Promise(() => undefined);
          this.commit(0);
          return (member as (...all: unknown[]) => unknown).apply(store, args);
        };
      },
    });
  }

  /** Commits what has waited for at least so many ticks. */
  commit(ticks = BEHIND_TICKS): void {
    while (this.#waiting[0] && this.#tick() - this.#waiting[0].sinceTick >= ticks) {
      const { batch, resolve, reject } = this.#waiting.shift()!;
      this.#store.append(batch).then(resolve, reject);
    }
  }

  /** The process dies: nothing of it reaches the store any more. */
  kill(): void {
    this.#isDead = true;
    this.#waiting = [];
  }

  #append(batch: Batch): Promise<AppendResult> {
    if (this.#isDead) return new Promise(() => undefined);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ batch, sinceTick: this.#tick(), resolve, reject });
    });
  }
}
