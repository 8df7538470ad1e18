import { type AppendResult, type Batch, DoubletakeError, errorText } from "../../core/model/records.ts";
import { decodeBatch } from "../batch-codec.ts";
import { BatchRefused } from "../batch-refused.ts";
import type { Engine } from "../engine.ts";
import { GroupSize } from "./group-size.ts";
import type { Journal } from "./journal.ts";
import { type JournalRecord, RECORD_KINDS } from "./journal-record.ts";
import { decodeOperation } from "./operation.ts";
import type { RefusedRecords } from "./refused-records.ts";
import { RememberedBatches } from "./remembered-batches.ts";

/** A database that can be lost and found again. */
export interface RemoteEngine extends Engine {
  /** False when the next call needs `open` first. */
  readonly isConnected: boolean;
  /** True while `open` has reached the database, and asks whether another server has this one's name. */
  readonly isTakingName: boolean;
  /** Ends the connection at once, whatever is under way; all that waits for an answer fails. */
  disconnect(): void;
}

const GROUP_BYTES = 32 << 20;
/** Batches that are kept as they came, so that they need not be read from the journal. */
const REMEMBERED_ROWS = 400_000;
const ALL = Number.POSITIVE_INFINITY;
/** A few milliseconds' work. */
const DECODED_AT_A_TIME = 16;

/** Sends what is in the journal, in order, each record once. It is told about losses, and does not reconnect. */
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

  /** The database's answer to the batch of this sequence; `undefined` when it does not answer in time, or goes away. */
  answerTo(sequence: number, withinMs: number): Promise<AppendResult | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#answer(sequence, undefined), withinMs);
      this.#answers.set(sequence, (result) => {
        clearTimeout(timer);
        resolve(result);
      });
    });
  }

  /** The journal has this batch under this sequence. */
  remember(sequence: number, batch: Batch): void {
    this.#remembered.remember(sequence, batch);
  }

  /** After every new connection: passes over what had arrived before the connection was lost. */
  async resume(): Promise<void> {
    const watermark = await this.#engine.watermark();
    // Their numbers may change, or they had arrived.
    this.#remembered.forgetAll();
    const isUsedTwice = this.#isFirstConnection && watermark >= this.#journal.ownFrom;
    this.#journal.delivered(isUsedTwice ? renumber(this.#journal, watermark) : watermark);
    this.#journal.skipTo(watermark);
    this.#isFirstConnection = false;
  }

  /** Sends one group, none of it beyond this sequence. Resolves with false when there is nothing to send. */
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

  /** Nobody will learn more for now. */
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

  /** Leaves the thread free now and then: new rows must reach the journal meanwhile. */
  async #batchesOf(records: readonly JournalRecord[]): Promise<Batch[]> {
    const batches: Batch[] = [];
    for (const [at, { sequence, body }] of records.entries()) {
      const remembered = this.#remembered.take(sequence);
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

/** The first records of one kind whose sequences follow each other: what can be sent together. */
function leadingRun(records: readonly JournalRecord[]): readonly JournalRecord[] {
  const first = records[0];
  const end = records.findIndex(({ kind, sequence }, at) => kind !== first?.kind || sequence !== first.sequence + at);
  return end < 0 ? records : records.slice(0, end);
}

/**
 * The numbers of this run were used before: the journal was deleted, the clock is behind, and the database was away when
 * we began. The records are written again under fresh numbers, else they would be taken for delivered. Gives the number
 * up to which they are now obsolete.
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
