/** Microseconds between 1970 and PostgreSQL's epoch, 2000-01-01. */
const EPOCH_OFFSET_US = 946_684_800_000_000;
/** The range that `timestamptz` and `dt_hour` can hold, with a margin. A clock beyond it is broken. */
const EARLIEST_MS = -200_000_000_000_000;
const LATEST_MS = 7_000_000_000_000_000;

/** Returns the time, or the nearest one that PostgreSQL can hold. */
export function storableMs(ms: number): number {
  return Number.isNaN(ms) ? 0 : Math.min(LATEST_MS, Math.max(EARLIEST_MS, ms));
}

/** Reads a time from its binary form. */
export function timestampAt(bytes: Buffer, at: number): number {
  return Math.round((bytes.readInt32BE(at) * 0x1_0000_0000 + bytes.readUInt32BE(at + 4) + EPOCH_OFFSET_US) / 1000);
}

/** Writes values in PostgreSQL's binary form, each after its length, into a buffer of the right size. */
export class BinaryRows {
  readonly buffer: Buffer;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: number) {
    this.buffer = Buffer.allocUnsafeSlow(bytes);
    this.#view = new DataView(this.buffer.buffer, this.buffer.byteOffset, bytes);
  }

  int16(value: number): void {
    this.#view.setInt16(this.#at, value);
    this.#at += 2;
  }

  int32(value: number): void {
    this.#view.setInt32(this.#at, value);
    this.#at += 4;
  }

  smallint(value: number): void {
    this.int32(2);
    this.int16(value);
  }

  integer(value: number): void {
    this.int32(4);
    this.int32(value);
  }

  timestamp(ms: number): void {
    this.int32(8);
    const micros = storableMs(ms) * 1000 - EPOCH_OFFSET_US;
    const high = Math.floor(micros / 0x1_0000_0000);
    this.int32(high);
    this.#view.setUint32(this.#at, micros - high * 0x1_0000_0000);
    this.#at += 4;
  }

  tid(block: number, nth: number): void {
    this.int32(6);
    this.int32(block);
    this.int16(nth);
  }

  /** A UUID is four words, beginning at `from`. */
  uuid(words: Int32Array, from: number): void {
    this.int32(16);
    for (let word = 0; word < 4; word++) this.int32(words[from + word] as number);
  }

  null(): void {
    this.int32(-1);
  }
}
