import { crc32 } from "node:zlib";

/** What a record holds. The numbers are stored in files, so their meaning never changes. */
export const RECORD_KINDS = { batch: 1, operation: 2 } as const;
type RecordKind = (typeof RECORD_KINDS)[keyof typeof RECORD_KINDS];

/** One thing that the database has to do. */
export interface JournalRecord {
  /** Rises by one with each record. A gap marks the start of another run of the program. */
  readonly sequence: number;
  readonly kind: RecordKind;
  /** How many rows would be lost with this record. */
  readonly rowCount: number;
  readonly body: Buffer;
}

/** Marks the beginning of a record. */
const MARK = Buffer.from("DTJR", "latin1");
/** Mark, length of the body, checksum of everything after the checksum, kind, row count, sequence. */
export const RECORD_HEADER_BYTES = 4 + 4 + 4 + 4 + 4 + 8;
const CHECKED_FROM = 12;

export function encodeRecord({ sequence, kind, rowCount, body }: JournalRecord): Buffer {
  const bytes = Buffer.allocUnsafe(RECORD_HEADER_BYTES + body.length);
  bytes.set(MARK, 0);
  bytes.writeUInt32LE(body.length, 4);
  bytes.writeUInt32LE(kind, 12);
  bytes.writeUInt32LE(rowCount, 16);
  bytes.writeDoubleLE(sequence, 20);
  bytes.set(body, RECORD_HEADER_BYTES);
  bytes.writeUInt32LE(crc32(bytes.subarray(CHECKED_FROM)), 8);
  return bytes;
}

/** Returns the length, header included, that the record at this offset claims to have; `undefined` if no record begins there. */
export function recordLength(bytes: Buffer, at: number): number | undefined {
  if (at + RECORD_HEADER_BYTES > bytes.length) return undefined;
  if (MARK.compare(bytes, at, at + MARK.length) !== 0) return undefined;
  return RECORD_HEADER_BYTES + bytes.readUInt32LE(at + 4);
}

/** Returns the record at this offset; `undefined` if it is incomplete or damaged, or if there is none. */
export function decodeRecord(bytes: Buffer, at: number): JournalRecord | undefined {
  const length = recordLength(bytes, at);
  if (length === undefined || at + length > bytes.length) return undefined;
  const checked = bytes.subarray(at + CHECKED_FROM, at + length);
  if (crc32(checked) !== bytes.readUInt32LE(at + 8)) return undefined;
  return {
    sequence: bytes.readDoubleLE(at + 20),
    kind: bytes.readUInt32LE(at + 12) as RecordKind,
    rowCount: bytes.readUInt32LE(at + 16),
    body: bytes.subarray(at + RECORD_HEADER_BYTES, at + length),
  };
}

/** Returns the offset of the next sound record at or after `from`; `undefined` if there is none. */
export function findRecord(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(MARK, from); at >= 0; at = bytes.indexOf(MARK, at + 1)) {
    if (decodeRecord(bytes, at)) return at;
  }
  return undefined;
}
