import { asEvidence, countItems } from "../../judging/evidence.ts";
import { type Copy, slotsInside } from "../../looking/look.ts";
import { withOwnStack } from "../../looking/own-stack.ts";
import { materialName } from "../../model/material.ts";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import type { Platform } from "../../platform.ts";
import type { Recorder } from "../../recording/recorder.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import type { QuarantinedItem, Store } from "../../store.ts";
import { editInner } from "../../tagging/edit-inner.ts";
import { encodedItem } from "../../tagging/encoded-item.ts";
import { RemovalEntries } from "./removal-entries.ts";
import type { RemovalNotices } from "./removal-notices.ts";
import { depthOf, isPlain, outerIdOf, type RemovalOrder, type RemovalWish } from "./removal-order.ts";
import { RemovalPlans, type RemovalPlansParts } from "./removal-plans.ts";

/** Copies that are taken in one tick end. The rest wait for the next. */
const TAKES_PER_TICK = 16;

/** At least this many are, however long the tick end has taken. */
const MIN_TAKES = 2;

/** Copies elsewhere that are compared with the one that is missing, each byte by byte. */
const MAX_COMPARED = 8;

interface RemovalParts extends RemovalPlansParts {
  readonly recorder: Recorder;
  readonly writes: RetriedWrites;
  readonly removalNotices: RemovalNotices;
  /** Something was taken: the case is told. */
  readonly onTaken: (item: QuarantinedItem) => void;
  /** Staff have decided that this was not the item, and it was taken. */
  readonly onDecided: (itemId: string) => void;
}

/**
 * Takes extra copies away. An item is whole in the store before it leaves the world. A box is taken only if it is there exactly as it was
 * seen; otherwise it is looked at again.
 */
export class Removal {
  readonly #parts: RemovalParts;
  readonly #entries: RemovalEntries;
  readonly #plans: RemovalPlans;
  readonly #ready: RemovalOrder[] = [];
  /** Places from which something was taken since they were looked at. */
  readonly #changed = new Set<PlaceKey>();
  #isUnsettled = false;
  #store: Store | undefined;

  constructor(parts: RemovalParts) {
    this.#parts = parts;
    this.#entries = new RemovalEntries(parts);
    this.#plans = new RemovalPlans(parts, this.#entries, (orders) => this.#ready.push(...orders));
  }

  connect(store: Store): void {
    this.#store = store;
  }

  /**
   * Orders that all visible copies of an id but one are taken, as the next tick ends find them. The order is kept until the store can be
   * asked.
   */
  orderRemoval(itemId: string, wish: RemovalWish): void {
    this.#plans.orderRemoval(itemId, wish);
  }

  /** True if the store may have an item on record as taken, or about to be, that is in the world: the next start must check. */
  get isUnsettled(): boolean {
    return this.#isUnsettled;
  }

