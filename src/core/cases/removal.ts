import type { Config } from "../config/settings.ts";
import { asEvidence, countItems } from "../judging/evidence.ts";
import type { Holders } from "../judging/holders.ts";
import type { Sight } from "../judging/sight.ts";
import { type Copy, innerPath } from "../looking/look.ts";
import type { Log } from "../model/log.ts";
import { materialName } from "../model/material.ts";
import { NIL_UUID } from "../model/nil-uuid.ts";
import { onAnotherServer, type PlaceKey } from "../model/place.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import type { Platform } from "../platform.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { RetriedWrites } from "../recording/retried-writes.ts";
import type { QuarantinedItem, Store } from "../store.ts";
import { readItemId } from "../tagging/item-tag.ts";
import type { Clock } from "../time/clock.ts";
import { OncePerMinute } from "../time/once-per-minute.ts";
import type { HolderLookup } from "./holder-lookup.ts";
import { type HoldReason, planRemoval } from "./keep-rule.ts";
import { addEntry, saveEntry } from "./quarantine-entry.ts";
import type { RemovalBrake } from "./removal-brake.ts";
import { takeOut } from "./take-out.ts";
import { holdsUniqueContents } from "./unique-contents.ts";
import type { UntoldRemovals } from "./untold-removals.ts";

/** Ids whose copies are decided about, and copies that are taken, in one tick end; the rest has its turn in the next. */
const PLANS_PER_TICK = 16;
const TAKES_PER_TICK = 16;

/** Void entries that are remembered to be used again. */
const MAX_SPARE = 1024;

/** Ticks until a store that could not say which copy is to stay is asked again: a second. */
const RETRY_TICKS = 20;

/** An id whose extra copies are to go. */
interface Wish {
  readonly caseNumber: number;
  /** The copies on record: what of them is not there any more is looked for. */
  readonly seen: readonly SeenCopy[];
  /** Staff asked for it, and have seen what there is to see. */
  readonly isByStaff: boolean;
}

/** A copy that is on record in quarantine as `taking`, and may be taken out at the next tick end. */
interface Order {
  readonly copy: Copy;
  /** How many boxes it lies in. */
  readonly depth: number;
  readonly count: number;
  readonly wish: Wish;
  /** Another server has the copy that stays: this one may be the last here. */
  readonly isKept: boolean;
  readonly entry: QuarantinedItem;
}

/** Other servers that may have the copy that stays. */
export interface KeptElsewhere {
  /** True when another server's copy is proven to be there, and is the one that stays. */
  isKeptElsewhere(itemId: string): boolean;
  /** Just before the copy that is here is taken: false when that is not so any more. */
  claimRemoval(itemId: string, caseNumber: number): Promise<boolean>;
}

export interface RemovalParts {
  /** Absent when the server has the store to itself. */
  readonly elsewhere: KeptElsewhere | undefined;
  readonly platform: Platform;
  readonly sight: Sight;
  readonly actors: Holders;
  readonly holders: HolderLookup;
  readonly recorder: Recorder;
  readonly writes: RetriedWrites;
  readonly untold: UntoldRemovals;
  /** Stops what staff did not order themselves. */
  readonly brake: RemovalBrake;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** Something was taken: the case is told. */
  readonly onTaken: (item: QuarantinedItem) => void;
  /** Extra copies stay where they are, for a reason. */
  readonly onHeldBack: (held: HeldBack) => void;
}

export interface HeldBack {
  readonly caseNumber: number;
  readonly itemId: string;
  readonly reason: HoldReason;
}

/**
 * Takes extra copies away. An item is whole in the store before it leaves the world, and nothing is taken that is not there
 * exactly as it was seen: otherwise we look again.
 */
export class Removal {
  readonly #parts: RemovalParts;
  readonly #failures: OncePerMinute;
  /** Ids whose copies are decided about, or on their way into the store. */
  readonly #planning = new Set<string>();
  /** What was held back, and told: the case, the reason and the id. */
  readonly #heldBack = new Set<string>();
  /** Ids to be looked at at a tick end, in the order in which they were asked for. */
  readonly #wanted = new Map<string, Wish>();
  readonly #ready: Order[] = [];
  /** Places from which something was taken since they were looked at. */
  readonly #changed = new Set<PlaceKey>();
  /** Entries that are void, by case and id: the next try of the same uses the same one, so that a restless copy fills no store. */
  readonly #spare = new Map<string, number>();
  #ticks = 0;
  /** The store failed: until this tick nothing is planned. */
  #pausedUntil = 0;
  #store: Store | undefined;

