/** Rows that are made at a time: a server has thousands of places, and a page of its own for each would cost more than it holds. */
const ROWS_PER_PAGE = 256;

/** Room for one number of each material. */
export interface CountRow {
  readonly page: Int32Array;
  /** Where the row begins. */
  readonly at: number;
}

/** Rows of counts, packed, since one is compared at every look; what is given back is used again. */
export class CountRows {
  readonly width: number;
  /** All zero, for whoever has nothing; nobody writes into it. */
  readonly empty: CountRow;
  readonly #free: CountRow[] = [];

  constructor(width: number) {
    this.width = width;
    this.empty = { page: new Int32Array(width), at: 0 };
  }

  /** A row with whatever was last in it. */
  take(): CountRow {
    if (this.#free.length === 0) {
      const page = new Int32Array(this.width * ROWS_PER_PAGE);
      for (let row = ROWS_PER_PAGE - 1; row >= 0; row--) this.#free.push({ page, at: row * this.width });
    }
    return this.#free.pop()!;
  }

  giveBack(row: CountRow): void {
    if (row !== this.empty) this.#free.push(row);
  }

  copyOf({ page, at }: CountRow): Int32Array {
    return page.slice(at, at + this.width);
  }
}
