import { mkdirSync, readdirSync } from "node:fs";
import { type Clock, DoubletakeError, systemClock } from "../../core/storage-face.ts";
import { JournalFull } from "../batch-refused.ts";
import type { FailureLog } from "../failure-log.ts";
import { encodeRecord, type JournalRecord } from "./journal-record.ts";
import { SEGMENT_HEADER_BYTES, Segment } from "./segment.ts";
import { checkSegment, type SegmentCheck } from "./segment-check.ts";
import { type PlacedRecord, recordsOf } from "./segment-reader.ts";

const MAX_SEGMENT_BYTES = 32 << 20;
/** A segment takes at most this share of the limit, so that delivered records soon make room. */
const SEGMENT_SHARE = 1 / 8;
/** A segment that is delivered completely is replaced once this share of it is used. */
const WORN_SHARE = 1 / 8;
/** Sequences start from the current time, so that the numbers of a journal that somebody deleted are not used again. */
const SEQUENCES_A_MS = 1000;

interface JournalOptions {
  readonly folder: string;
  readonly limitBytes: number;
  readonly log: FailureLog;
  readonly clock?: Clock;
}

export type NewRecord = Omit<JournalRecord, "sequence">;

/**
 * Keeps records on disk, in order, until they are delivered. Appended records survive the end of the process; `sync` makes
 * them survive a power cut. A run of the program never appends to a file of an earlier run.
 */
export class Journal {
  readonly #folder: string;
  readonly #log: FailureLog;
  readonly #limitBytes: number;
  readonly #segmentBytes: number;
  /** Oldest first; new records go to the last one. Never empty. */
  readonly #segments: Segment[];
  /** The offset, in the first segment, of the first record that is not delivered. */
  #readAt = SEGMENT_HEADER_BYTES;
  #lastRead: { readonly record: PlacedRecord; readonly rowCount: number } | undefined;
  #nextSequence: number;
  #rowCount: number;
  #deliveredTo = 0;
  #needsSync = false;
  /** The first sequence of this run. */
  readonly ownFrom: number;

  private constructor({ folder, limitBytes, log, clock = systemClock }: JournalOptions, found: readonly Segment[]) {
    this.#folder = folder;
    this.#log = log;
    this.#limitBytes = limitBytes;
    this.#segmentBytes = Math.min(MAX_SEGMENT_BYTES, limitBytes * SEGMENT_SHARE);
    const checked = found.map((segment) => ({ segment, check: checkAndTell(segment, log) }));
    this.#rowCount = checked.reduce((count, { check }) => count + check.rowCount, 0);
    const used = checked.map(({ segment, check }) => Math.max(segment.firstSequence - 1, check.lastSequence));
    this.#nextSequence = Math.max(Math.floor(clock.now()) * SEQUENCES_A_MS, ...used.map((sequence) => sequence + 1));
    this.ownFrom = this.#nextSequence;
    for (const { segment, check } of checked) if (check.lastSequence === 0) segment.remove();
    const kept = checked.filter(({ check }) => check.lastSequence > 0).map(({ segment }) => segment);
    this.#segments = [...kept, Segment.create(folder, this.#nextSequence)];
  }

  /** Throws `DT_FOLDER_DENIED` if the folder cannot be used. Reports damaged parts, and uses the rest. */
  static open(options: JournalOptions): Journal {
    try {
      mkdirSync(options.folder, { recursive: true, mode: 0o700 });
      const names = readdirSync(options.folder).filter(Segment.isSegment).sort();
      return new Journal(
        options,
        names.map((name) => Segment.open(options.folder, name)),
      );
    } catch (error) {
      throw new DoubletakeError(
        "DT_FOLDER_DENIED",
        `The journal folder ${options.folder} cannot be used (${(error as NodeJS.ErrnoException).code ?? "unknown"}): ` +
          "let the game server's user write there.",
        { cause: error },
      );
    }
  }

  /** Rows that are not delivered. */
  get rowCount(): number {
    return this.#rowCount;
  }