  constructor(parts: RemovalParts) {
    this.#parts = parts;
    this.#failures = new OncePerMinute(parts.clock);
  }

  connect(store: Store): void {
    this.#store = store;
  }

  /** All visible copies of an id but one are taken, as the next tick ends find them. Kept until the store can be asked. */
  order(itemId: string, caseNumber: number, seen: readonly SeenCopy[], isByStaff = false): void {
    if (this.#parts.platform.remove !== undefined) this.#wanted.set(itemId, { caseNumber, seen, isByStaff });
    else this.#holdBack(itemId, caseNumber, "cannot-remove");
  }

  /** At a tick end, after the looks: what is safe in the store leaves the world, and what is wanted is looked at. */
  carryOutDue(): void {
    this.#ticks++;
    if (this.#ready.length > 0) this.#carryOutAll();
    if (this.#wanted.size > 0 && this.#store !== undefined && this.#ticks >= this.#pausedUntil) this.#plan(this.#store);
  }

  #carryOutAll(): void {
    const { sight } = this.#parts;
    // Outer items first: what is inside a box that goes, goes with it.
    this.#ready.sort((a, b) => a.depth - b.depth);
    const handled = new Set<string>();
    let next = 0;
    while (next < this.#ready.length && next < TAKES_PER_TICK) {
      const order = this.#ready[next]!;
      const { itemId } = order.copy;
      // What was taken before may have been of the same id, or of what is in this box.
      const mustLook = handled.has(itemId) || !isPlain(order.copy);
      if (mustLook && next > 0 && sight.isBusy) break;
      if (mustLook) this.#lookAtChanged();
      next++;
      handled.add(itemId);
      const seen = this.#carryOut(order);
      // More copies may have been made, or a target may have moved, while the store was busy.
      this.#wantAgain(itemId, { ...order.wish, seen });
    }
    this.#lookAtChanged();
    this.#ready.splice(0, next);
  }

  /** A place from which single items were taken is looked at once, however many they were. */
  #lookAtChanged(): void {
    for (const place of this.#changed) this.#parts.sight.lookAgain(place);
    this.#changed.clear();
  }

  #plan(store: Store): void {
    const idle = [...this.#wanted.keys()].filter((itemId) => !this.#planning.has(itemId));
    for (const itemId of idle.slice(0, PLANS_PER_TICK)) this.#planOne(itemId, store);
  }

  /** What staff ordered meanwhile stays as they ordered it. */
  #wantAgain(itemId: string, wish: Wish): void {
    if (!this.#wanted.has(itemId)) this.#wanted.set(itemId, wish);
  }

  #planOne(itemId: string, store: Store): void {
    const wish = this.#wanted.get(itemId);
    // What is being planned is planned once more afterwards: the wish may be staff's.
    if (wish === undefined || this.#planning.has(itemId)) return;
    this.#wanted.delete(itemId);
    const copies = this.#copiesOf(itemId, wish);
    // What is in sight and has not been dealt with may be a copy, or somebody's only one of it in a box that is to go.
    if (copies === undefined || this.#isSeenInPart(itemId, copies)) {
      this.#wanted.set(itemId, wish);
      return;
    }
    if (countItems(copies) < (this.#isKeptElsewhere(itemId) ? 1 : 2)) return;
    if (!wish.isByStaff && !this.#parts.brake.isReleased) {
      this.#holdBack(itemId, wish.caseNumber, "switched-off");
      return;
    }
    // What becomes of the box decides about what is inside it: that comes first.
    const boxes = new Set(copies.map(outerIdOf));
    for (const boxId of boxes) this.#planOne(boxId, store);
    if ([...boxes].some((boxId) => this.#planning.has(boxId))) this.#wanted.set(itemId, wish);
    else this.#begin(itemId, copies, wish, store);
  }

  #isSeenInPart(itemId: string, copies: readonly Copy[]): boolean {
    const { newcomers } = this.#parts.sight;
    return newcomers.isWaiting(itemId) || copies.some((copy) => !isPlain(copy) && newcomers.areWaitingAt(copy.place));
  }

  #isKeptElsewhere(itemId: string): boolean {
    return this.#parts.elsewhere?.isKeptElsewhere(itemId) === true;
  }

  /** A copy that has left since it was seen is looked for; `undefined` while that is under way. */
  #copiesOf(itemId: string, wish: Wish): readonly Copy[] | undefined {
    const seen = wish.seen.filter(({ place }) => onAnotherServer(place) === undefined);
    const { sight } = this.#parts;
    const copies = sight.copiesOf(itemId);
    if (countItems(copies) >= seen.reduce((sum, { count }) => sum + count, 0)) return copies;
    return sight.lookAround(seen) ? sight.copiesOf(itemId) : undefined;
  }

  #begin(itemId: string, copies: readonly Copy[], wish: Wish, store: Store): void {
    this.#planning.add(itemId);
    this.#prepare(copies, wish, store).catch((error: unknown) => {
      this.#planning.delete(itemId);
      this.#wantAgain(itemId, wish);
      this.#pausedUntil = this.#ticks + RETRY_TICKS;
      const text = error instanceof Error ? error.message : String(error);
      this.#failures.run(() =>
        this.#parts.log.error(`Copies of ${itemId} stay where they are until the store works again: ${text}`),
      );
    });
  }

  async #prepare(copies: readonly Copy[], wish: Wish, store: Store): Promise<void> {
    const { config, actors, holders, clock, sight } = this.#parts;
    const [{ itemId }] = copies as [Copy];
    // Before anything is waited for: within this tick end one look serves all that is inside.
    const mustStay = new Set(copies.filter((copy) => this.#isProtected(copy)));
    // As long as nobody can say which of two boxes was there first, nobody can of what is in them.
    const isFirstKnown = [itemId, ...copies.map(outerIdOf)].every((id) => sight.isFirstKnown(id));
    const isKept = this.#isKeptElsewhere(itemId);
    // What is inside has questions of its own: until they are answered the box waits.
    if (isKept && mustStay.size > 0) {
      this.#planning.delete(itemId);
      this.#wantAgain(itemId, wish);
      return;
    }
    await holders.learn(copies, store);
    const all = copies.map((copy) => ({ copy, count: copy.item.count }));
    const { removed, heldBack } = isKept
      ? { removed: all, heldBack: undefined }
      : await planRemoval(copies, {
          keepsOldest: config.keepOldestOnDupRemove,
          isOrdered: wish.isByStaff,
          isFirstKnown,
          store,
          actors,
          isProtected: (copy) => mustStay.has(copy),
        });
    if (heldBack !== undefined) this.#holdBack(itemId, wish.caseNumber, heldBack);
    const orders: Order[] = [];
    for (const { copy, count } of removed) {
      const takenFrom = asEvidence(copy, actors, clock.now());
      const item: QuarantinedItem = {
        number: 0,
        caseNumber: wish.caseNumber,
        itemId: copy.itemId,
        material: copy.item.material,
        data: copy.item.encode(count),
        state: "taking",
        takenFrom,
        takenMs: clock.now(),
        returnToId: "",
        freshId: "",
        takenBy: store.serverName,
        returnedBy: "",
        claim: "",
      };
      orders.push({
        copy,
        depth: innerPath(copy).length,
        count,
        wish,
        isKept,
        entry: { ...item, number: await this.#putOnRecord(item, store) },
      });
    }
    if (isKept && !(await this.#parts.elsewhere?.claimRemoval(itemId, wish.caseNumber))) {
      for (const { entry } of orders) this.#isVoid(entry);
      this.#planning.delete(itemId);
      return;
    }
    this.#ready.push(...orders);
    if (orders.length > 0) return;
    for (const { itemId } of copies) {
      this.#planning.delete(itemId);
      // The copies changed since they were seen, as when a stack was split: what is there now is looked at again.
      if (heldBack === undefined) this.#wantAgain(itemId, { ...wish, seen: [] });
    }
  }

  async #putOnRecord(item: QuarantinedItem, store: Store): Promise<number> {
    const { writes, log } = this.#parts;
    const key = spareKey(item);
    const number = this.#spare.get(key);
    if (number === undefined) return addEntry(item, store, writes);
    this.#spare.delete(key);
    // In order: that it was void must not be written after this.
    if (await saveEntry({ ...item, number }, store, writes, log)) return number;
    throw new Error("the item is not on record");
  }

  /** Extra copies stay: staff are told why, once. */
  #holdBack(itemId: string, caseNumber: number, reason: HoldReason): void {
    const key = `${caseNumber} ${reason} ${itemId}`;
    if (this.#heldBack.has(key)) return;
    this.#heldBack.add(key);
    this.#parts.onHeldBack({ caseNumber, itemId, reason });
  }

  /** Returns the copies of which one is still to be looked for. */
  #carryOut({ copy, count, entry, wish, isKept }: Order): readonly SeenCopy[] {
    const { platform, sight, actors, clock, brake } = this.#parts;
    const { itemId } = copy;
    this.#planning.delete(itemId);
    const live = sight.copiesOf(itemId);
    // Whoever moves it within the place meanwhile gains nothing.
    const here = live.filter(({ place }) => place === copy.place);
    const target = here.toSorted((a, b) => Number(b.slot === copy.slot) - Number(a.slot === copy.slot)).find(isAsSeen);
    const isSurplus = countItems(live) - count >= (isKept ? 0 : 1) && !this.#isSeenInPart(itemId, live);
    const isWhole = target?.item.count === count;
    const mayGo = isSurplus && target !== undefined && !(isWhole && this.#isProtected(target));
    if (mayGo && (wish.isByStaff || brake.mayTake()) && takeOut(platform, target, count)) {
      if (!wish.isByStaff) brake.taken();
      this.#changed.add(copy.place);
      if (!isPlain(target)) this.#lookAtChanged();
      const takenFrom = { ...entry.takenFrom, slot: target.slot };
      this.#taken({ ...entry, takenFrom, state: "held" }, target);
      return [];
    }
    // It moved, changed or went while the store was busy: the entry is void, and what went is looked for.
    this.#isVoid(entry);
    if (sight.lookAround([entry.takenFrom])) return [];
    return [...live.map((other) => asEvidence(other, actors, clock.now())), entry.takenFrom];

    function isAsSeen(other: Copy): boolean {
      return other.item.count >= count && isSame(other, entry, count);
    }
  }

  #isVoid(entry: QuarantinedItem): void {
    this.#save({ ...entry, state: "dropped" });
    this.#keepSpare(entry);
  }

  #keepSpare(entry: QuarantinedItem): void {
    this.#spare.set(spareKey(entry), entry.number);
    const [oldest] = this.#spare.keys();
    if (this.#spare.size > MAX_SPARE) this.#spare.delete(oldest!);
  }

  /** A box with somebody's only sword in it is left alone; staff see the case, and can empty it first. */
  #isProtected(copy: Copy): boolean {
    const { sight } = this.#parts;
    return holdsUniqueContents(copy, {
      copiesOf: (itemId) => sight.copiesOf(itemId),
      isElsewhere: (itemId, place) => sight.isElsewhere(itemId, place) || this.#isKeptElsewhere(itemId),
    });
  }

  #taken(entry: QuarantinedItem, { location }: Copy): void {
    const { recorder, log, untold, onTaken } = this.#parts;
    const { itemId, takenFrom, caseNumber } = entry;
    const material = materialName(entry.material);
    this.#save(entry);
    recorder.transfer(itemId, takenFrom.holderId, "REMOVED", location);
    const holder = takenFrom.holderName || "nobody";
    log.warn(
      `Case ${caseNumber}: took ${material} ${itemId} from ${holder} at ${takenFrom.location}; it is in quarantine.`,
    );
    if (takenFrom.holderId !== NIL_UUID) untold.taken(takenFrom.holderId, material, caseNumber);
    onTaken(entry);
  }

  #save(entry: QuarantinedItem): void {
    void saveEntry(entry, this.#store!, this.#parts.writes, this.#parts.log);
  }
}

function spareKey({ caseNumber, itemId }: QuarantinedItem): string {
  return `${caseNumber} ${itemId}`;
}

/** Neither in a box nor one: what becomes of it concerns no other item. */
function isPlain({ slot, outerSlot, item }: Copy): boolean {
  return slot === outerSlot && item.contents() === undefined;
}

/** The id of the outermost box around a copy; empty when it lies open. */
function outerIdOf({ slot, outer, outerSlot }: Copy): string {
  return slot === outerSlot ? "" : (readItemId(outer) ?? "");
}

/** The stack is the one that is on record: nothing about it changed since. */
function isSame({ item }: Copy, entry: QuarantinedItem, count: number): boolean {
  const now = item.encode(count);
  return now.length === entry.data.length && now.every((byte, at) => byte === entry.data[at]);
}
