import type { PlaceKey } from "../../model/place.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import type { Claim, Store } from "../../store.ts";
import type { GameClock } from "../../time/game-clock.ts";
import type { ClaimKeeper } from "./claims.ts";

/** Closed claims that are written at one tick end; the rest follows at the next, in the same order. */
const CLOSED_PER_TICK = 64;

/** At least this many are written, even if the tick end's time is spent. */
const LEAST_CLOSED = 16;

/**
 * Keeps claims in the store, once there is one. A new claim is written at once, because a tick opens only a limited number. When a box
 * goes, all claims on its contents are closed together: those are written in turn. If the process ends before that, the next start finds a
 * claim that the first look settles.
 */
export class ClaimWrites implements ClaimKeeper {
  readonly #store: () => Store | undefined;
  readonly #writes: RetriedWrites;
  readonly #clock: Pick<GameClock, "isSpent">;
  readonly #toClose = new Map<string, readonly [itemId: string, place: PlaceKey]>();

  constructor(store: () => Store | undefined, writes: RetriedWrites, clock: Pick<GameClock, "isSpent">) {
    this.#clock = clock;
    this.#store = store;
    this.#writes = writes;
  }

  saveClaim(claim: Claim): void {
    const { itemId, place } = claim;
    // The new claim replaces the one before.
    if (this.#toClose.size > 0) this.#toClose.delete(keyOf(itemId, place));
    this.#write(itemId, place, (to) => to.saveClaim(claim));
  }

  closeClaim(itemId: string, place: PlaceKey): void {
    if (this.#store() !== undefined) this.#toClose.set(keyOf(itemId, place), [itemId, place]);
  }

  /** False while the store still has closed claims on record. */
  get isDone(): boolean {
    return this.#toClose.size === 0;
  }

  finishTickEnd(): void {
    let closed = 0;
    for (const [key, [itemId, place]] of this.#toClose) {
      if (closed === CLOSED_PER_TICK || (closed >= LEAST_CLOSED && this.#clock.isSpent)) return;
      closed++;
      this.#toClose.delete(key);
      this.#write(itemId, place, (to) => to.closeClaim(itemId, place));
    }
  }

  #write(itemId: string, place: PlaceKey, write: (to: Store) => Promise<void>): void {
    const to = this.#store();
    if (to === undefined) return;
    const kept = this.#writes.inOrder(keyOf(itemId, place), `A claim about ${itemId}`, () => write(to));
    kept.catch((error: unknown) => this.#writes.sayLost("A claim", error));
  }
}

function keyOf(itemId: string, place: PlaceKey): string {
  return `${itemId} ${place}`;
}
