import type { StackCounter } from "../detection/look.ts";
import type { PlaceKey } from "../place.ts";
import type { Item } from "../platform.ts";
import { type CountRow, CountRows } from "./count-rows.ts";
import { NOT_WATCHED, type WatchList } from "./watch-list.ts";

/** What one place held at its last count, and at which boundary that was. */
interface Shelf {
  row: CountRow;
  boundary: number;
}

/** How much of one material there was at a place and is now; the count before was at the boundary `since`. */
export type OnDifference = (number: number, before: number, now: number, since: number) => void;

/** How much of each watched material every visible place holds. It counts while the examiner looks. */
export class Stock implements StackCounter {
  readonly #watched: WatchList;
  readonly #shelves = new Map<PlaceKey, Shelf>();
  /** Most places hold nothing that is watched; they share the empty row. */
  readonly #rows: CountRows;
  readonly #running: Int32Array;
  countsUnstackable = false;

  constructor(watched: WatchList) {
    this.#watched = watched;
    this.#rows = new CountRows(watched.size);
    this.#running = new Int32Array(watched.size);
  }

  begin(): void {
    this.#running.fill(0);
  }

  see(item: Item): void {
    const number = this.#watched.numberOf(item.material);
    if (number === NOT_WATCHED) return;
    this.#running[number]! += item.count;
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
    const shelf = this.#shelves.get(place) ?? { row: this.#rows.empty, boundary };
    shelf.boundary = Math.min(shelf.boundary, boundary);
    if (shelf.row === this.#rows.empty) {
      shelf.row = this.#rows.take();
      shelf.row.page.fill(0, shelf.row.at, shelf.row.at + this.#rows.width);
    }
    shelf.row.page[shelf.row.at + number]! += count;
    this.#shelves.set(place, shelf);
  }

  /** True when a known place holds what it held at the last count, as most do: that is confirmed, and all there is to do. */
  confirm(place: PlaceKey, boundary: number): boolean {
    const shelf = this.#shelves.get(place);
    if (shelf === undefined) return false;
    const { page, at } = shelf.row;
    const now = this.#running;
    for (let number = 0; number < now.length; number++) if (now[number] !== page[at + number]) return false;
    shelf.boundary = boundary;
    return true;
  }

  /** Keeps what was just counted. A place that was unknown differs from nothing. */
  put(place: PlaceKey, boundary: number, onDifference: OnDifference): void {
    const known = this.#shelves.get(place);
    const shelf = known ?? { row: this.#rows.empty, boundary: boundary - 1 };
    const { page, at } = shelf.row;
    const now = this.#running;
    let isEmpty = true;
    for (let number = 0; number < now.length; number++) {
      if (now[number] !== 0) isEmpty = false;
      if (now[number] !== page[at + number]) onDifference(number, page[at + number]!, now[number]!, shelf.boundary);
    }
    this.#fill(shelf, isEmpty);
    shelf.boundary = boundary;
    if (known === undefined) this.#shelves.set(place, shelf);
  }

  forget(place: PlaceKey): void {
    const shelf = this.#shelves.get(place);
    if (shelf === undefined) return;
    this.#rows.giveBack(shelf.row);
    this.#shelves.delete(place);
  }

  /** Every known place with the boundary of its last count. */
  *ages(): Iterable<readonly [PlaceKey, number]> {
    for (const [place, { boundary }] of this.#shelves) yield [place, boundary];
  }

  #fill(shelf: Shelf, isEmpty: boolean): void {
    if (isEmpty) {
      this.#rows.giveBack(shelf.row);
      shelf.row = this.#rows.empty;
      return;
    }
    if (shelf.row === this.#rows.empty) shelf.row = this.#rows.take();
    shelf.row.page.set(this.#running, shelf.row.at);
  }
}
