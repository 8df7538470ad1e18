import type { Store } from "../../store.ts";
import type { GameClock } from "../../time/game-clock.ts";
import { stateOf } from "../server-states.ts";
import type { TrackedDispute, TrackedDisputes } from "./tracked-disputes.ts";

/** How long after the finder's second look the holder's answer to it is fresh. */
const FRESH_MS = 10_000;

/**
 * `stays` if another server's copy is proven to be there, and is the one that stays. `unconfirmed` if it was proven, and is being looked
 * at again: until that is done, nothing is taken here. `none` if no other server is known to have one.
 */
export type CopyElsewhere = "stays" | "unconfirmed" | "none";

export interface RemovalConsentParts {
  readonly tracked: TrackedDisputes;
  readonly clock: GameClock;
  readonly store: () => Store | undefined;
  /** True for the side that tells staff, and takes its copy. */
  readonly isRemover: (side: TrackedDispute["side"]) => boolean;
  /** The copy here is about to be taken, so it is no longer disputed. */
  readonly onGranted: (tracked: TrackedDispute) => void;
  /** It could not be taken after all. */
  readonly onFailed: (itemId: string) => void;
}

/** Decides whether the copy here may be taken: only while the other server is known to have the one that stays. */
export class RemovalConsent {
  readonly #parts: RemovalConsentParts;

  constructor(parts: RemovalConsentParts) {
    this.#parts = parts;
  }

  /** True if the looks of this dispute are recent enough to rely on. */
  isFresh({ secondLook }: TrackedDispute): boolean {
    return !this.#parts.clock.hasPassed(FRESH_MS, secondLook);
  }

  /** Called before the copy here is taken. A proof that is too old is looked at again. */
  copyElsewhere(itemId: string): CopyElsewhere {
    const ofItem = this.#parts.tracked.ofItem(itemId);
    const tracked = ofItem.find(({ side, isTold }) => isTold && this.#parts.isRemover(side));
    if (tracked === undefined) return "none";
    if (this.#provenOf(itemId) !== undefined && !tracked.isRefused) return "stays";
    if (tracked.dispute.step === "proven") tracked.isRefused = true;
    return "unconfirmed";
  }

  /** True if nobody can say whether the copy that would stay is the item: since a crash it is elsewhere than on record. */
  isInDoubt(itemId: string): boolean {
    return this.#parts.tracked.ofItem(itemId).some(({ custody, there }) => (custody ?? there)?.mayBeCopy === true);
  }

  /** Called just before the copy here is taken. True if the database says that nothing has changed on either side. */
  async requestRemoval(itemId: string, caseNumber: number): Promise<boolean> {
    const tracked = this.#provenOf(itemId);
    const store = this.#parts.store();
    if (tracked === undefined || store === undefined) return false;
    const { number, version, holder } = tracked.dispute;
    tracked.isChanging = true;
    try {
      // A server that died may come back without what it had.
      const keeper = (await store.servers()).find(({ name }) => name === holder.server);
      const isThere = keeper !== undefined && stateOf(keeper) === "fresh";
      const removed = { step: "removed", caseNumber } as const;
      const changed = isThere ? await store.changeDispute(number, version, removed) : undefined;
      if (changed !== undefined) this.#parts.onGranted(tracked);
      tracked.isRefused = changed === undefined;
      tracked.isOutdated = isThere && changed === undefined;
      return changed !== undefined;
    } catch {
      tracked.isRefused = tracked.isOutdated = true;
      return false;
    } finally {
      tracked.isChanging = false;
    }
  }

  /** The removal was granted, but the copy could not be taken. If it is still here, other servers are asked about it again. */
  removalFailed(itemId: string): void {
    this.#parts.onFailed(itemId);
  }

  #provenOf(itemId: string): TrackedDispute | undefined {
    return this.#parts.tracked.ofItem(itemId).find((tracked) => {
      const { side, isOutdated } = tracked;
      const { step, keeper } = tracked.dispute;
      const isProven = step === "proven" && keeper === "holder" && !isOutdated;
      return isProven && this.#parts.isRemover(side) && this.isFresh(tracked);
    });
  }
}
