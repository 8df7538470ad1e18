import type { Config } from "../../config/settings.ts";
import { errorText } from "../../errors.ts";
import type { Holders } from "../../judging/custody/holders.ts";
import { asEvidence, countItems, withoutLeftoverWindows } from "../../judging/evidence.ts";
import type { VisibleCopies } from "../../judging/visible-copies.ts";
import type { Copy } from "../../looking/look.ts";
import type { UnprocessedItems } from "../../looking/unprocessed-items.ts";
import type { Log } from "../../model/log.ts";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import { accountPlace, onAnotherServer, placeKind } from "../../model/place.ts";
import type { CopyElsewhere, RemovalConsent } from "../../network/disputes/removal-consent.ts";
import type { Platform } from "../../platform.ts";
import type { QuarantinedItem, Store } from "../../store.ts";
import { encodedItem } from "../../tagging/encoded-item.ts";
import type { GameClock } from "../../time/game-clock.ts";
import { OncePerMinute } from "../../time/once-per-minute.ts";
import { RecentMap } from "../../time/recent-map.ts";
import type { StoredHolders } from "../stored-holders.ts";
import { type HoldReason, hasOneOwner, planRemoval } from "./keep-rule.ts";
import type { RemovalBrake } from "./removal-brake.ts";
import type { RemovalEntries } from "./removal-entries.ts";
import { isPlain, outerIdOf, type RemovalOrder, type RemovalWish } from "./removal-order.ts";
import { isBoxPartlyUnprocessed, uniqueContent } from "./unique-contents.ts";

/** Ids that are planned in one tick end. The rest wait for the next. */
const PLANS_PER_TICK = 16;

/** At least this many are, however long the tick end has taken. */
const MIN_PLANS = 2;

/** Ticks until the store is asked again after a failure: one second. */
const RETRY_TICKS = 20;

/**
 * At least this many held-back removals are remembered, so that staff are told of each once. Of earlier ones they may be told again.
 */
const HELD_BACK = 4096;

/** Other servers that may have the copy that stays. */
export interface CopiesElsewhere {
  readonly removalConsent: Pick<RemovalConsent, "copyElsewhere" | "isInDoubt" | "requestRemoval" | "removalFailed">;
  /** True while other servers are being asked about the item, or are about to be. */
  isAskedAbout(itemId: string): boolean;
}

export interface HeldBack {
  readonly caseNumber: number;
  readonly itemId: string;
  readonly reason: HoldReason;
}

export interface RemovalPlansParts {
  /** Absent when the server has the store to itself. */
  readonly network: CopiesElsewhere | undefined;
  readonly platform: Platform;
  readonly unprocessed: UnprocessedItems;
  readonly visibleCopies: VisibleCopies;
  readonly holders: Holders;
  readonly storedHolders: StoredHolders;
  /** Stops removals that staff did not order. */
  readonly brake: RemovalBrake;
  readonly config: Config;
  readonly clock: GameClock;
  readonly log: Log;
  /** Extra copies stay where they are, for a reason. */
  readonly onHeldBack: (held: HeldBack) => void;
}

/** Decides which copies of an id are to go, and puts each on record in quarantine before it may be taken. */
export class RemovalPlans {
  readonly #parts: RemovalPlansParts;
  readonly #entries: RemovalEntries;
  readonly #onReady: (orders: readonly RemovalOrder[]) => void;
  readonly #failures: OncePerMinute;
  /** Ids whose removal is being decided, or is on its way into the store. */
  readonly #planning = new Set<string>();
  /** Ids with a copy that stays on another server, which has agreed that the copies here may be taken. */
  readonly #granted = new Set<string>();
  /** Removals that were held back, and told to staff: the case, the reason and the id. */
  readonly #heldBack = new RecentMap<string, true>(HELD_BACK);
  /** Ids to be planned at a tick end, in the order in which they were ordered. */
  readonly #wanted = new Map<string, RemovalWish>();
  /** After a failure of the store, nothing is planned before this tick. */
  #pausedUntil = 0;

