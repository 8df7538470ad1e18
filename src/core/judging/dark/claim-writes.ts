import type { PlaceKey } from "../../model/place.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import type { Claim, Store } from "../../store.ts";
import type { GameClock } from "../../time/game-clock.ts";
import type { ClaimKeeper } from "./claims.ts";

/** Closed claims that one tick end goes through; the rest follows at the next, in the same order. */
const CLOSED_PER_TICK = 64;

/** At least this many, even if the tick end's time is spent. */
const LEAST_CLOSED = 16;

/**
 * Keeps claims in the store, once there is one. A new claim is written at once, because a tick opens only a limited number. When a box
 * goes, all claims on its contents are closed together: those are written in turn. If the process ends before that, the next start finds a
 * claim that the first look settles.
 *
 * A proof closes claims too. They say when its copies were seen, and after a crash that tells a new copy from one that was taken and is
 * back. So they stay in the store until the case, which says it as well, is on record.
 */
export class ClaimWrites implements ClaimKeeper {
  readonly #store: () => Store | undefined;
  readonly #writes: RetriedWrites;
  readonly #clock: Pick<GameClock, "isSpent">;
  readonly #isUnfiled: (itemId: string) => boolean;
  readonly #toClose = new Map<string, readonly [itemId: string, place: PlaceKey]>();

  constructor(
    store: () => Store | undefined,
    writes: RetriedWrites,
    clock: Pick<GameClock, "isSpent">,
    /** True while what was found of the id is to be filed, but is not on record in a case. */
    isUnfiled: (itemId: string) => boolean,
  ) {
    this.#clock = clock;
    this.#store = store;
    this.#writes = writes;
    this.#isUnfiled = isUnfiled;
  }

  saveClaim(claim: Claim): void {
    const { itemId, place } = claim;
    // The new claim replaces the one before.
    if (this.#toClose.size > 0) this.#toClose.delete(keyOf(itemId, place));
    void this.#write(itemId, place, (to) => to.saveClaim(claim));
  }

  closeClaim(itemId: string, place: PlaceKey): void {
    if (this.#store() !== undefined) this.#toClose.set(keyOf(itemId, place), [itemId, place]);
  }

  /** False while the store has closed claims on record that could be written. */
  get isDone(): boolean {
    return [...this.#toClose.values()].every(([itemId]) => this.#isUnfiled(itemId));
  }

  finishTickEnd(): void {
    const most = Math.min(this.#toClose.size, CLOSED_PER_TICK);
    let gone = 0;
    for (const [key, closed] of this.#toClose) {
      if (gone === most || (gone >= LEAST_CLOSED && this.#clock.isSpent)) return;
      gone++;
      this.#toClose.delete(key);
      // Those that must wait go to the end, so that they do not hold up others.
      if (this.#isUnfiled(closed[0])) this.#toClose.set(key, closed);
      else void this.#close(closed);
    }
  }

  /** At the stop, when no case is to be written any more. Resolves when the store has been told everything. */
  async finish(): Promise<void> {
    const closed = [...this.#toClose.values()];
    this.#toClose.clear();
    await Promise.all(closed.map((claim) => this.#close(claim)));
  }

  #close([itemId, place]: readonly [itemId: string, place: PlaceKey]): Promise<void> {
    return this.#write(itemId, place, (to) => to.closeClaim(itemId, place));
  }

  async #write(itemId: string, place: PlaceKey, write: (to: Store) => Promise<void>): Promise<void> {
    const to = this.#store();
    if (to === undefined) return;
    const kept = this.#writes.inOrder(keyOf(itemId, place), `A claim about ${itemId}`, () => write(to));
    await kept.catch((error: unknown) => this.#writes.sayLost("A claim", error));
  }
}

function keyOf(itemId: string, place: PlaceKey): string {
  return `${itemId} ${place}`;
}
