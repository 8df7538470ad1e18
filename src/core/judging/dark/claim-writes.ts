import type { PlaceKey } from "../../model/place.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import type { Claim, Store } from "../../store.ts";
import type { GameClock } from "../../time/game-clock.ts";
import type { ClaimKeeper } from "./claims.ts";

/** Closed claims that one tick end goes through; the rest follows at the next, in the same order. */
const CLOSED_PER_TICK = 64;

/** At least this many, even if the tick end's time is spent. */
const MIN_CLOSED = 16;

/**
 * Keeps claims in the store, once there is one. A new claim is written at once, because a tick opens only a limited number. When a box
 * goes, all claims on its contents are closed together: those are written in turn. If the process ends before that, the next start finds a
 * claim that the first look settles.
 *
 * A proof closes claims too. After a crash they still tell where its copies were, and which was first; or, if a copy was taken before,
 * that these are others. So they stay in the store as long as the copies are there, and at least until the case is on record.
 */
export class ClaimWrites implements ClaimKeeper {
  readonly #store: () => Store | undefined;
  readonly #writes: RetriedWrites;
  readonly #clock: Pick<GameClock, "isSpent">;
  readonly #mustKeep: (claim: Claim) => boolean;
  readonly #toClose = new Map<string, Claim>();

  constructor(
    store: () => Store | undefined,
    writes: RetriedWrites,
    clock: Pick<GameClock, "isSpent">,
    /** True while the store is to keep a claim that is closed. */
    mustKeep: (claim: Claim) => boolean,
  ) {
    this.#clock = clock;
    this.#store = store;
    this.#writes = writes;
    this.#mustKeep = mustKeep;
  }

  saveClaim(claim: Claim): void {
    const { itemId, place } = claim;
    // The new claim replaces the one before.
    if (this.#toClose.size > 0) this.#toClose.delete(keyOf(itemId, place));
    void this.#write(itemId, place, (to) => to.saveClaim(claim));
  }

  closeClaim(claim: Claim): void {
    if (this.#store() !== undefined) this.#toClose.set(keyOf(claim.itemId, claim.place), claim);
  }

  finishTickEnd(): void {
    const most = Math.min(this.#toClose.size, CLOSED_PER_TICK);
    let gone = 0;
    for (const [key, closed] of this.#toClose) {
      if (gone === most || (gone >= MIN_CLOSED && this.#clock.isSpent)) return;
      gone++;
      this.#toClose.delete(key);
      // Those that must wait go to the end, so that they do not hold up others.
      if (this.#mustKeep(closed)) this.#toClose.set(key, closed);
      else void this.#close(closed);
    }
  }

  /** At an orderly stop, when the cases are on record: what was still to be known after a crash is written otherwise. */
  async finish(): Promise<void> {
    const closed = [...this.#toClose.values()];
    this.#toClose.clear();
    await Promise.all(closed.map((claim) => this.#close(claim)));
  }

  #close({ itemId, place }: Claim): Promise<void> {
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
