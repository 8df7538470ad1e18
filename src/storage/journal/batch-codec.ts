import { type Batch, ROW_WORDS } from "../../core/index.ts";

/** Base time, then the numbers of rows, texts and asked rows. */
const HEADER_BYTES = 8 + 4 + 4 + 4;
const ROW_BYTES = ROW_WORDS * Int32Array.BYTES_PER_ELEMENT;

/** A batch as bytes, for the journal. Integers stand in this machine's order: a journal is read where it was written. */
export function encodeBatch(batch: Batch): Buffer {
  const texts = batch.strings.map((text) => Buffer.from(text, "utf8"));
  const textBytes = texts.reduce((bytes, text) => bytes + 4 + text.length, 0);
  const rowBytes = batch.rowCount * ROW_BYTES;
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + rowBytes + batch.askedSeen.length * 4 + textBytes);
  let at = buffer.writeDoubleLE(batch.baseMs, 0);
  at = buffer.writeUInt32LE(batch.rowCount, at);
  at = buffer.writeUInt32LE(texts.length, at);
  at = buffer.writeUInt32LE(batch.askedSeen.length, at);
  buffer.set(new Uint8Array(batch.rows.buffer, batch.rows.byteOffset, rowBytes), at);
  at += rowBytes;
  for (const row of batch.askedSeen) at = buffer.writeUInt32LE(row, at);
  for (const text of texts) {
    at = buffer.writeUInt32LE(text.length, at);
    buffer.set(text, at);
    at += text.length;
  }
  return buffer;
}

/** The batch that `encodeBatch` was given. Throws when the bytes are no batch. */
export function decodeBatch(bytes: Buffer): Batch {
  const baseMs = bytes.readDoubleLE(0);
  const rowCount = bytes.readUInt32LE(8);
  const textCount = bytes.readUInt32LE(12);
  const askedCount = bytes.readUInt32LE(16);
  let at = HEADER_BYTES + rowCount * ROW_BYTES;
  if (at > bytes.length) throw new RangeError("a batch is shorter than its rows");
  // Copied, since the rows need not lie on a boundary of four bytes.
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
