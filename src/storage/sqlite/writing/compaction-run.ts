import type { RecentRows } from "./recent-rows.ts";

/**
 * The rows of a run in the order of the clustered table: item by item, an item's rows by time, rows of one millisecond
 * in order of insertion.
 */
export class CompactionRun {
  readonly rows: RecentRows;
  readonly #items: Int32Array;
  #next = 0;

  /** Items up to `compactedItem` are left out: a run that was begun before a restart goes on where it was. */
  constructor(rows: RecentRows, compactedItem = 0) {
    this.rows = rows;
    this.#items = rows.sortedItems();
    while (!this.isDone && (this.#items[this.#next] as number) <= compactedItem) this.#next++;
  }

  get isDone(): boolean {
    return this.#next >= this.#items.length;
  }

  /** Where to go on; give it to `goBackTo` when what was taken since could not be stored. */
  get position(): number {
    return this.#next;
  }

  goBackTo(position: number): void {
    this.#next = position;
  }

  /** Moves on by one item, and returns the indexes of its rows. */
  takeItem(): { readonly item: number; readonly at: readonly number[] } {
    const { rows } = this;
    const item = this.#items[this.#next++] as number;
    const at = rows.rowsOf(item).reverse();
    let isByTime = true;
    for (let n = 1; n < at.length; n++) {
      if (rows.ts(at[n] as number) < rows.ts(at[n - 1] as number)) isByTime = false;
    }
    // Only after the clock was set back.
    if (!isByTime) at.sort((a, b) => rows.ts(a) - rows.ts(b) || a - b);
    return { item, at };
  }
}
