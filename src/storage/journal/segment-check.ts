import { decodeRecord, findRecord, recordLength } from "./journal-record.ts";
import { SEGMENT_HEADER_BYTES, type Segment } from "./segment.ts";

/** What an older segment holds. */
export interface SegmentCheck {
  readonly rowCount: number;
  /** 0 when there is no record. */
  readonly lastSequence: number;
  /** Stretches that are no sound records, with sound ones behind them. */
  readonly damage: readonly Stretch[];
  /** Where the file was cut in the middle of a record; `undefined` when it ends well. */
  readonly cutAt: number | undefined;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Reads a whole segment once, and says what of it can be used. */
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
