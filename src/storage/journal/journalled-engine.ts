import { setTimeout as pause } from "node:timers/promises";
import {
  type AppendResult,
  type Batch,
  type Clock,
  DoubletakeError,
  type Heartbeat,
  type StoreWake,
} from "../../core/storage-face.ts";
import type { ArchiveColumns } from "../archive/files/archive-columns.ts";
import { encodeBatch } from "../batch-codec.ts";
import type { ArchivedMonth, ArchiveReadiness, Engine, EngineHealth, PurgeStep } from "../engine.ts";
import type { FailureLog } from "../failure-log.ts";
import { type Answer, QUESTIONS, type Question, type Values } from "../questions.ts";
import { DatabaseLink, REFUSED_AT_START } from "./database-link.ts";
import { Forwarder, type RemoteEngine } from "./forwarder.ts";
import { Journal } from "./journal.ts";
import { RECORD_KINDS } from "./journal-record.ts";
import { encodeOperation, type Operation } from "./operation.ts";
import { RefusedRecords } from "./refused-records.ts";

/** How long closing keeps forwarding the journal, by default. */
const DRAIN_MS = 8_000;

/** Rows must not wait in memory for a database that is slow to answer at the start. */
const FIRST_ATTEMPT_MS = 2_000;

/** If the journal is long, the answer comes late, and later rows would wait for it. */
const ANSWER_WITHIN_MS = 1_000;

interface JournalledEngineOptions {
  readonly engine: RemoteEngine;
  readonly folder: string;
  readonly limitBytes: number;
  readonly log: FailureLog;
  readonly clock?: Clock;
  /** How long the database may be silent before the operator is told and questions are refused; ten seconds by default. */
  readonly patienceMs?: number;
}

interface OpenJournal {
  readonly journal: Journal;
  readonly forwarder: Forwarder;
  readonly link: DatabaseLink;
}

/**
 * A database that may be away, behind a journal that is always there.
 * - `write`, and questions that save: they are safe as soon as they are in the journal, and reach the database later, in order.
 * - All other questions, and saving something that gets its number from the database: everything in the journal is sent
 *   first. They reject with a clear error while the database is away.
 */
export class JournalledEngine implements Engine {
  readonly name;
  readonly answersBesideWrites = true;
  readonly #options: JournalledEngineOptions;
  readonly #engine: RemoteEngine;
  #open: OpenJournal | undefined;
  readonly #refused: RefusedRecords;
  #leftRows = 0;

  constructor(options: JournalledEngineOptions) {
    this.#options = options;
    this.#engine = options.engine;
    this.name = options.engine.name;
    this.#refused = new RefusedRecords(options.folder, options.log);
  }

