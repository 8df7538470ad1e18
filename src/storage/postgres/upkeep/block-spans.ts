import type { Spans } from "../../archive/archive-source.ts";

/** Where a row lies: `nth` counts from 1 within a block. A row that is not changed keeps its place until its table is rewritten. */
export interface RowPlace {
  /** PostgreSQL's number for the table. */
  readonly table: number;
  readonly block: number;
  readonly nth: number;
}

/**
 * More rows than fit into a block of 8 kB. On a server that was built with larger blocks some rows are left out, and their month is deleted
 * row by row.
 */
const MAX_NTH = 320;
const BIT_WORDS = MAX_NTH / 32;
/** The words of a block: a bit for each row that leaves, a bit for each that is its item's last one to leave, and the checksum. */
const WORD = { leaves: 0, isLast: BIT_WORDS, checksum: 2 * BIT_WORDS } as const;
const BLOCK_WORDS = 2 * BIT_WORDS + 1;

/**
 * The rows of a month's file as spans: in each block of the store's tables, those that leave. To delete rows by their place takes a third
 * of the time that looking them up takes, and each block is written once. A block takes 84 bytes here, and has about 130 rows.
 */
export class BlockSpans implements Spans {
  readonly #tables = new Map<number, Uint32Array>();
  #item = -1;
  #last: RowPlace | undefined;
  rows = 0;

  /** Adds a row. Rows come sorted by item and time. */
  add(item: number, place: RowPlace, checksum: number): void {
    if (place.nth >= MAX_NTH) return;
    if (item !== this.#item) this.#endItem();
    this.#item = item;
    this.#last = place;
    this.#mark(place, WORD.leaves);
    const words = this.#tables.get(place.table) as Uint32Array;
    const at = place.block * BLOCK_WORDS + WORD.checksum;
    words[at] = (words[at] as number) + checksum;
    this.rows++;
  }

  *inStoreOrder(rows: number): Generator<Float64Array<ArrayBuffer>> {
    this.#endItem();
    for (const [table, words] of this.#tables) {
      let numbers: number[] = [table, 0];
      for (let from = 0; from < words.length; from += BLOCK_WORDS) {
        const block = words.subarray(from, from + BLOCK_WORDS);
        numbers[1] = ((numbers[1] as number) + (block[WORD.checksum] as number)) >>> 0;
        for (let nth = 0; nth < MAX_NTH; nth++) {
          if (isMarked(block, WORD.leaves, nth)) {
            numbers.push(((from / BLOCK_WORDS) * MAX_NTH + nth) * 2 + (isMarked(block, WORD.isLast, nth) ? 1 : 0));
          }
        }
        if (numbers.length - 2 < rows && from + BLOCK_WORDS < words.length) continue;
        if (numbers.length > 2) yield Float64Array.from(numbers);
        numbers = [table, 0];
      }
    }
  }

  #endItem(): void {
    if (this.#last !== undefined) this.#mark(this.#last, WORD.isLast);
  }

  #mark({ table, block, nth }: RowPlace, from: number): void {
    const end = (block + 1) * BLOCK_WORDS;
    let words = this.#tables.get(table);
    if (words === undefined || words.length < end) {
      const grown = new Uint32Array(Math.ceil((end * 3) / 2 / BLOCK_WORDS) * BLOCK_WORDS);
      grown.set(words ?? []);
      words = grown;
      this.#tables.set(table, words);
    }
    const at = block * BLOCK_WORDS + from + (nth >> 5);
    words[at] = (words[at] as number) | (1 << (nth & 31));
  }
}

function isMarked(block: Uint32Array, from: number, nth: number): boolean {
  return (((block[from + (nth >> 5)] as number) >>> (nth & 31)) & 1) === 1;
}

/** Rows of one table that are deleted together. */
export interface BlockSpan {
  readonly table: number;
  readonly checksum: number;
  readonly rows: readonly RowPlace[];
  /** Those that are their item's last to leave. */
  readonly last: readonly RowPlace[];
}

/** Reads numbers that `inStoreOrder` yielded. */
export function readBlockSpan([table = 0, checksum = 0, ...addresses]: Iterable<number>): BlockSpan {
  const placeOf = (address: number): RowPlace => {
    const row = Math.floor(address / 2);
    return { table, block: Math.floor(row / MAX_NTH), nth: row % MAX_NTH };
  };
  return {
    table,
    checksum,
    rows: addresses.map(placeOf),
    last: addresses.filter((address) => address % 2 === 1).map(placeOf),
  };
}
