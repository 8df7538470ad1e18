import type { PlaceCount, StackCounter } from "../../looking/look.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { Item } from "../../platform.ts";
import { NOT_WATCHED, type WatchList } from "../materials/watch-list.ts";

/** The contents of one place at its last count. */
interface FullPlaceCount extends PlaceCount {
  readonly place: PlaceKey;
  /** The places that were looked at next, and just before: there are many looks a tick, and the oldest must be found without a search. */
  newer: FullPlaceCount | undefined;
  older: FullPlaceCount | undefined;
  /** The tick of the first count. */
  readonly first: number;
  /** The tick of the count before the last one. */
  before: number;
  /** One number for each material. */
  row: Int32Array;
}

/** How much of one material a place held before and holds now. The count before was at the tick `since`. */
export type OnDifference = (materialIndex: number, before: number, now: number, since: number) => void;

/** How much of each watched material every visible place holds. It counts along with every look. */
export class PlaceCounts implements StackCounter {
  readonly #watched: WatchList;
  readonly #countAt = new Map<PlaceKey, FullPlaceCount>();
  #oldest: FullPlaceCount | undefined;
  #newest: FullPlaceCount | undefined;
  /** Most places hold nothing that is watched. They share this row, which is never written to. */
  readonly #empty: Int32Array;
  /** What the current look has counted so far. */
  readonly #running: Int32Array;
  #isEmpty = true;
  countsUnstackable = false;

  constructor(watched: WatchList) {
    this.#watched = watched;
    this.#empty = new Int32Array(watched.size);
    this.#running = new Int32Array(watched.size);
  }

  begin(): void {
    // Quicker than `fill` for so few, and there are hundreds of looks a tick.
    if (!this.#isEmpty) for (let at = 0; at < this.#running.length; at++) this.#running[at] = 0;
    this.#isEmpty = true;
  }

  see(item: Item): void {
    const materialIndex = this.#watched.indexOf(item.material);
    if (materialIndex === NOT_WATCHED) return;
    const { count } = item;
    this.#running[materialIndex]! += count;
    if (count !== 0) this.#isEmpty = false;
    if (item.maxStackSize === 1) this.countsUnstackable = true;
  }

  has(place: PlaceKey): boolean {
    return this.#countAt.has(place);
  }

  /** True if some watched goods were there at the last count. */
  holdsAny(place: PlaceKey): boolean {
    return (this.#countAt.get(place)?.row ?? this.#empty) !== this.#empty;
  }

  /** A copy of what was there at the last count; all zero for an unknown place. */
  countsAt(place: PlaceKey): Int32Array {
    return (this.#countAt.get(place)?.row ?? this.#empty).slice();
  }

  /** How much of one material was there at the last count. */
  countAt(place: PlaceKey, materialIndex: number): number {
    return this.#countAt.get(place)?.row[materialIndex] ?? 0;
  }

  /** How many units of a class were there at the last count. */
  unitsAt(place: PlaceKey, classIndex: number): number {
    const row = this.#countAt.get(place)?.row ?? this.#empty;
    const { classOf, weightOf } = this.#watched.classes;
    return row.reduce(
      (sum, count, materialIndex) =>
        classOf[materialIndex] === classIndex ? sum + count * weightOf[materialIndex]! : sum,
      0,
    );
  }

  /** The tick of the oldest count of any place; `undefined` if no place is known. */
  oldestCount(): number | undefined {
    return this.#oldest?.tick;
  }

  /** The kept count of a place; `undefined` if it is unknown. */
  at(place: PlaceKey): Readonly<FullPlaceCount> | undefined {
    return this.#countAt.get(place);
  }

  /**
   * Keeps the current count. `known` is the kept count of the place, if any. A place that was unknown is compared with an empty one. Most
   * places hold what they held at their last count.
   */
  put(place: PlaceKey, known: PlaceCount | undefined, tick: number, onDifference: OnDifference): PlaceCount {
    const placeCount = (known as FullPlaceCount | undefined) ?? this.#add(place, tick);
    const { row } = placeCount;
    const now = this.#running;
    let isSame = true;
    for (let materialIndex = 0; materialIndex < now.length; materialIndex++) {
      if (now[materialIndex] === row[materialIndex]) continue;
      isSame = false;
      onDifference(materialIndex, row[materialIndex]!, now[materialIndex]!, placeCount.tick);
    }
    if (!isSame) {
      if (this.#isEmpty) placeCount.row = this.#empty;
      else if (row === this.#empty) placeCount.row = now.slice();
      else row.set(now);
    }
    this.#date(placeCount, tick);
    return placeCount;
  }

  forget(place: PlaceKey): void {
    const placeCount = this.#countAt.get(place);
    if (placeCount === undefined) return;
    placeCount.isKept = false;
    this.#remove(placeCount);
    this.#countAt.delete(place);
  }

  /** Every known place that was last counted before a tick, oldest first. The caller may count or forget the place meanwhile. */
  *countedBefore(tick: number): Iterable<PlaceKey> {
    for (let next = this.#oldest; next !== undefined && next.tick < tick; ) {
      const { place, newer } = next;
      next = newer;
      yield place;
    }
  }

  #date(placeCount: FullPlaceCount, tick: number): void {
    if (placeCount.tick === tick) return;
    placeCount.before = placeCount.tick;
    placeCount.tick = tick;
    this.#remove(placeCount);
    this.#append(placeCount);
  }

  #append(placeCount: FullPlaceCount): void {
    placeCount.older = this.#newest;
    placeCount.newer = undefined;
    if (this.#newest === undefined) this.#oldest = placeCount;
    else this.#newest.newer = placeCount;
    this.#newest = placeCount;
  }

  #remove({ older, newer }: FullPlaceCount): void {
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
  }

  /** Adds an empty count of the tick before. */
  #add(place: PlaceKey, first: number): FullPlaceCount {
    const tick = first - 1;
    const links = { newer: undefined, older: undefined };
    const placeCount: FullPlaceCount = { place, isKept: true, first, tick, before: tick, row: this.#empty, ...links };
    this.#countAt.set(place, placeCount);
    this.#append(placeCount);
    return placeCount;
  }
}