  constructor(parts: RemovalPlansParts, entries: RemovalEntries, onReady: (orders: readonly RemovalOrder[]) => void) {
    this.#parts = parts;
    this.#entries = entries;
    this.#onReady = onReady;
    this.#failures = new OncePerMinute(parts.clock);
  }

  /** Orders that all visible copies of the id but one are taken. It replaces an earlier order. */
  orderRemoval(itemId: string, wish: RemovalWish): void {
    if (this.#parts.platform.remove !== undefined) this.#wanted.set(itemId, wish);
    else this.#holdBack(itemId, wish.caseNumber, "cannot-remove");
  }

  /** Orders it again, unless there is a newer order: staff may have given that. */
  retryUnlessOrdered(itemId: string, wish: RemovalWish): void {
    if (!this.#wanted.has(itemId)) this.#wanted.set(itemId, wish);
  }

  /** True while the box that the copy is in is on its way out, with its contents. */
  isBoxGoing(copy: Copy): boolean {
    return this.#planning.has(outerIdOf(copy));
  }

  /** All orders of the plan for this id were carried out: the id may be planned again. */
  endPlanning(itemId: string): void {
    this.#planning.delete(itemId);
    this.#granted.delete(itemId);
  }

  /** At a tick end. Without a store nothing is planned. */
  planDue(store: Store | undefined): void {
    if (this.#wanted.size === 0 || store === undefined || this.#parts.clock.tick < this.#pausedUntil) return;
    const idle = [...this.#wanted.keys()].filter((itemId) => !this.#planning.has(itemId));
    for (const [planned, itemId] of idle.slice(0, PLANS_PER_TICK).entries()) {
      if (planned >= MIN_PLANS && this.#parts.clock.isSpent) return;
      this.#planOne(itemId, store);
    }
  }

  /** True while an unprocessed item may be a copy of this id, or the only copy of something in a box that is to go. */
  isPartlyUnprocessed(itemId: string, copies: readonly Copy[]): boolean {
    const { unprocessed } = this.#parts;
    return (
      unprocessed.isWaiting(itemId) ||
      copies.some((copy) => !isPlain(copy) && isBoxPartlyUnprocessed(copy, unprocessed))
    );
  }

  /** A box with somebody's only sword in it is left alone; staff see the case, and can empty it first. */
  isProtected(copy: Copy): boolean {
    return uniqueContent(copy, this.#withOtherServers()) !== undefined;
  }

  /** False if the copy may be the one that stays: since the removal was planned, the copies may have changed places. */
  isStillLater(target: Copy, copies: readonly Copy[], { wish, kept }: RemovalOrder): boolean {
    if (wish.isByStaff) return true;
    const real = withoutLeftoverWindows(copies);
    if (this.#parts.config.keepOldestOnDupRemove)
      return kept === undefined || real.some((copy) => copy !== target && this.#isKept(copy, kept));
    return hasOneOwner(real) || (this.#isFirstKnown(target.itemId, copies) && target !== real[0]);
  }

  /**
   * The copies that go, wherever they are: those that are not where the first one is. With `keep-oldest` only the plan knows which stays. What
   * lies on the ground may just have fallen out of the very place: it is looked at again first.
   */
  laterOf(copies: readonly Copy[], isKept: boolean): readonly Copy[] {
    const [first, ...others] = withoutLeftoverWindows(copies);
    if (first === undefined) return [];
    const isElsewhere = ({ place }: Copy) =>
      placeKind(place) !== "ground" && (isKept || accountPlace(place) !== accountPlace(first.place));
    if (isKept) return [first, ...others].filter(isElsewhere);
    return this.#parts.config.keepOldestOnDupRemove ? [] : others.filter(isElsewhere);
  }

  /** With `keep-oldest` one copy stays with whoever had it first, or where it was: it may be another one by now. */
  #isKept({ itemId, place }: Copy, kept: NonNullable<RemovalOrder["kept"]>): boolean {
    if (accountPlace(place) === accountPlace(kept.place)) return true;
    return kept.holderId !== NIL_UUID && this.#parts.holders.holderOf(itemId, place).id === kept.holderId;
  }

  /** If it is not known which of two boxes was there first, it is not known of their contents either. */
  #isFirstKnown(itemId: string, copies: readonly Copy[]): boolean {
    return [itemId, ...copies.map(outerIdOf)].every((id) => this.#parts.visibleCopies.isFirstKnown(id));
  }

  /** True if the copy is protected, and no other server is being asked about its contents: waiting will not change that. */
  #isProtectedForGood(copy: Copy): boolean {
    const { network } = this.#parts;
    return uniqueContent(copy, this.#withOtherServers(), (itemId) => !network?.isAskedAbout(itemId)) !== undefined;
  }

  #withOtherServers(): Parameters<typeof uniqueContent>[1] {
    const { visibleCopies } = this.#parts;
    return {
      copiesOf: (itemId) => visibleCopies.copiesOf(itemId),
      isElsewhere: (itemId, place) =>
        visibleCopies.isElsewhere(itemId, place) ||
        this.#granted.has(itemId) ||
        this.#copyElsewhere(itemId) === "stays",
    };
  }

  #planOne(itemId: string, store: Store): void {
    const wish = this.#wanted.get(itemId);
    // An id that is being planned is planned again afterwards: the new wish may be staff's.
    if (wish === undefined || this.#planning.has(itemId)) return;
    this.#wanted.delete(itemId);
    if (this.#copyElsewhere(itemId) === "unconfirmed") {
      this.#wanted.set(itemId, wish);
      return;
    }
    const copies = this.#copiesOf(itemId, wish);
    if (copies === undefined || this.isPartlyUnprocessed(itemId, copies) || this.#isOrderAsked(itemId, copies)) {
      this.#wanted.set(itemId, wish);
      return;
    }
    if (countItems(copies) < (this.#copyElsewhere(itemId) === "stays" ? 1 : 2)) return;
    if (!wish.isByStaff && !this.#parts.brake.isReleased) {
      this.#holdBack(itemId, wish.caseNumber, "switched-off");
      return;
    }
    if (!wish.isByStaff && this.#isKeptInDoubt(itemId)) {
      this.#holdBack(itemId, wish.caseNumber, "unknown-first");
      return;
    }
    // Boxes first: what becomes of them decides about what is inside.
    const boxes = new Set(copies.map(outerIdOf));
    for (const boxId of boxes) this.#planOne(boxId, store);
    if ([...boxes].some((boxId) => this.#planning.has(boxId))) this.#wanted.set(itemId, wish);
    else this.#beginPlan(itemId, copies, wish, store);
  }

  /** Looks for a copy that has left since it was seen. Returns `undefined` while that is under way. */
  #copiesOf(itemId: string, wish: RemovalWish): readonly Copy[] | undefined {
    const seen = wish.seen.filter(({ place }) => onAnotherServer(place) === undefined);
    const { visibleCopies } = this.#parts;
    const copies = visibleCopies.copiesOf(itemId);
    if (countItems(copies) >= seen.reduce((sum, { count }) => sum + count, 0)) return copies;
    return visibleCopies.lookAround(seen) ? visibleCopies.copiesOf(itemId) : undefined;
  }

  /**
   * True while the store is asked where the item was before. Until it answers, the copy that was seen first may be the one that turned up.
   */
  #isOrderAsked(itemId: string, copies: readonly Copy[]): boolean {
    if (this.#copyElsewhere(itemId) === "stays") return false;
    return [itemId, ...copies.map(outerIdOf)].some((id) => this.#parts.visibleCopies.isFirstAsked(id));
  }

  #beginPlan(itemId: string, copies: readonly Copy[], wish: RemovalWish, store: Store): void {
    this.#planning.add(itemId);
    this.#prepare(itemId, copies, wish, store).catch((error: unknown) => {
      this.#planning.delete(itemId);
      this.retryUnlessOrdered(itemId, wish);
      this.#pausedUntil = this.#parts.clock.tick + RETRY_TICKS;
      const text = errorText(error);
      this.#failures.run(() =>
        this.#parts.log.error(`Copies of ${itemId} stay where they are until the store works again: ${text}`),
      );
    });
  }

  async #prepare(itemId: string, copies: readonly Copy[], wish: RemovalWish, store: Store): Promise<void> {
    const { config, holders, storedHolders } = this.#parts;
    // Decided before the first await: within this tick end, one look serves everything that is inside.
    const mustStay = new Set(copies.filter((copy) => this.isProtected(copy)));
    const isFirstKnown = this.#isFirstKnown(itemId, copies);
    const isKept = this.#copyElsewhere(itemId) === "stays";
    if (isKept && mustStay.size > 0) {
      this.#planning.delete(itemId);
      // Other servers may still be asked about the contents. Until they answer, the box waits.
      if (copies.some((copy) => this.#isProtectedForGood(copy)))
        this.#holdBack(itemId, wish.caseNumber, "unique-contents");
      else this.retryUnlessOrdered(itemId, wish);
      return;
    }
    await storedHolders.learn(copies, store);
    const all = copies.map((copy) => ({ copy, count: copy.item.count }));
    const plan = isKept
      ? { removed: all }
      : await planRemoval(copies, {
          keepsOldest: config.keepOldestOnDupRemove,
          isOrdered: wish.isByStaff,
          isFirstKnown,
          store,
          holders,
          isProtected: (copy) => mustStay.has(copy),
        });
    const { removed, heldBack } = plan;
    if (heldBack !== undefined) this.#holdBack(itemId, wish.caseNumber, heldBack);
    const kept = plan.kept && { place: plan.kept.place, holderId: holders.holderOf(itemId, plan.kept.place).id };
    const orders: RemovalOrder[] = [];
    // Encoded before anything else is waited for, while the copies are as they were seen.
    const encoded = removed.map(({ copy, count }) => ({ copy, count, data: encodedItem(copy.item, count) }));
    for (const { copy, count, data } of encoded) {
      if (data === undefined) continue;
      const entry = await this.#entries.add(this.#entryOf(copy, data, wish, store), store);
      orders.push({ copy, count, wish, isKept, ...(kept && { kept }), entry });
    }
    const cannotKeep = encoded.some(({ data }) => data === undefined);
    if (cannotKeep) this.#holdBack(itemId, wish.caseNumber, "cannot-keep");
    if (isKept && !(await this.#parts.network?.removalConsent.requestRemoval(itemId, wish.caseNumber))) {
      for (const { entry } of orders) this.#entries.markVoid(entry, store);
      this.#planning.delete(itemId);
      this.retryUnlessOrdered(itemId, wish);
      return;
    }
    if (isKept && orders.length > 0) this.#granted.add(itemId);
    this.#onReady(orders);
    if (orders.length > 0) return;
    this.#planning.delete(itemId);
    // The copies changed since they were seen, e.g. a stack was split: what is there now is looked at again.
    if (heldBack === undefined && !cannotKeep) this.retryUnlessOrdered(itemId, { ...wish, seen: [] });
  }

  #entryOf(copy: Copy, data: Uint8Array, { caseNumber }: RemovalWish, store: Store): QuarantinedItem {
    const { holders, clock } = this.#parts;
    return {
      number: 0,
      caseNumber,
      itemId: copy.itemId,
      material: copy.item.material,
      data,
      state: "taking",
      takenFrom: asEvidence(copy, holders, clock.now()),
      takenMs: clock.now(),
      returnToId: "",
      freshId: "",
      takenBy: store.serverName,
      returnedBy: "",
      claim: "",
    };
  }

  #copyElsewhere(itemId: string): CopyElsewhere {
    return this.#parts.network?.removalConsent.copyElsewhere(itemId) ?? "none";
  }

  /** True if another server's copy would stay, and nobody can say whether that is the item. */
  #isKeptInDoubt(itemId: string): boolean {
    return this.#copyElsewhere(itemId) === "stays" && this.#parts.network?.removalConsent.isInDoubt(itemId) === true;
  }

  /** Extra copies stay: staff are told why, once. */
  #holdBack(itemId: string, caseNumber: number, reason: HoldReason): void {
    const key = `${caseNumber} ${reason} ${itemId}`;
    if (this.#heldBack.get(key)) return;
    this.#heldBack.set(key, true);
    this.#parts.onHeldBack({ caseNumber, itemId, reason });
  }
}
