import { type Batch, ROW_WORDS } from "../core/storage-face.ts";

/** Base time, then the numbers of rows, texts and asked rows. */
const HEADER_BYTES = 8 + 4 + 4 + 4;
const ROW_BYTES = ROW_WORDS * Int32Array.BYTES_PER_ELEMENT;
/** How many bytes of UTF-8 one unit of a JavaScript string can take. */
const MAX_BYTES_A_UNIT = 3;

/** Returns a batch as bytes. Row integers are in this machine's byte order, because the same machine reads them. */
export function encodeBatch(batch: Batch): Buffer {
  const buffer = Buffer.allocUnsafe(mostBatchBytes(batch));
  return buffer.subarray(0, writeBatch(batch, buffer, 0));
}

/** Returns how many bytes the batch can take at most. */
export function mostBatchBytes({ rowCount, askedSeen, strings }: Batch): number {
  let bytes = HEADER_BYTES + rowCount * ROW_BYTES + askedSeen.length * 4;
  for (const text of strings) bytes += 4 + text.length * MAX_BYTES_A_UNIT;
  return bytes;
}

/** Writes the batch into a buffer that has room for it. Returns the offset just after it. */
export function writeBatch(
  { baseMs, rowCount, rows, askedSeen, strings }: Batch,
  buffer: Buffer,
  from: number,
): number {
  let at = buffer.writeDoubleLE(baseMs, from);
  at = buffer.writeUInt32LE(rowCount, at);
  at = buffer.writeUInt32LE(strings.length, at);
  at = buffer.writeUInt32LE(askedSeen.length, at);
  const rowBytes = rowCount * ROW_BYTES;
  buffer.set(new Uint8Array(rows.buffer, rows.byteOffset, rowBytes), at);
  at += rowBytes;
  for (const row of askedSeen) at = buffer.writeUInt32LE(row, at);
  for (const text of strings) {
    const length = buffer.write(text, at + 4);
    buffer.writeUInt32LE(length, at);
    at += 4 + length;
  }
  return at;
}

/** Returns the batch that `encodeBatch` was given. Throws if the bytes are no batch. */
export function decodeBatch(bytes: Buffer): Batch {
  const baseMs = bytes.readDoubleLE(0);
  const rowCount = bytes.readUInt32LE(8);
  const textCount = bytes.readUInt32LE(12);
  const askedCount = bytes.readUInt32LE(16);
  let at = HEADER_BYTES + rowCount * ROW_BYTES;
  if (at > bytes.length) throw new RangeError("a batch is shorter than its rows");
  // Copied, because the rows may not begin at a multiple of four bytes.
  const rows = new Int32Array(rowCount * ROW_WORDS);
  new Uint8Array(rows.buffer).set(bytes.subarray(HEADER_BYTES, at));
  const askedSeen: number[] = [];
  for (let asked = 0; asked < askedCount; asked++, at += 4) askedSeen.push(bytes.readUInt32LE(at));
  const strings: string[] = [];
  for (let text = 0; text < textCount; text++) {
    const length = bytes.readUInt32LE(at);
    at += 4;
    if (at + length > bytes.length) throw new RangeError("a batch is shorter than its texts");
    strings.push(bytes.toString("utf8", at, at + length));
    at += length;
  }
  return { baseMs, rowCount, rows, strings, askedSeen };
}
