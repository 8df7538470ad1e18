import type { RecentRows } from "./recent-rows.ts";

/**
 * Reads the rows of a run in the order of the clustered table: by item, then by time, and in the order of insertion within
 * one millisecond.
 */
export class CompactionRun {
  readonly rows: RecentRows;
  readonly #items: Int32Array;
  #next = 0;

  /** Skips items up to `compactedItem`, so that a run from before a restart continues where it was. */
  constructor(rows: RecentRows, compactedItem = 0) {
    this.rows = rows;
    this.#items = rows.sortedItems();
    while (!this.isDone && (this.#items[this.#next] as number) <= compactedItem) this.#next++;
  }

  get isDone(): boolean {
    return this.#next >= this.#items.length;
  }

  /** The current position. Pass it to `goBackTo` if the items taken since then could not be stored. */
  get position(): number {
    return this.#next;
  }

  goBackTo(position: number): void {
    this.#next = position;
  }

  /** Takes the next item, and returns the indexes of its rows. */
  takeItem(): { readonly item: number; readonly at: readonly number[] } {
    const { rows } = this;
    const item = this.#items[this.#next++] as number;
    const at = rows.rowsOf(item).reverse();
    let isByTime = true;
    for (let n = 1; n < at.length; n++) {
      if (rows.ts(at[n] as number) < rows.ts(at[n - 1] as number)) isByTime = false;
    }
    // This happens only after the clock was set back.
    if (!isByTime) at.sort((a, b) => rows.ts(a) - rows.ts(b) || a - b);
    return { item, at };
  }
}
