import type { Shelf, StackCounter } from "../looking/look.ts";
import type { PlaceKey } from "../model/place.ts";
import type { Item } from "../platform.ts";
import { type CountRow, CountRows } from "./count-rows.ts";
import { NOT_WATCHED, type WatchList } from "./watch-list.ts";

/** What one place held at its last count. */
interface FullShelf extends Shelf {
  row: CountRow;
}

/** How much of one material there was at a place and is now; the count before was at the boundary `since`. */
export type OnDifference = (number: number, before: number, now: number, since: number) => void;

/** How much of each watched material every visible place holds. It counts while the examiner looks. */
export class Stock implements StackCounter {
  readonly #watched: WatchList;
  readonly #shelves = new Map<PlaceKey, FullShelf>();
  /** Most places hold nothing that is watched; they share the empty row. */
  readonly #rows: CountRows;
  /** What the look under way has counted so far, and its sums. */
  readonly #running: Int32Array;
  #mark = 0;
  #check = 0;
  readonly #markWeights: Int32Array;
  readonly #checkWeights: Int32Array;
  countsUnstackable = false;

  constructor(watched: WatchList) {
    this.#watched = watched;
    this.#rows = new CountRows(watched.size);
    this.#running = new Int32Array(watched.size);
    this.#markWeights = this.#running.map(anyWeight);
    this.#checkWeights = this.#running.map(anyWeight);
  }

  begin(): void {
    this.#running.fill(0);
    this.#mark = 0;
    this.#check = 0;
  }

  see(item: Item): void {
    const number = this.#watched.numberOf(item.material);
    if (number === NOT_WATCHED) return;
    const { count } = item;
    this.#running[number]! += count;
    this.#mark = (this.#mark + Math.imul(count, this.#markWeights[number]!)) | 0;
    this.#check = (this.#check + Math.imul(count, this.#checkWeights[number]!)) | 0;
    if (item.maxStackSize === 1) this.countsUnstackable = true;
  }

  has(place: PlaceKey): boolean {
    return this.#shelves.has(place);
  }

  /** A copy of what was there at the last count; all zero for an unknown place. */
  countsAt(place: PlaceKey): Int32Array {
    return this.#rows.copyOf(this.#shelves.get(place)?.row ?? this.#rows.empty);
  }

  /** How much of one material was there at the last count. */
  countAt(place: PlaceKey, number: number): number {
    const { page, at } = this.#shelves.get(place)?.row ?? this.#rows.empty;
    return page[at + number]!;
  }

  /** The boundary of the last count; `undefined` for an unknown place. */
  countedAt(place: PlaceKey): number | undefined {
    return this.#shelves.get(place)?.boundary;
  }

  /** So much has come there after that boundary, and should be found; an unknown place held nothing then. */
  expect(place: PlaceKey, number: number, count: number, boundary: number): void {
    const shelf = this.#shelves.get(place) ?? this.#emptyShelf(boundary);
    shelf.boundary = Math.min(shelf.boundary, boundary);
    if (shelf.row === this.#rows.empty) {
      shelf.row = this.#rows.take();
      shelf.row.page.fill(0, shelf.row.at, shelf.row.at + this.#rows.width);
    }
    shelf.row.page[shelf.row.at + number]! += count;
    shelf.mark = (shelf.mark + Math.imul(count, this.#markWeights[number]!)) | 0;
    shelf.check = (shelf.check + Math.imul(count, this.#checkWeights[number]!)) | 0;
    this.#shelves.set(place, shelf);
  }

  /** What is kept of a known place. */
  shelfAt(place: PlaceKey): Shelf | undefined {
    return this.#shelves.get(place);
  }

  /** True when a known place holds what it held at the last count, as most do: that is confirmed, and all there is to do. */
  confirm(shelf: Shelf, boundary: number): boolean {
    if (shelf.mark !== this.#mark || shelf.check !== this.#check) return false;
    shelf.boundary = boundary;
    return true;
  }

  /** Keeps what was just counted. A place that was unknown differs from nothing. */
  put(place: PlaceKey, boundary: number, onDifference: OnDifference): Shelf {
    const known = this.#shelves.get(place);
    const shelf = known ?? this.#emptyShelf(boundary - 1);
    const { page, at } = shelf.row;
    const now = this.#running;
    let isEmpty = true;
    for (let number = 0; number < now.length; number++) {
      if (now[number] !== 0) isEmpty = false;
      if (now[number] !== page[at + number]) onDifference(number, page[at + number]!, now[number]!, shelf.boundary);
    }
    this.#fill(shelf, isEmpty);
    shelf.mark = this.#mark;
    shelf.check = this.#check;
    shelf.boundary = boundary;
    if (known === undefined) this.#shelves.set(place, shelf);
    return shelf;
  }

  forget(place: PlaceKey): void {
    const shelf = this.#shelves.get(place);
    if (shelf === undefined) return;
    shelf.isKept = false;
    this.#rows.giveBack(shelf.row);
    this.#shelves.delete(place);
  }

  /** Every known place with what is kept of it. */
  shelves(): Iterator<readonly [PlaceKey, Shelf]> {
    return this.#shelves.entries();
  }

  #emptyShelf(boundary: number): FullShelf {
    return { isKept: true, mark: 0, check: 0, boundary, row: this.#rows.empty };
  }

  #fill(shelf: FullShelf, isEmpty: boolean): void {
    if (isEmpty) {
      this.#rows.giveBack(shelf.row);
      shelf.row = this.#rows.empty;
      return;
    }
    if (shelf.row === this.#rows.empty) shelf.row = this.#rows.take();
    shelf.row.page.set(this.#running, shelf.row.at);
  }
}

/** Nobody can choose goods to have the sums of others: the weights are drawn at every start. */
function anyWeight(): number {
  return Math.floor(Math.random() * 2 ** 32) | 1;
}
