import { BinaryRows } from "./binary-rows.ts";

/** PostgreSQL's numbers for its types. */
const SMALLINT = 21;
const INTEGER = 23;
const TID = 27;
const TIMESTAMPTZ = 1184;
const UUID = 2950;

const HEADER_BYTES = 20;

/**
 * Parameters for `unnest($1::integer[], ...)`. The driver passes a buffer on unchanged, and PostgreSQL reads it without
 * parsing text. `undefined` becomes null.
 */
export function smallintArray(values: readonly number[]): Buffer {
  return array(SMALLINT, values, 6, (to, value) => to.smallint(value));
}

export function integerArray(values: readonly (number | undefined)[]): Buffer {
  return array(INTEGER, values, 8, (to, value) => to.integer(value));
}

export function timestampArray(valuesMs: readonly (number | undefined)[]): Buffer {
  return array(TIMESTAMPTZ, valuesMs, 12, (to, value) => to.timestamp(value));
}

/** An entry is the index of an id in `words`, where each id takes four words. */
export function uuidArray(entries: readonly number[], words: Int32Array): Buffer {
  return array(UUID, entries, 20, (to, entry) => to.uuid(words, entry * 4));
}

/** Places of rows in a table. */
export function tidArray(places: readonly { readonly block: number; readonly nth: number }[]): Buffer {
  return array(TID, places, 10, (to, { block, nth }) => to.tid(block, nth));
}

function array<Value>(
  type: number,
  values: readonly (Value | undefined)[],
  bytesEach: number,
  write: (to: BinaryRows, value: Value) => void,
): Buffer {
  const nulls = values.reduce<number>((count, value) => (value === undefined ? count + 1 : count), 0);
  const bytes = HEADER_BYTES + nulls * 4 + (values.length - nulls) * bytesEach;
  const to = new BinaryRows(bytes);
  to.int32(1);
  to.int32(nulls > 0 ? 1 : 0);
  to.int32(type);
  to.int32(values.length);
  to.int32(1);
  for (const value of values) {
    if (value === undefined) to.null();
    else write(to, value);
  }
  return to.buffer;
}
