import type { Opener } from "../../judging/verdict.ts";
import type { Dispute } from "../../model/network-questions.ts";
import type { Custody } from "../../store.ts";
import type { WaitStart } from "../../time/game-clock.ts";

/** An open dispute in which this server is a side, and what it has done about it so far. */
export interface TrackedDispute {
  dispute: Dispute;
  readonly side: "finder" | "holder";
  opener: Opener | undefined;
  /** The item's custody on record, and when it was read. */
  custody: Custody | undefined;
  custodyTick: number;
  /** Since when this server knows of the dispute, and when the item was last seen here. */
  readonly sinceTick: number;
  seenTick: number;
  /** When the finder's second look was written, or read. */
  secondLook: WaitStart;
  isChanging: boolean;
  /** True if the database refused a step: nothing more is written before it has said how the dispute is now. */
  isOutdated: boolean;
  isToBeTold: boolean;
  isTold: boolean;
  /** True if the removal was refused, or the proof is from an earlier run: all looks are made again when the other server is there. */
  isRefused: boolean;
  /** On the finder's side: custody of the item when it was found, and whether staff were told that it may be there as well. */
  there: Custody | undefined;
  isSuspected: boolean;
}

export function newTrackedDispute(
  about: Pick<TrackedDispute, "dispute" | "side" | "opener" | "there">,
  now: WaitStart,
): TrackedDispute {
  return {
    ...about,
    secondLook: now,
    custody: undefined,
    custodyTick: -1,
    sinceTick: now.tick,
    seenTick: -1,
    isChanging: false,
    isOutdated: false,
    isToBeTold: false,
    isTold: false,
    isRefused: false,
    isSuspected: false,
  };
}

/** The open disputes of this server, by number and by item: a box of thousands may be disputed at once. */
export class TrackedDisputes {
  readonly #byNumber = new Map<number, TrackedDispute>();
  readonly #byItem = new Map<string, TrackedDispute[]>();

  all(): Iterable<TrackedDispute> {
    return this.#byNumber.values();
  }

  get(number: number): TrackedDispute | undefined {
    return this.#byNumber.get(number);
  }

  /** Disputes of this item: one for each other server that may have it. */
  ofItem(itemId: string): readonly TrackedDispute[] {
    return this.#byItem.get(itemId) ?? [];
  }

  add(tracked: TrackedDispute): void {
    const { number, itemId } = tracked.dispute;
    this.#byNumber.set(number, tracked);
    this.#byItem.set(itemId, [...this.ofItem(itemId), tracked]);
  }

  delete({ dispute: { number, itemId } }: TrackedDispute): void {
    this.#byNumber.delete(number);
    const left = this.ofItem(itemId).filter(({ dispute }) => dispute.number !== number);
    if (left.length > 0) this.#byItem.set(itemId, left);
    else this.#byItem.delete(itemId);
  }

  /** The next ones in turn: those that were reached go to the end. */
  next(count: number): readonly TrackedDispute[] {
    const reached: TrackedDispute[] = [];
    for (const tracked of this.#byNumber.values()) {
      if (reached.length === count) break;
      reached.push(tracked);
    }
    for (const tracked of reached) {
      this.#byNumber.delete(tracked.dispute.number);
      this.#byNumber.set(tracked.dispute.number, tracked);
    }
    return reached;
  }
}
