import { BinaryRows } from "./binary-rows.ts";

/** A binary COPY begins with its signature, no flags, and no extension. */
const COPY_HEADER = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
/** A row of -1 fields marks the end. */
const COPY_TRAILER = Buffer.from([0xff, 0xff]);
/** Takes about a millisecond. */
const ROWS_A_PIECE = 4096;
const FIELDS = 9;
/** The number of fields, a length before each, and 32 bytes of values. */
const ROW_BYTES = 2 + FIELDS * 4 + 32;

export const COPY_TRANSFERS =
  "COPY dt_transfers (ts, item, player, x, z, y, world, action, tie) FROM STDIN (FORMAT binary)";

/** The transfers of a group, with one array per column, so that rows need no objects. */
export class TransferColumns {
  readonly entry: Int32Array;
  readonly player: Int32Array;
  readonly x: Int32Array;
  readonly y: Int16Array;
  readonly z: Int32Array;
  readonly world: Int16Array;
  readonly action: Int16Array;
  readonly tie: Int16Array;
  readonly timestampMs: Float64Array;
  count = 0;

  constructor(capacity: number) {
    this.entry = new Int32Array(capacity);
    this.player = new Int32Array(capacity);
    this.x = new Int32Array(capacity);
    this.y = new Int16Array(capacity);
    this.z = new Int32Array(capacity);
    this.world = new Int16Array(capacity);
    this.action = new Int16Array(capacity);
    this.tie = new Int16Array(capacity);
    this.timestampMs = new Float64Array(capacity);
  }

  /**
   * Yields the rows for `COPY_TRANSFERS`, piece by piece. They are sorted by item, so that neighbours in the index are
   * written one after another.
   */
  *encode(refOf: (entry: number) => number): Generator<Buffer> {
    const order = new Float64Array(this.count);
    for (let row = 0; row < this.count; row++) order[row] = refOf(this.entry[row] as number) * this.count + row;
    order.sort();
    yield COPY_HEADER;
    for (let from = 0; from < this.count; from += ROWS_A_PIECE) {
      const keys = order.subarray(from, from + ROWS_A_PIECE);
      const to = new BinaryRows(keys.length * ROW_BYTES);
      for (const key of keys) this.#encodeRow(to, key % this.count, Math.floor(key / this.count));
      yield to.buffer;
    }
    yield COPY_TRAILER;
  }

  #encodeRow(to: BinaryRows, row: number, item: number): void {
    to.int16(FIELDS);
    to.timestamp(this.timestampMs[row] as number);
    to.integer(item);
    to.integer(this.player[row] as number);
    to.integer(this.x[row] as number);
    to.integer(this.z[row] as number);
    to.smallint(this.y[row] as number);
    to.smallint(this.world[row] as number);
    to.smallint(this.action[row] as number);
    to.smallint(this.tie[row] as number);
  }
}
