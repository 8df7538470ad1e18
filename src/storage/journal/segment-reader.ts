import { decodeRecord, findRecord, type JournalRecord, RECORD_HEADER_BYTES, recordLength } from "./journal-record.ts";
import type { Segment } from "./segment.ts";

const READ_BYTES = 4 << 20;

export interface PlacedRecord extends JournalRecord {
  readonly segment: Segment;
  /** The offset behind it. */
  readonly endsAt: number;
}

/** The sound records of a segment from an offset on; what lies between them is passed over. */
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
    // The record may go on behind what was read: read again from its beginning, as far as it says it reaches. Should
    // that not be enough either, the length is wrong, and the rest of the file is searched.
    const saidLength = recordLength(bytes, at - bytesAt) ?? 0;
    const wanted = at === bytesAt ? segment.size - at : Math.max(READ_BYTES, saidLength);
    bytes = segment.read(at, wanted);
    bytesAt = at;
  }
}
