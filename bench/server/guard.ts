import type { RunningDoubletake } from "../../src/index.ts";
import type { Kept } from "./compare-runs.ts";

/** A Doubletake that is being measured. Nobody listens to its alerts, because it would then have to write them. */
export class Guard {
  readonly #running: RunningDoubletake;

  constructor(running: RunningDoubletake) {
    this.#running = running;
  }

  get ready(): Promise<void> {
    return this.#running.ready;
  }

  async kept(): Promise<Kept> {
    const { transfers, items, cases } = await this.#running.doubletake.store.counts();
    return { transfers, items, cases };
  }
}
