import { type AppendResult, type Batch, DoubletakeError, errorText } from "../../core/storage-face.ts";
import { decodeBatch } from "../batch-codec.ts";
import { BatchRefused } from "../batch-refused.ts";
import type { Engine } from "../engine.ts";
import { GroupSize } from "./group-size.ts";
import type { Journal } from "./journal.ts";
import { type JournalRecord, RECORD_KINDS } from "./journal-record.ts";
import { decodeOperation } from "./operation.ts";
import type { RefusedRecords } from "./refused-records.ts";
import { RememberedBatches } from "./remembered-batches.ts";

/** A database whose connection can break and be opened again. */
export interface RemoteEngine extends Engine {
  /** False if the next call needs `open` first. */
  readonly isConnected: boolean;
  /** True while `open` has reached the database and is checking whether another server has this server's name. */
  readonly isTakingName: boolean;
  /** Ends the connection at once, even during a request. Everything that waits for an answer fails. */
  disconnect(): void;
  watermark(): Promise<number>;
}

const GROUP_BYTES = 32 << 20;
/** How many rows of recent batches are kept in memory, so that they need not be read back from the journal. */
const REMEMBERED_ROWS = 400_000;
const ALL = Number.POSITIVE_INFINITY;
/** Takes a few milliseconds. */
const DECODED_AT_A_TIME = 16;

/** Sends the journal's records to the database in order, each of them once. It does not reconnect; `DatabaseLink` does. */
export class Forwarder {
  readonly #journal: Journal;
  readonly #engine: RemoteEngine;
  readonly #refused: RefusedRecords;
  #isFirstConnection = true;
  readonly #answers = new Map<number, (result: AppendResult | undefined) => void>();
  readonly #remembered = new RememberedBatches(REMEMBERED_ROWS);
  readonly #groupSize = new GroupSize();

  constructor(journal: Journal, engine: RemoteEngine, refused: RefusedRecords) {
    this.#journal = journal;
    this.#engine = engine;
    this.#refused = refused;
  }

  /** Resolves with the database's answer to the batch with this sequence, or `undefined` if it goes away or takes too long. */
  answerTo(sequence: number, withinMs: number): Promise<AppendResult | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#answer(sequence, undefined), withinMs);
      this.#answers.set(sequence, (result) => {
        clearTimeout(timer);
        resolve(result);
      });
    });
  }

  /** Remembers a batch that the journal holds under this sequence. */
  remember(sequence: number, batch: Batch): void {
    this.#remembered.remember(sequence, batch);
  }

  /**
   * Called after every new connection. Skips the records that had arrived before the connection was lost. Resolves with true if the
   * others got new numbers.
   */
  async resume(): Promise<boolean> {
    const watermark = await this.#engine.watermark();
    // Some batches may get new numbers below, others have already arrived.
    this.#remembered.forgetAll();
    const isUsedTwice = this.#isFirstConnection && watermark >= this.#journal.ownFrom;
    this.#journal.delivered(isUsedTwice ? renumber(this.#journal, watermark) : watermark);
    this.#journal.skipTo(watermark);
    this.#isFirstConnection = false;
    return isUsedTwice;
  }

  /** Sends one group of records up to this sequence. Resolves with false if there is nothing to send. */
  async step(through: number): Promise<boolean> {
    const records = leadingRun(this.#journal.next(this.#groupSize.rows, GROUP_BYTES, through));
    const last = records.at(-1);
    if (!last) return false;
    const beganMs = performance.now();
    try {
      await this.#send(records);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.#sendOneByOne(records);
    }
    const rows = records.reduce((sum, { rowCount }) => sum + rowCount, 0);
    this.#groupSize.written(rows, performance.now() - beganMs);
    this.#journal.delivered(last.sequence);
    return true;
  }

  /** Answers everybody who waits with `undefined`: the database will not answer for now. */
  giveUpAnswers(): void {
    for (const answer of this.#answers.values()) answer(undefined);
    this.#answers.clear();
  }

  async #send(records: readonly JournalRecord[]): Promise<void> {
    const last = records.at(-1) as JournalRecord;
    if (last.kind === RECORD_KINDS.operation) {
      for (const record of records) {
        const { question, values } = decodeOperation(record.body);
        await this.#engine.ask(question, ...values);
      }
      await this.#engine.write([], last.sequence);
      return;
    }
    const results = await this.#engine.write(await this.#batchesOf(records), last.sequence);
    for (const [index, { sequence }] of records.entries()) this.#answer(sequence, results[index]);
  }

  async #sendOneByOne(records: readonly JournalRecord[]): Promise<void> {
    for (const record of records) {
      try {
        await this.#send([record]);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        this.#refused.setAside(record, errorText(error));
        await this.#engine.write([], record.sequence);
        this.#answer(record.sequence, undefined);
      }
      this.#journal.delivered(record.sequence);
    }
  }

  /** Yields now and then, so that new rows can still reach the journal. */
  async #batchesOf(records: readonly JournalRecord[]): Promise<Batch[]> {
    const batches: Batch[] = [];
    for (const [at, { sequence, body }] of records.entries()) {
      const remembered = this.#remembered.remove(sequence);
      batches.push(remembered ?? decodeBatch(body));
      if (!remembered && at % DECODED_AT_A_TIME === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    return batches;
  }

  #answer(sequence: number, result: AppendResult | undefined): void {
    this.#answers.get(sequence)?.(result);
    this.#answers.delete(sequence);
  }
}

/** Returns the leading records that can be sent together: those of one kind with consecutive sequences. */
function leadingRun(records: readonly JournalRecord[]): readonly JournalRecord[] {
  const first = records[0];
  const end = records.findIndex(({ kind, sequence }, at) => kind !== first?.kind || sequence !== first.sequence + at);
  return end < 0 ? records : records.slice(0, end);
}

/**
 * The numbers of this run were used before: the journal was deleted, the clock is behind, and the database was away when
 * we began. The records are written again under fresh numbers, because the old ones would count as delivered. Returns the
 * number up to which the old records are obsolete.
 */
function renumber(journal: Journal, watermark: number): number {
  const own = journal.next(ALL, ALL).filter(({ sequence }) => sequence >= journal.ownFrom);
  const obsolete = Math.max(watermark, journal.lastSequence);
  journal.skipTo(obsolete);
  if (own.length > 0) journal.append(own);
  return obsolete;
}

function isRefusal(error: unknown): boolean {
  return error instanceof BatchRefused || !(error instanceof DoubletakeError);
}
