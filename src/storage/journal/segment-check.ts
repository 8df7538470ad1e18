import { decodeRecord, findRecord, recordLength } from "./journal-record.ts";
import { SEGMENT_HEADER_BYTES, type Segment } from "./segment.ts";

/** What an older segment holds. */
export interface SegmentCheck {
  readonly rowCount: number;
  /** 0 if there is no record. */
  readonly lastSequence: number;
  /** Unreadable stretches that are followed by sound records. */
  readonly damage: readonly Stretch[];
  /** Where the file ends in the middle of a record; `undefined` if it ends well. */
  readonly cutAt: number | undefined;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Reads a whole segment once, and reports how much of it can be used. */
export function checkSegment(segment: Segment): SegmentCheck {
  const bytes = segment.read(0, segment.size);
  const damage: Stretch[] = [];
  let [rowCount, lastSequence] = [0, 0];
  let at = Math.min(SEGMENT_HEADER_BYTES, bytes.length);
  while (at < bytes.length) {
    const record = decodeRecord(bytes, at);
    if (record) {
      rowCount += record.rowCount;
      lastSequence = Math.max(lastSequence, record.sequence);
      at += recordLength(bytes, at) as number;
      continue;
    }
    const next = findRecord(bytes, at + 1);
    if (next === undefined) return { rowCount, lastSequence, damage, cutAt: at };
    damage.push({ from: at, to: next });
    at = next;
  }
  return { rowCount, lastSequence, damage, cutAt: undefined };
}
