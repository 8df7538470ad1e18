import { decodeRecord, findRecord, type JournalRecord, RECORD_HEADER_BYTES, recordLength } from "./journal-record.ts";
import type { Segment } from "./segment.ts";

const READ_BYTES = 4 << 20;

export interface PlacedRecord extends JournalRecord {
  readonly segment: Segment;
  /** The offset just after it. */
  readonly endsAt: number;
}

/** Yields the sound records of a segment from an offset on, and skips anything else. */
export function* recordsOf(segment: Segment, from: number): Generator<PlacedRecord> {
  let at = from;
  let bytesAt = at;
  let bytes = segment.read(at, READ_BYTES);
  while (at < segment.size) {
    const record = decodeRecord(bytes, at - bytesAt);
    if (record) {
      at += RECORD_HEADER_BYTES + record.body.length;
      yield { ...record, segment, endsAt: at };
      continue;
    }
    if (bytesAt + bytes.length >= segment.size) {
      const next = findRecord(bytes, at - bytesAt);
      if (next === undefined) return;
      at = bytesAt + next;
      continue;
    }
    // The record may extend beyond the bytes read: read again from its beginning, for the length that it claims. If that is
    // not enough either, the length is wrong, and the rest of the file is searched.
    const saidLength = recordLength(bytes, at - bytesAt) ?? 0;
    const wanted = at === bytesAt ? segment.size - at : Math.max(READ_BYTES, saidLength);
    bytes = segment.read(at, wanted);
    bytesAt = at;
  }
}
