import type { StackCounter } from "../detection/look.ts";
import type { PlaceKey } from "../place.ts";
import type { Item } from "../platform.ts";
import { NOT_WATCHED, type WatchList } from "./watch-list.ts";

/** What one place held at its last count, and at which boundary that was. */
interface Shelf {
  counts: Int32Array;
  boundary: number;
}

/** By how much one material at a place differs from the count before it, which was at the boundary `since`. */
export type OnDifference = (number: number, difference: number, since: number) => void;

/** How much of each watched material every visible place holds. It counts while the examiner looks. */
export class Stock implements StackCounter {
  readonly #watched: WatchList;
  readonly #shelves = new Map<PlaceKey, Shelf>();
  /** Most places hold nothing that is watched; they share this. */
  readonly #nothing: Int32Array;
  #running: Int32Array;

  constructor(watched: WatchList) {
    this.#watched = watched;
    this.#nothing = new Int32Array(watched.size);
    this.#running = new Int32Array(watched.size);
  }

  begin(): void {
    this.#running.fill(0);
  }

  see(item: Item): void {
    const number = this.#watched.numberOf(item.material);
    if (number !== NOT_WATCHED) this.#running[number]! += item.count;
  }

  has(place: PlaceKey): boolean {
    return this.#shelves.has(place);
  }

  /** What was there at the last count; all zero for an unknown place. */
  countsAt(place: PlaceKey): Int32Array {
    return this.#shelves.get(place)?.counts ?? this.#nothing;
  }

  /** The boundary of the last count; `undefined` for an unknown place. */
  countedAt(place: PlaceKey): number | undefined {
    return this.#shelves.get(place)?.boundary;
  }

  /** So much has come there after that boundary, and should be found; an unknown place held nothing then. */
  expect(place: PlaceKey, number: number, count: number, boundary: number): void {
    const shelf = this.#shelves.get(place) ?? { counts: this.#nothing, boundary };
    shelf.boundary = Math.min(shelf.boundary, boundary);
    shelf.counts = shelf.counts.slice();
    shelf.counts[number]! += count;
    this.#shelves.set(place, shelf);
  }

  /** True when a known place holds what it held at the last count, as most do: that is confirmed, and all there is to do. */
  confirm(place: PlaceKey, boundary: number): boolean {
    const shelf = this.#shelves.get(place);
    if (shelf === undefined) return false;
    const { counts } = shelf;
    const now = this.#running;
    for (let number = 0; number < now.length; number++) if (now[number] !== counts[number]) return false;
    shelf.boundary = boundary;
    return true;
  }

  /** Keeps what was just counted. A place that was unknown differs from nothing. */
  put(place: PlaceKey, boundary: number, onDifference: OnDifference): void {
    const shelf = this.#shelves.get(place);
    const before = shelf?.counts ?? this.#nothing;
    const since = shelf?.boundary ?? boundary - 1;
    const now = this.#running;
    let isSame = true;
    let isEmpty = true;
    for (let number = 0; number < now.length; number++) {
      if (now[number] !== 0) isEmpty = false;
      if (now[number] === before[number]) continue;
      isSame = false;
      onDifference(number, now[number]! - before[number]!, since);
    }
    const counts = isSame ? before : isEmpty ? this.#nothing : now.slice();
    if (shelf === undefined) this.#shelves.set(place, { counts, boundary });
    else {
      shelf.counts = counts;
      shelf.boundary = boundary;
    }
  }

  forget(place: PlaceKey): void {
    this.#shelves.delete(place);
  }

  /** Every known place with the boundary of its last count. */
  *ages(): Iterable<readonly [PlaceKey, number]> {
    for (const [place, { boundary }] of this.#shelves) yield [place, boundary];
  }
}