  async open(): Promise<void> {
    const { folder, limitBytes, log, clock, patienceMs } = this.#options;
    const journal = Journal.open({ folder, limitBytes, log, ...(clock && { clock }) });
    const forwarder = new Forwarder(journal, this.#engine, this.#refused);
    const link = new DatabaseLink(this.#engine, journal, forwarder, log, patienceMs);
    const started = link.start();
    const soon = await Promise.race([started, pause(FIRST_ATTEMPT_MS)]);
    // The database is there: it is worth waiting some seconds to learn whether this server may write at all.
    const failure = this.#engine.isTakingName ? await started : soon;
    if (failure && REFUSED_AT_START.has(failure.code)) {
      await link.stop(0);
      journal.close();
      throw failure;
    }
    this.#open = { journal, forwarder, link };
  }

  async write(batches: readonly Batch[]): Promise<AppendResult[]> {
    const { journal, forwarder, link } = this.#opened();
    const records = batches.map((batch) => ({
      kind: RECORD_KINDS.batch,
      rowCount: batch.rowCount,
      body: encodeBatch(batch),
    }));
    const last = journal.append(records);
    const answers = batches.map((batch, index) => {
      const sequence = last - (batches.length - 1) + index;
      forwarder.remember(sequence, batch);
      if (batch.askedSeen.length === 0) return NOTHING_ASKED;
      return link.isUp ? forwarder.answerTo(sequence, ANSWER_WITHIN_MS) : undefined;
    });
    link.notice();
    return Promise.all(answers.map(async (answer, index) => (await answer) ?? this.#unknown(batches[index] as Batch)));
  }

  async check(): Promise<void> {
    this.#open?.journal.check();
  }

  async purgeStep(olderThanMs: number): Promise<PurgeStep> {
    return this.#engine.purgeStep(olderThanMs);
  }

  async archiveReadyStep(beforeMs: number): Promise<ArchiveReadiness> {
    return this.#engine.archiveReadyStep(beforeMs);
  }

  async clearArchived(rows: ArchiveColumns): Promise<void> {
    return this.#engine.clearArchived(rows);
  }

  async clearArchivedSpans(spans: Float64Array): Promise<boolean> {
    return this.#engine.clearArchivedSpans(spans);
  }

  async markCleared(month: string): Promise<void> {
    return this.#engine.markCleared(month);
  }

  async clearedMonths(): Promise<ReadonlySet<string>> {
    return this.#engine.clearedMonths();
  }

  async archivedMonths(): Promise<readonly ArchivedMonth[]> {
    return (await this.#engine.archivedMonths?.()) ?? [];
  }

  async ask<Q extends Question>(question: Q, ...values: Values<Q>): Promise<Answer<Q>> {
    const { saves } = QUESTIONS[question];
    // A heartbeat does not wait for the journal: however far behind this server is, others must see that it is alive.
    const isBeat = question === "heartbeat" && !(values[0] as Heartbeat).isStopping;
    if (isBeat && this.#opened().link.isUp) return this.#patiently(() => this.#engine.ask(question, ...values));
    if (saves === undefined) return this.#ask((engine) => engine.ask(question, ...values));
    const number = saves === "numbered" ? (values[0] as { readonly number: number }).number : undefined;
    // No retry: a second try could give it a second number.
    if (number === 0) return this.#patiently(() => this.#once((engine) => engine.ask(question, ...values)));
    this.#keepOperation({ question, values });
    return number as Answer<Q>;
  }

  onWake(listener: (wake: StoreWake) => void): void {
    this.#engine.onWake?.(listener);
  }

  health(): EngineHealth {
    const open = this.#open;
    return {
      isReachable: open?.link.isUp ?? false,
      journalledRows: open?.journal.rowCount ?? this.#leftRows,
      journalBytes: open?.journal.bytes ?? 0,
      lostRows: this.#refused.rowCount,
      lastError: open?.link.lastError ?? "",
    };
  }

  async close(withinMs: number = DRAIN_MS): Promise<void> {
    if (!this.#open) return;
    const { journal, link } = this.#open;
    await link.stop(withinMs);
    this.#leftRows = journal.rowCount;
    this.#open = undefined;
    journal.close();
    if (this.#engine.isConnected) await this.#engine.close();
    else this.#engine.disconnect();
  }

  #keepOperation(operation: Operation): void {
    const { journal, link } = this.#opened();
    journal.append([{ kind: RECORD_KINDS.operation, rowCount: 1, body: encodeOperation(operation) }]);
    link.notice();
  }

  /** Asks again if the connection broke during the question. */
  #ask<T>(question: (engine: Engine) => Promise<T>): Promise<T> {
    return this.#patiently(() =>
      this.#once(question).catch((error: unknown) => {
        if (this.#engine.isConnected || !(error instanceof DoubletakeError)) throw error;
        return this.#once(question);
      }),
    );
  }

  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    const { link } = this.#opened();
    return link.patiently(ask());
  }

  async #once<T>(question: (engine: Engine) => Promise<T>): Promise<T> {
    await this.#opened().link.settle();
    return question(this.#engine);
  }

  #opened(): OpenJournal {
    if (!this.#open) throw new DoubletakeError("DT_NOT_RUNNING", "The store is not open.");
    return this.#open;
  }

  /** The rows are safe and only the answer is missing: section 2.2 asks for a warning and false. */
  #unknown(batch: Batch): AppendResult {
    this.#options.log.failure(
      "unknown sightings",
      "The database is away or far behind: whether ids are new cannot be told, and they are taken for known ones.",
    );
    return { newlySeen: batch.askedSeen.map(() => false) };
  }
}

const NOTHING_ASKED: AppendResult = { newlySeen: [] };
