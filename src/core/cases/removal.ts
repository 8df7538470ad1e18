import type { Clock } from "../clock.ts";
import type { Config } from "../config/settings.ts";
import { asEvidence, countItems } from "../detection/evidence.ts";
import type { Examiner } from "../detection/examiner.ts";
import type { LastActors } from "../detection/last-actors.ts";
import { type Copy, innerPath } from "../detection/look.ts";
import { emptiedMap } from "../emptied.ts";
import type { Log } from "../log.ts";
import { materialName } from "../material.ts";
import type { Messages } from "../messages/messages.ts";
import type { Platform } from "../platform.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { QuarantinedItem, Store } from "../store.ts";
import { ID_WORDS, writeIdWords } from "../tagging/item-id.ts";
import { readItemId } from "../tagging/item-tag.ts";
import { planRemoval } from "./keep-rule.ts";
import { takeOut } from "./take-out.ts";
import { holdsUniqueContents } from "./unique-contents.ts";

/** A copy that is on record in quarantine as `taking`, and may be taken out at the next boundary. */
interface Order {
  readonly copy: Copy;
  readonly count: number;
  readonly entry: QuarantinedItem;
}

export interface RemovalParts {
  readonly platform: Platform;
  readonly examiner: Examiner;
  readonly actors: LastActors;
  readonly recorder: Recorder;
  readonly messages: Messages;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** Something was taken: the case is told. */
  readonly onTaken: (item: QuarantinedItem) => void;
}

/**
 * Takes extra copies away. An item is whole in the store before it leaves the world, and nothing is taken that is not there
 * exactly as it was seen: otherwise we look again.
 */
export class Removal {
  readonly #parts: RemovalParts;
  readonly #planning = new Set<string>();
  /** Ids to be looked at again at the next boundary, with their case: inside boxes that are being decided about, or changed. */
  #lookAgain = new Map<string, number>();
  #ready: Order[] = [];
  #store: Store | undefined;

  constructor(parts: RemovalParts) {
    this.#parts = parts;
  }

  connect(store: Store): void {
    this.#store = store;
  }

  /** Takes all visible copies of an id but one. `copies` are those of the look that proved it. */
  order(itemId: string, copies: readonly Copy[], caseNumber: number): void {
    const { log } = this.#parts;
    if (this.#planning.has(itemId) || this.#parts.platform.remove === undefined || this.#store === undefined) return;
    if (copies.some((copy) => this.#planning.has(outerIdOf(copy)))) {
      // What becomes of the box decides about what is inside it.
      this.#lookAgain.set(itemId, caseNumber);
      return;
    }
    this.#planning.add(itemId);
    this.#prepare(copies, caseNumber, this.#store).catch((error: unknown) => {
      this.#planning.delete(itemId);
      log.error(
        `Copies of ${itemId} stay where they are, since the store failed: ${error instanceof Error ? error.message : error}`,
      );
    });
  }

  /** At a boundary, after the looks: what is safe in the store leaves the world. */
  settle(): void {
    if (this.#ready.length === 0 && this.#lookAgain.size === 0) return;
    const orders = this.#ready;
    this.#ready = [];
    // Outer items first: what is inside a box that goes, goes with it.
    orders.sort((a, b) => innerPath(a.copy).length - innerPath(b.copy).length);
    for (const order of orders) this.#carryOut(order);
    // More copies may have been made, or a target may have moved, while the store was busy.
    const waiting = new Map([
      ...this.#lookAgain,
      ...orders.map(({ copy, entry }) => [copy.itemId, entry.caseNumber] as const),
    ]);
    this.#lookAgain = emptiedMap(this.#lookAgain);
    for (const [itemId, caseNumber] of waiting) {
      const live = this.#parts.examiner.copiesOf(itemId);
      if (countItems(live) > 1) this.order(itemId, live, caseNumber);
    }
  }

  async #prepare(copies: readonly Copy[], caseNumber: number, store: Store): Promise<void> {
    const { config, actors, clock } = this.#parts;
    const { removed, isHeldBack } = await planRemoval(copies, config.keepOldestOnDupRemove, store, actors, (copy) =>
      this.#isProtected(copy),
    );
    const orders: Order[] = [];
    for (const { copy, count } of removed) {
      const takenFrom = asEvidence(copy, actors, clock.now());
      const item: QuarantinedItem = {
        number: 0,
        caseNumber,
        itemId: copy.itemId,
        material: copy.item.material,
        data: copy.item.encode(count),
        state: "taking",
        takenFrom,
        takenMs: clock.now(),
        returnToId: "",
        freshId: "",
      };
      orders.push({ copy, count, entry: { ...item, number: await store.saveQuarantined(item) } });
    }
    this.#ready.push(...orders);
    if (orders.length > 0) return;
    for (const { itemId } of copies) {
      this.#planning.delete(itemId);
      // The copies changed since they were seen, as when a stack was split: what is there now is looked at again.
      if (!isHeldBack) this.#lookAgain.set(itemId, caseNumber);
    }
  }

  #carryOut({ copy, count, entry }: Order): void {
    const { platform, examiner } = this.#parts;
    const { itemId } = copy;
    this.#planning.delete(itemId);
    const live = examiner.copiesOf(itemId);
    const target = live.find(({ place, slot }) => place === copy.place && slot === copy.slot);
    const isSurplus = countItems(live) - count >= 1;
    const isAsSeen = target !== undefined && target.item.count >= count && isSame(target, entry, count);
    const isWhole = isAsSeen && target.item.count === count;
    if (isSurplus && isAsSeen && !(isWhole && this.#isProtected(target)) && takeOut(platform, target, count)) {
      examiner.lookAgain(copy.place);
      this.#taken({ ...entry, state: "held" }, target);
      return;
    }
    // It moved, changed or went while the store was busy: the entry is void, and what went is looked for.
    this.#save({ ...entry, state: "dropped" });
    examiner.lookAround([entry.takenFrom]);
  }

  /** A box with somebody's only sword in it is left alone; staff see the case, and can empty it first. */
  #isProtected(copy: Copy): boolean {
    return holdsUniqueContents(copy, (itemId) => this.#parts.examiner.copiesOf(itemId));
  }

  #taken(entry: QuarantinedItem, { location }: Copy): void {
    const { recorder, log, messages, platform, onTaken } = this.#parts;
    const { itemId, takenFrom, caseNumber } = entry;
    const material = materialName(entry.material);
    this.#save(entry);
    const words = new Int32Array(ID_WORDS);
    writeIdWords(itemId, words, 0);
    recorder.transfer(words, 0, takenFrom.holderId, "REMOVED", location);
    const holder = takenFrom.holderName || "nobody";
    log.warn(
      `Case ${caseNumber}: took ${material} ${itemId} from ${holder} at ${takenFrom.location}; it is in quarantine.`,
    );
    for (const player of platform.players()) {
      if (player.id === takenFrom.holderId) player.send(messages.text("removal.taken", { material, case: caseNumber }));
    }
    onTaken(entry);
  }

  #save(entry: QuarantinedItem): void {
    this.#store?.saveQuarantined(entry).catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      this.#parts.log.error(`Quarantine entry ${entry.number} could not be brought up to date: ${text}`);
    });
  }
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