  /** At the stop: what was about to be taken stays in the world, and is not on record as taken. Resolves when the store has that. */
  async release(): Promise<void> {
    if (this.#store !== undefined && !(await this.#entries.release(this.#store))) this.#isUnsettled = true;
  }

  /** At a tick end, after the looks: takes copies that are safe in the store, and plans what else was ordered. */
  carryOutDue(): void {
    if (this.#ready.length > 0) this.#carryOutAll();
    this.#plans.planDue(this.#store);
  }

  #carryOutAll(): void {
    const { visibleCopies, clock } = this.#parts;
    // A box is taken as it was when it went on record: its contents wait until the box is decided about, and go with it.
    const left = new Map<string, number>();
    for (const { copy } of this.#ready) left.set(copy.itemId, (left.get(copy.itemId) ?? 0) + 1);
    const isBoxFirst = ({ copy }: RemovalOrder) => this.#plans.isBoxGoing(copy) && !left.has(outerIdOf(copy));
    const waiting = this.#ready.filter(isBoxFirst);
    // Outer items first: the contents of a box go with it.
    const due = this.#ready.filter((order) => !isBoxFirst(order)).sort((a, b) => depthOf(a) - depthOf(b));
    const handled = new Set<string>();
    // No order is carried out twice, even if one fails: what it took would be void at the second try.
    this.#ready.splice(0, this.#ready.length, ...due, ...waiting);
    for (let done = 0; done < due.length && done < TAKES_PER_TICK; done++) {
      if (done >= MIN_TAKES && clock.isSpent) break;
      const order = due[done]!;
      const { itemId } = order.copy;
      // An item that was just taken may have had the same id, or may be in this box too.
      const mustLook = handled.has(itemId) || !isPlain(order.copy);
      if (mustLook && done > 0 && visibleCopies.isBusy) break;
      if (mustLook) this.#lookAtChanged();
      this.#ready.shift();
      handled.add(itemId);
      const seen = this.#carryOutOrLeave(order);
      left.set(itemId, left.get(itemId)! - 1);
      // A new plan may let another copy stay: orders of the old one must not take that.
      if (left.get(itemId) === 0) this.#plans.endPlanning(itemId);
      // More copies may have been made, or a target may have moved, while the store was busy.
      this.#plans.retryUnlessOrdered(itemId, { ...order.wish, seen });
    }
    this.#lookAtChanged();
  }

  /** If the game server fails in the middle, nobody knows whether the item is still there: the next start finds out. */
  #carryOutOrLeave(order: RemovalOrder): readonly SeenCopy[] {
    try {
      return this.#carryOut(order);
    } catch (error) {
      this.#isUnsettled = true;
      this.#entries.leaveOpen(order.entry);
      throw error;
    }
  }

  /** Looks once at each place from which single items were taken, however many they were. */
  #lookAtChanged(): void {
    for (const place of this.#changed) this.#parts.visibleCopies.lookAgain(place);
    this.#changed.clear();
  }

  /** Returns the copies to look for, because one of them is missing; empty when none is. */
  #carryOut(order: RemovalOrder): readonly SeenCopy[] {
    const { copy, count, entry, wish, isKept } = order;
    const { platform, visibleCopies, holders, clock, brake } = this.#parts;
    const { itemId } = copy;
    const live = visibleCopies.copiesOf(itemId);
    // A player who moves it meanwhile gains nothing, within the place or to another.
    const here = live.filter(({ place }) => place === copy.place);
    const there = here.toSorted((a, b) => Number(b.slot === copy.slot) - Number(a.slot === copy.slot)).find(isAsSeen);
    const isWhole = (other: Copy) => other.item.count === count && isAsSeen(other);
    const target = there ?? this.#plans.laterOf(live, isKept).slice(0, MAX_COMPARED).find(isWhole);
    const isSurplus = countItems(live) - count >= (isKept ? 0 : 1) && !this.#plans.isPartlyUnprocessed(itemId, live);
    const mayGoWhole = (whole: Copy) =>
      (isKept || this.#plans.isStillLater(whole, live, order)) && !this.#plans.isProtected(whole);
    // An item may be worn a little more than when it went on record. It goes into quarantine as it is now.
    const data = target && encodedItem(target.item, count);
    const mayGo = isSurplus && target !== undefined && (target.item.count > count || mayGoWhole(target));
    if (mayGo && data !== undefined && (wish.isByStaff || brake.mayTake()) && takeOut(platform, target, count, live)) {
      if (!wish.isByStaff) brake.countRemoval();
      this.#changed.add(target.place);
      if (!isPlain(target)) this.#lookAtChanged();
      const takenFrom = there ? { ...entry.takenFrom, slot: there.slot } : asEvidence(target, holders, clock.now());
      this.#recordTaken({ ...entry, takenFrom, data, state: "held" }, target);
      if (wish.isByStaff) this.#parts.onDecided(itemId);
      return [];
    }
    // It was not taken, usually because it moved, changed or left while the store was busy. The entry is void, and a copy that left is
    // looked for.
    this.#entries.markVoid(entry, this.#store!);
    if (isKept) this.#parts.network?.removalConsent.removalFailed(itemId);
    if (visibleCopies.lookAround([entry.takenFrom])) return [];
    return [...live.map((other) => asEvidence(other, holders, clock.now())), entry.takenFrom];

    function isAsSeen(other: Copy): boolean {
      return other.item.count >= count && (isSame(other, entry, count) || isWorn(other, entry));
    }
  }

  #recordTaken(entry: QuarantinedItem, { location }: Copy): void {
    const { recorder, log, removalNotices, onTaken } = this.#parts;
    const { itemId, takenFrom, caseNumber } = entry;
    const material = materialName(entry.material);
    this.#entries.save(entry, this.#store!);
    recorder.recordTransfer(itemId, takenFrom.holderId, "REMOVED", location);
    const holder = takenFrom.holderName || "nobody";
    log.warn(
      `Case ${caseNumber}: took ${material} ${itemId} from ${holder} at ${takenFrom.location}; it is in quarantine.`,
    );
    if (takenFrom.holderId !== NIL_UUID) removalNotices.tellTaken(takenFrom.holderId, material, caseNumber);
    onTaken(entry);
  }
}

/** True if the stack is the one on record: nothing about it has changed. */
function isSame({ item }: Copy, entry: QuarantinedItem, count: number): boolean {
  const now = encodedItem(item, count);
  return now?.length === entry.data.length && now.every((byte, at) => byte === entry.data[at]);
}

/**
 * True if only the item's own data have changed. What it holds must be as on record: if the server died before the new data are, things
 * that were put in would be lost, and things that were taken out would be there twice.
 */
function isWorn({ item }: Copy, entry: QuarantinedItem): boolean {
  return item.material === entry.material && item.contents() === undefined;
}

/**
 * Takes `count` items of a copy out of the world, wherever it is. False if it is no longer there as it was seen; then nothing has changed.
 * `copies`: all visible copies of its id.
 */
function takeOut(platform: Platform, copy: Copy, count: number, copies: readonly Copy[]): boolean {
  const path = slotsInside(copy);
  // Taken whole, a stack leaves its slot, and whatever else refers to it is as before.
  const own = path.length === 0 && copy.item.count <= count ? copy : withOwnStack(copy, copies, platform);
  if (own === undefined) return false;
  if (path.length === 0) return platform.remove?.(own.place, own.slot, own.item, count) ?? false;
  let isTaken = false;
  editInner(own.outer, path, (item, contents, slot) => {
    if (item.readTag() !== copy.itemId || item.count < count) return;
    contents.remove(slot, count);
    isTaken = true;
  });
  return isTaken;
}
