import { isShort } from "./places.ts";
import type { RecentRows } from "./recent-rows.ts";

const FIRST_BYTES = 1 << 16;
/** The most that a row takes, without the text of its place. */
const MAX_ROW_BYTES = 128;
/** How many bytes of UTF-8 one unit of a JavaScript string can take. */
const MAX_BYTES_A_UNIT = 3;

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/** Makes the JSON of a record, digit by digit: to make a string of each number would take several times as long. */
export class RecordText {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);

  /** Returns the rows from this one on, as UTF-8 that is valid until the next call. */
  of(rows: RecentRows, from: number): Uint8Array {
    const base = rows.ts(from);
    let at = 0;
    for (let row = from; row < rows.length; row++) {
      const place = rows.storedPlaceOf(row);
      const bytes = this.#roomFor(at, place);
      bytes[at++] = row === from ? OPEN : COMMA;
      bytes[at++] = OPEN;
      at = putInteger(bytes, at, rows.item(row));
      bytes[at++] = COMMA;
      at = putInteger(bytes, at, rows.ts(row) - base);
      bytes[at++] = COMMA;
      at = putInteger(bytes, at, rows.isTransfer(row) ? rows.player(row) : -rows.player(row));
      bytes[at++] = COMMA;
      at = putInteger(bytes, at, rows.context(row));
      if (rows.isAtText(row)) at += bytes.write(",null,null,null", at, "latin1");
      else {
        bytes[at++] = COMMA;
        at = putInteger(bytes, at, rows.x(row));
        bytes[at++] = COMMA;
        at = putInteger(bytes, at, rows.y(row));
        bytes[at++] = COMMA;
        at = putInteger(bytes, at, rows.z(row));
      }
      if (place !== null) {
        bytes[at++] = COMMA;
        if (!isShort(place)) at += bytes.write(JSON.stringify(place), at);
        else {
          bytes[at++] = QUOTE;
          bytes[at++] = place.charCodeAt(0);
          bytes[at++] = QUOTE;
        }
      }
      bytes[at++] = CLOSE;
    }
    this.#bytes[at++] = CLOSE;
    return this.#bytes.subarray(0, at);
  }

  #roomFor(at: number, place: string | null): Buffer {
    const need = at + MAX_ROW_BYTES + (place?.length ?? 0) * 2 * MAX_BYTES_A_UNIT;
    if (need <= this.#bytes.length) return this.#bytes;
    const larger = Buffer.allocUnsafe(Math.max(need, this.#bytes.length * 2));
    larger.set(this.#bytes);
    this.#bytes = larger;
    return larger;
  }
}

/** Returns where the next byte goes. */
function putInteger(bytes: Buffer, at: number, value: number): number {
  let rest = Math.abs(value) | 0;
  if (Math.abs(value) !== rest) return at + bytes.write(`${value}`, at, "latin1");
  let to = at;
  if (value < 0) bytes[to++] = MINUS;
  to += digitsOf(rest);
  for (let digit = to; ; ) {
    const tens = (rest / 10) | 0;
    bytes[--digit] = ZERO + rest - tens * 10;
    if (tens === 0) return to;
    rest = tens;
  }
}

function digitsOf(value: number): number {
  if (value < 1000) return value < 10 ? 1 : value < 100 ? 2 : 3;
  if (value < 1_000_000) return value < 10_000 ? 4 : value < 100_000 ? 5 : 6;
  if (value < 1_000_000_000) return value < 10_000_000 ? 7 : value < 100_000_000 ? 8 : 9;
  return 10;
}
