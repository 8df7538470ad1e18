import type { Spans } from "../../archive/archive-source.ts";

/** Offsets of a span's numbers. */
const SPAN = { item: 0, fromMs: 1, fromNth: 2, toMs: 3, toNth: 4, rows: 5, checksum: 6 } as const;
const SPAN_NUMBERS = 7;

/** A longer stretch is split, because it is checked and deleted in one transaction. */
const MAX_ROWS = 4096;
/** With more rows between two spans that stay in the store, each span is checked by itself. */
const MAX_KEPT = 16;
/** The number of rows that stay is above these bits of the number of a span's rows. */
const KEPT_UNIT = 2 * MAX_ROWS;
const SPANS_A_BLOCK = 16_384;

/**
 * The rows of a month's file as spans: rows of one item that follow one another in the store, all of them in the file. A span is deleted
 * in a third of the time that its rows take one by one. Spans of one item with few rows between them make a stretch, which is checked at
 * once. Spans are kept as plain numbers, because a month may have a million.
 */
export class RowSpans implements Spans {
  readonly #blocks: Float64Array[] = [];
  #size = 0;
  /** The last span, and where it begins in it. */
  #last = new Float64Array();
  #at = 0;
  #item = -1;
  #stretchRows = 0;
  /** Rows after the last span that stay in the store. */
  #kept = 0;
  #keptChecksum = 0;
  rows = 0;

  /** Adds a row. Rows come sorted by item, time and `nth`. `follows`: it comes right after the last one in the store. */
  add(item: number, timestampMs: number, nth: number, checksum: number, follows: boolean): void {
    const isFull = this.#stretchRows + this.#kept >= MAX_ROWS;
    if (!follows || isFull) {
      const isJoined = item === this.#item && !isFull && this.#kept > 0 && this.#kept <= MAX_KEPT;
      this.#begin(item, timestampMs, nth, isJoined);
    }
    const [span, at] = [this.#last, this.#at];
    span[at + SPAN.toMs] = timestampMs;
    span[at + SPAN.toNth] = nth;
    span[at + SPAN.rows] = (span[at + SPAN.rows] as number) + 1;
    span[at + SPAN.checksum] = ((span[at + SPAN.checksum] as number) + checksum) >>> 0;
    this.#stretchRows++;
    this.rows++;
  }

  /** Notes a row that stays in the store. */
  keep(item: number, checksum: number): void {
    if (item !== this.#item) return;
    this.#kept++;
    this.#keptChecksum = (this.#keptChecksum + checksum) >>> 0;
  }

  /** Yields all spans in the order of the items' references, which is their order in the store, about this many rows at a time, and whole stretches. */
  *inStoreOrder(rows: number): Generator<Float64Array<ArrayBuffer>> {
    const order = Uint32Array.from({ length: this.#size }, (_, index) => index);
    order.sort((a, b) => this.#itemOf(a) - this.#itemOf(b) || a - b);
    for (let from = 0; from < order.length; ) {
      let to = from;
      for (let taken = 0; to < order.length && (taken < rows || this.#isJoined(order[to] as number)); to++) {
        taken += this.#rowsOf(order[to] as number) % KEPT_UNIT;
      }
      const spans = new Float64Array((to - from) * SPAN_NUMBERS);
      for (let n = from; n < to; n++) spans.set(this.#span(order[n] as number), (n - from) * SPAN_NUMBERS);
      yield spans;
      from = to;
    }
  }

  #begin(item: number, timestampMs: number, nth: number, isJoined: boolean): void {
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
    if (isJoined) {
      this.#last[this.#at + SPAN.rows] = this.#kept * KEPT_UNIT;
      this.#last[this.#at + SPAN.checksum] = this.#keptChecksum;
    }
    this.#stretchRows = isJoined ? this.#stretchRows + this.#kept : 0;
    this.#item = item;
    this.#kept = 0;
    this.#keptChecksum = 0;
  }

  #isJoined(index: number): boolean {
    return this.#rowsOf(index) >= KEPT_UNIT;
  }

  #span(index: number): Float64Array {
    const at = (index % SPANS_A_BLOCK) * SPAN_NUMBERS;
    return this.#block(index).subarray(at, at + SPAN_NUMBERS);
  }

  #itemOf(index: number): number {
    return this.#block(index)[(index % SPANS_A_BLOCK) * SPAN_NUMBERS + SPAN.item] as number;
  }

  #rowsOf(index: number): number {
    return this.#block(index)[(index % SPANS_A_BLOCK) * SPAN_NUMBERS + SPAN.rows] as number;
  }

  #block(index: number): Float64Array {
    return this.#blocks[Math.floor(index / SPANS_A_BLOCK)] as Float64Array;
  }
}

/** Rows of one item that follow one another in the store, with those between the spans, which stay there. */
interface Stretch {
  readonly item: number;
  readonly spans: readonly Span[];
  /** Of all rows from the first span to the last. */
  readonly rows: number;
  readonly checksum: number;
}

export interface Span {
  readonly fromMs: number;
  readonly fromNth: number;
  readonly toMs: number;
  readonly toNth: number;
  readonly rows: number;
}

/** Reads spans that `inStoreOrder` yielded. */
export function* stretchesIn(numbers: Float64Array): Generator<Stretch> {
  let stretch: { item: number; spans: Span[]; rows: number; checksum: number } | undefined;
  for (let at = 0; at < numbers.length; at += SPAN_NUMBERS) {
    const [item, fromMs, fromNth, toMs, toNth, rowsAndKept, checksum] = numbers.subarray(
      at,
      at + SPAN_NUMBERS,
    ) as unknown as SpanNumbers;
    const rows = rowsAndKept % KEPT_UNIT;
    if (stretch === undefined || rowsAndKept < KEPT_UNIT) {
      if (stretch !== undefined) yield stretch;
      stretch = { item, spans: [], rows: 0, checksum: 0 };
    }
    stretch.spans.push({ fromMs, fromNth, toMs, toNth, rows });
    stretch.rows += rows + Math.floor(rowsAndKept / KEPT_UNIT);
    stretch.checksum = (stretch.checksum + checksum) >>> 0;
  }
  if (stretch !== undefined) yield stretch;
}

type SpanNumbers = readonly [number, number, number, number, number, number, number];
