const LARGEST_TIE = 32_767;
/** From here on the count begins anew at the first chance. */
const LARGE_TIE = LARGEST_TIE >> 1;

/**
 * Numbers rows so that those of one millisecond keep the order in which they were inserted. The numbers go on over
 * groups and restarts, and begin anew only at a time later than all before: a clock that was set back cannot mix them.
 * Should more than 16,000 rows meet in one millisecond, the last of them share a number.
 */
export class InsertionOrder {
  #last: number;
  #newestMs: number;

  constructor(last: number, newestMs: number) {
    this.#last = last;
    this.#newestMs = newestMs;
  }

  get last(): number {
    return this.#last;
  }

  get newestMs(): number {
    return this.#newestMs;
  }

  /** A copy that can go ahead while the group's commit is in doubt. */
  fork(): InsertionOrder {
    return new InsertionOrder(this.#last, this.#newestMs);
  }

  tieOf(timestampMs: number): number {
    const isNewest = timestampMs > this.#newestMs;
    if (isNewest) this.#newestMs = timestampMs;
    this.#last = isNewest && this.#last >= LARGE_TIE ? 0 : Math.min(this.#last + 1, LARGEST_TIE);
    return this.#last;
  }
}
