import type { RecentRows } from "./recent-rows.ts";

/** Enough for every row that can be in one run; item references take the bits above. */
const INDEX_RANGE = 2 ** 22;

/**
 * The rows of a run in the order of the clustered table: item by item, an item's rows by time, rows of one millisecond
 * in order of insertion.
 */
export class FoldRun {
  readonly rows: RecentRows;
  /** Indexes of rows in that order. */
  readonly #order: Int32Array;
  #next = 0;

  /** Items up to `foldedItem` are left out: a run that was begun before a restart goes on where it was. */
  constructor(rows: RecentRows, foldedItem = 0) {
    this.rows = rows;
    // Numbers sort without a comparing function; the lower part keeps the order of insertion.
    const keys = new Float64Array(rows.length);
    for (let at = 0; at < rows.length; at++) keys[at] = (rows.item[at] as number) * INDEX_RANGE + at;
    keys.sort();
    this.#order = Int32Array.from(keys, (key) => key % INDEX_RANGE);
    while (!this.isDone && this.#itemAt(this.#next) <= foldedItem) this.#next++;
  }

  get isDone(): boolean {
    return this.#next >= this.#order.length;
  }

  /** Where to go on; give it to `goBackTo` when what was taken since could not be stored. */
  get position(): number {
    return this.#next;
  }

  goBackTo(position: number): void {
    this.#next = position;
  }

  /** Moves on by one item, and returns the positions of its rows. */
  takeItem(): { readonly item: number; readonly from: number; readonly to: number } {
    const { ts } = this.rows;
    const from = this.#next;
    const item = this.#itemAt(from);
    let isByTime = true;
    let to = from + 1;
    for (; to < this.#order.length && this.#itemAt(to) === item; to++) {
      if ((ts[this.rowAt(to)] as number) < (ts[this.rowAt(to - 1)] as number)) isByTime = false;
    }
    // Only after the clock was set back.
    if (!isByTime) this.#order.subarray(from, to).sort((a, b) => (ts[a] as number) - (ts[b] as number) || a - b);
    this.#next = to;
    return { item, from, to };
  }

  /** The index of the row at a position. */
  rowAt(position: number): number {
    return this.#order[position] as number;
  }

  #itemAt(position: number): number {
    return this.rows.item[this.rowAt(position)] as number;
  }
}
