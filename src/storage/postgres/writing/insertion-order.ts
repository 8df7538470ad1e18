const LARGEST_TIE = 32_767;
/** From here on, numbering starts again at 0 as soon as it can. */
const LARGE_TIE = LARGEST_TIE >> 1;

/**
 * Numbers rows so that those of one millisecond keep the order in which they were inserted. The numbers continue over groups
 * and restarts. They start again only at a time later than all before, so a clock that was set back cannot mix them up. If
 * more than 16,000 rows come without such a later time, the last of them share a number.
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

  /** Returns a copy that can advance while the group may still fail to commit. */
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
