/** Offsets of a span's numbers. */
const SPAN = { item: 0, fromMs: 1, fromNth: 2, toMs: 3, toNth: 4, rows: 5, checksum: 6 } as const;
const SPAN_NUMBERS = 7;

type Span = { readonly [Name in keyof typeof SPAN]: number };

/** A longer span is split, because a span is deleted in one transaction. */
const MAX_ROWS = 4096;
const SPANS_A_BLOCK = 16_384;

/**
 * The rows of a month's file as spans: rows of one item that follow one another in the store, all of them in the file. A span is deleted
 * in a third of the time that its rows take one by one. Spans are kept as plain numbers, because a month may have a million.
 */
export class RowSpans {
  readonly #blocks: Float64Array[] = [];
  #size = 0;
  /** The last span, and where it begins in it. */
  #last = new Float64Array();
  #at = 0;
  /** How many rows all spans have. */
  rows = 0;

  /** Adds a row. Rows come sorted by item, time and `nth`. `follows`: it comes right after the last one in the store. */
  add(item: number, timestampMs: number, nth: number, checksum: number, follows: boolean): void {
    if (!follows || (this.#last[this.#at + SPAN.rows] as number) >= MAX_ROWS) this.#begin(item, timestampMs, nth);
    const [span, at] = [this.#last, this.#at];
    span[at + SPAN.toMs] = timestampMs;
    span[at + SPAN.toNth] = nth;
    span[at + SPAN.rows] = (span[at + SPAN.rows] as number) + 1;
    span[at + SPAN.checksum] = ((span[at + SPAN.checksum] as number) + checksum) >>> 0;
    this.rows++;
  }

  /** Yields all spans in the order of the items' references, which is their order in the store, about this many rows at a time. */
  *inStoreOrder(rows: number): Generator<Float64Array<ArrayBuffer>> {
    const order = Uint32Array.from({ length: this.#size }, (_, index) => index);
    order.sort((a, b) => this.#item(a) - this.#item(b) || a - b);
    for (let from = 0; from < order.length; ) {
      let to = from;
      for (let taken = 0; taken < rows && to < order.length; to++) taken += this.#rowsOf(order[to] as number);
      const spans = new Float64Array((to - from) * SPAN_NUMBERS);
      for (let n = from; n < to; n++) spans.set(this.#span(order[n] as number), (n - from) * SPAN_NUMBERS);
      yield spans;
      from = to;
    }
  }

  #begin(item: number, timestampMs: number, nth: number): void {
    const within = this.#size % SPANS_A_BLOCK;
    if (within === 0) {
      this.#last = new Float64Array(SPANS_A_BLOCK * SPAN_NUMBERS);
      this.#blocks.push(this.#last);
    }
    this.#size++;
    this.#at = within * SPAN_NUMBERS;
    this.#last[this.#at + SPAN.item] = item;
    this.#last[this.#at + SPAN.fromMs] = timestampMs;
    this.#last[this.#at + SPAN.fromNth] = nth;
  }

  #span(index: number): Float64Array {
    const at = (index % SPANS_A_BLOCK) * SPAN_NUMBERS;
    return this.#block(index).subarray(at, at + SPAN_NUMBERS);
  }

  #item(index: number): number {
    return this.#block(index)[(index % SPANS_A_BLOCK) * SPAN_NUMBERS + SPAN.item] as number;
  }

  #rowsOf(index: number): number {
    return this.#block(index)[(index % SPANS_A_BLOCK) * SPAN_NUMBERS + SPAN.rows] as number;
  }

  #block(index: number): Float64Array {
    return this.#blocks[Math.floor(index / SPANS_A_BLOCK)] as Float64Array;
  }
}

/** Reads spans that `inStoreOrder` yielded. */
export function* spansIn(spans: Float64Array): Generator<Span> {
  for (let at = 0; at < spans.length; at += SPAN_NUMBERS) {
    const [item, fromMs, fromNth, toMs, toNth, rows, checksum] = spans.subarray(at, at + SPAN_NUMBERS);
    yield { item, fromMs, fromNth, toMs, toNth, rows, checksum } as Span;
  }
}