  /** Bytes that are not delivered. */
  get bytes(): number {
    const written = this.#segments.reduce((bytes, { size }) => bytes + size - SEGMENT_HEADER_BYTES, 0);
    return written - (this.#readAt - SEGMENT_HEADER_BYTES);
  }

  /** The sequence of the last record. Before this run's first record, the number just below `ownFrom`. */
  get lastSequence(): number {
    return this.#nextSequence - 1;
  }

  /** The highest sequence that was delivered, as far as this run knows. */
  get deliveredTo(): number {
    return this.#deliveredTo;
  }

  /**
   * Keeps all of the records or none. Returns the sequence of the last. Throws `JournalFull` at the journal's own limit, where rows are
   * lost, and `DT_STORE_FULL` if the disk takes no more: that may pass, and the rows can wait for it.
   */
  append(records: readonly NewRecord[]): number {
    let sequence = this.#nextSequence;
    const bytes = Buffer.concat(records.map((record) => encodeRecord({ ...record, sequence: sequence++ })));
    const onDisk = this.#segments.reduce((sum, { size }) => sum + size, 0);
    if (onDisk + bytes.length > this.#limitBytes) {
      throw new JournalFull(
        `The journal in ${this.#folder} takes no more rows (it has reached storage.journal-limit-mb): bring PostgreSQL back, ` +
          "or make room.",
      );
    }
    try {
      const isFull = this.#active.size + bytes.length > this.#segmentBytes;
      if (isFull && this.#active.size > SEGMENT_HEADER_BYTES) this.#rotate();
      this.#active.append(bytes);
    } catch (error) {
      throw new DoubletakeError(
        "DT_STORE_FULL",
        `The journal in ${this.#folder} cannot be written (${(error as NodeJS.ErrnoException).code}): make room on its disk, or ` +
          "bring PostgreSQL back.",
        { cause: error },
      );
    }
    this.#nextSequence = sequence;
    this.#needsSync = true;
    for (const { rowCount } of records) this.#rowCount += rowCount;
    return this.lastSequence;
  }

  /** Returns the next undelivered records up to `through`, in order, within the limits. The first one may exceed the limits. */
  next(mostRows: number, mostBytes: number, through: number = Number.POSITIVE_INFINITY): JournalRecord[] {
    const records: PlacedRecord[] = [];
    let [rows, bytes] = [0, 0];
    for (const record of this.#undelivered()) {
      if (record.sequence > through) break;
      if (records.length > 0 && (rows + record.rowCount > mostRows || bytes + record.body.length > mostBytes)) break;
      records.push(record);
      rows += record.rowCount;
      bytes += record.body.length;
    }
    const last = records.at(-1);
    this.#lastRead = last && { record: last, rowCount: rows };
    return records;
  }

  /** Forgets the records up to this sequence, and removes the files that hold nothing else. */
  delivered(sequence: number): void {
    this.#deliveredTo = Math.max(this.#deliveredTo, sequence);
    if (this.#lastRead?.record.sequence === sequence) {
      const { record, rowCount } = this.#lastRead;
      this.#rowCount -= rowCount;
      this.#moveTo(record);
    } else {
      for (const record of this.#undelivered()) {
        if (record.sequence > sequence) break;
        this.#rowCount -= record.rowCount;
        this.#moveTo(record);
      }
    }
    this.#lastRead = undefined;
    this.#giveUpWornSegment();
  }

  /** Continues the numbering above this sequence, which the database already has. */
  skipTo(sequence: number): void {
    this.#nextSequence = Math.max(this.#nextSequence, sequence + 1);
  }

  sync(): void {
    if (!this.#needsSync) return;
    this.#needsSync = false;
    this.#active.sync();
  }

  /** Runs once a second: whatever is in a deleted file is gone when the process ends. */
  check(): void {
    for (const segment of this.#segments) {
      try {
        if (!segment.isLost) continue;
        segment.writeAgain();
        this.#needsSync = true;
        this.#log.failure(
          `lost ${segment.file}`,
          `The journal ${segment.file} was deleted or replaced while the server runs. It was written again, with everything in it.`,
        );
      } catch (error) {
        this.#log.failure(
          "lost journal",
          `The journal ${segment.file} was deleted or replaced while the server runs, and cannot be written again yet ` +
            `(${(error as NodeJS.ErrnoException).code}). It is tried again each second; stop the server only after that has worked.`,
        );
      }
    }
  }

  /** Leaves the undelivered records and the numbering on disk. If all is delivered, the next run has nothing to read. */
  close(): void {
    this.sync();
    if (this.bytes === 0) this.#startAfresh();
    for (const segment of this.#segments) segment.close();
  }

  get #active(): Segment {
    return this.#segments.at(-1) as Segment;
  }

  *#undelivered(): Generator<PlacedRecord> {
    // Iterates over a copy, because `#moveTo` removes segments meanwhile.
    for (const [index, segment] of [...this.#segments].entries()) {
      yield* recordsOf(segment, index === 0 ? this.#readAt : SEGMENT_HEADER_BYTES);
    }
  }

  #moveTo({ segment, endsAt }: PlacedRecord): void {
    while (this.#segments[0] !== segment) this.#segments.shift()?.remove();
    this.#readAt = endsAt;
  }

  #giveUpWornSegment(): void {
    if (this.#rowCount > 0 || this.#segments.length > 1 || this.#readAt < this.#active.size) return;
    if (this.#active.size >= this.#segmentBytes * WORN_SHARE) this.#startAfresh();
  }

  /** Call this only when everything is delivered. */
  #startAfresh(): void {
    const worn = this.#segments.filter(({ size }) => size > SEGMENT_HEADER_BYTES);
    if (worn.length === 0) return;
    try {
      this.#rotate();
    } catch {
      // There is no room for a new file: the old one stays in use, and the next append reports what is wrong.
      return;
    }
    while (this.#segments.length > 1) this.#segments.shift()?.remove();
    this.#readAt = SEGMENT_HEADER_BYTES;
  }

  #rotate(): void {
    this.sync();
    this.#segments.push(Segment.create(this.#folder, this.#nextSequence));
  }
}

function checkAndTell(segment: Segment, log: FailureLog): SegmentCheck {
  const check = checkSegment(segment);
  for (const { from, to } of check.damage) {
    log.failure(
      `journal damage ${segment.file} ${from}`,
      `The journal ${segment.file} is damaged at offset ${from}: ${to - from} bytes are lost, the rest is used.`,
    );
  }
  if (check.cutAt !== undefined) {
    log.failure(
      `journal cut ${segment.file}`,
      `The journal ${segment.file} ends in the middle of a record at offset ${check.cutAt}: the last ` +
        `${segment.size - check.cutAt} bytes were never acknowledged and are dropped.`,
    );
    // Otherwise every start would report it again.
    segment.truncate(check.cutAt);
  }
  return check;
}
