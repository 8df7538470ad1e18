import { Random } from "../random.ts";
import type { Truth } from "../truth/truth.ts";

/** How long an answer takes at most while the store is there. */
const LATEST_TICKS = 2;

/**
 * Five questions come one after another before something is told: where the item was, who acted there last, that player's name, the
 * item's history, and the number of the case.
 */
export const TELLING_TICKS = 5 * LATEST_TICKS;

/** A minute. */
const LONGEST_AWAY_TICKS = 1200;

/** When the store answers: at once, a few ticks later, or not at all for up to a minute. It outlives the processes that use it. */
export class StoreOutages {
  readonly #truth: Truth;
  readonly #everyTicks: number;
  readonly #random: Random;
  #nextTick: number;
  #awayUntil = -1;

  constructor(truth: Truth, everyTicks: number) {
    this.#truth = truth;
    this.#everyTicks = everyTicks;
    this.#random = new Random(everyTicks, "store");
    this.#nextTick = this.#random.between(1, everyTicks);
  }

  /** True if the store does nothing now. It is never away when the run is about to end. */
  get isAway(): boolean {
    const { tick } = this.#truth;
    if (tick >= this.#nextTick) {
      this.#awayUntil = tick + this.#random.between(20, LONGEST_AWAY_TICKS);
      this.#nextTick = this.#awayUntil + this.#random.between(this.#everyTicks / 2, this.#everyTicks);
    }
    const isAway = tick < this.#awayUntil && !this.#truth.isClosing;
    if (isAway) this.#truth.storeWasAway();
    return isAway;
  }

  /** How many ticks the next question waits for its answer while the store is there. */
  lateTicks(): number {
    return this.#random.chance(0.8) ? 0 : this.#random.between(1, LATEST_TICKS);
  }
}
