import type { PlaceKey } from "../../core/index.ts";
import { ItemSlots } from "./item-slots.ts";
import { Places, type StoredPlace } from "./places.ts";

const FIRST_CAPACITY = 1024;

/**
 * What stands in the table `recent`, once more in memory and in columns, so that a question finds an item's latest rows
 * without an index on the disk. Numbers are references into the dictionaries.
 */
export class RecentRows {
  length = 0;
  /** How many of the rows are transfers; the others only confirm custody. */
  transfers = 0;
  item = new Int32Array(FIRST_CAPACITY);
  ts = new Float64Array(FIRST_CAPACITY);
  player = new Int32Array(FIRST_CAPACITY);
  scene = new Int32Array(FIRST_CAPACITY);
  x = new Int32Array(FIRST_CAPACITY);
  y = new Int32Array(FIRST_CAPACITY);
  z = new Int32Array(FIRST_CAPACITY);
  isAtText = new Uint8Array(FIRST_CAPACITY);
  isTransfer = new Uint8Array(FIRST_CAPACITY);
  readonly #places = new Places();
  /** Indexes of places, in rows that confirm custody; else -1. */
  #place = new Int32Array(FIRST_CAPACITY);
  /** The item's row before this one, and its row before this one that confirmed custody; or -1. */
  #previous = new Int32Array(FIRST_CAPACITY);
  #previousCustody = new Int32Array(FIRST_CAPACITY);
  readonly #slots = new ItemSlots();
  /** By slot: the item's last row, and its last row that confirmed custody; or -1. */
  #last = new Int32Array(FIRST_CAPACITY);
  #lastCustody = new Int32Array(FIRST_CAPACITY);
  #slotOfLastRow = 0;

  /** `isAtText`: the location is a text of its own, not a block of a world, and the coordinates mean nothing. */
  add(
    item: number,
    ts: number,
    player: number,
    scene: number,
    x: number,
    y: number,
    z: number,
    isAtText: boolean,
    isTransfer: boolean,
  ): void {
    if (this.length === this.item.length) this.#grow();
    const at = this.length++;
    this.item[at] = item;
    this.ts[at] = ts;
    this.player[at] = player;
    this.scene[at] = scene;
    this.x[at] = x;
    this.y[at] = y;
    this.z[at] = z;
    this.isAtText[at] = isAtText ? 1 : 0;
    this.isTransfer[at] = isTransfer ? 1 : 0;
    if (isTransfer) this.transfers++;
    this.#place[at] = -1;
    const slot = this.#slotFor(item);
    this.#previous[at] = this.#last[slot] as number;
    this.#last[slot] = at;
    this.#slotOfLastRow = slot;
  }

  /** The number of a place among those of these rows. */
  placeIndex(place: PlaceKey): number {
    return this.#places.indexOf(place);
  }

  /** Says that the row that was added last also confirms custody. */
  confirmCustody(placeIndex: number): void {
    const at = this.length - 1;
    const slot = this.#slotOfLastRow;
    this.#place[at] = placeIndex;
    this.#previousCustody[at] = this.#lastCustody[slot] as number;
    this.#lastCustody[slot] = at;
  }

  /** The place, in a row that confirms custody. */
  placeOf(at: number): StoredPlace | undefined {
    return this.#places.at(this.#place[at] as number);
  }

  /** Takes back the rows from this one on, after their transaction failed. */
  cut(length: number): void {
    while (this.length > length) {
      const at = --this.length;
      const slot = this.#slots.find(this.item[at] as number);
      this.#last[slot] = this.#previous[at] as number;
      if ((this.#place[at] as number) >= 0) this.#lastCustody[slot] = this.#previousCustody[at] as number;
      if (this.isTransfer[at]) this.transfers--;
    }
  }

  /** The rows of an item, the last one first. */
  *rowsOf(item: number): Generator<number> {
    const slot = this.#slots.find(item);
    if (slot < 0) return;
    for (let at = this.#last[slot] as number; at >= 0; at = this.#previous[at] as number) yield at;
  }

  hasItem(item: number): boolean {
    const slot = this.#slots.find(item);
    return slot >= 0 && (this.#last[slot] as number) >= 0;
  }

  /** The row that confirmed the item's custody last, or -1. */
  custodyOf(item: number): number {
    const slot = this.#slots.find(item);
    return slot < 0 ? -1 : (this.#lastCustody[slot] as number);
  }

  /** The rows that are their items' last custody, and at this place. */
  *custodyAt(place: PlaceKey): Generator<number> {
    const index = this.#places.find(place);
    if (index === undefined) return;
    for (let at = 0; at < this.length; at++) {
      if (this.#place[at] === index && this.custodyOf(this.item[at] as number) === at) yield at;
    }
  }

  #slotFor(item: number): number {
    const before = this.#slots.size;
    const slot = this.#slots.add(item);
    if (slot < before) return slot;
    if (slot === this.#last.length) {
      this.#last = larger(this.#last, new Int32Array(slot * 2));
      this.#lastCustody = larger(this.#lastCustody, new Int32Array(slot * 2));
    }
    this.#last[slot] = -1;
    this.#lastCustody[slot] = -1;
    return slot;
  }

  #grow(): void {
    const capacity = this.length * 2;
    this.item = larger(this.item, new Int32Array(capacity));
    this.ts = larger(this.ts, new Float64Array(capacity));
    this.player = larger(this.player, new Int32Array(capacity));
    this.scene = larger(this.scene, new Int32Array(capacity));
    this.x = larger(this.x, new Int32Array(capacity));
    this.y = larger(this.y, new Int32Array(capacity));
    this.z = larger(this.z, new Int32Array(capacity));
    this.isAtText = larger(this.isAtText, new Uint8Array(capacity));
    this.isTransfer = larger(this.isTransfer, new Uint8Array(capacity));
    this.#place = larger(this.#place, new Int32Array(capacity));
    this.#previous = larger(this.#previous, new Int32Array(capacity));
    this.#previousCustody = larger(this.#previousCustody, new Int32Array(capacity));
  }
}

function larger<T extends Int32Array | Float64Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
