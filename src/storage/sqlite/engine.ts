import type { DatabaseSync } from "node:sqlite";
import { type AppendResult, type Batch, DoubletakeError } from "../../core/storage-face.ts";
import { CLEARED_NOTE, readClearedMonths, withClearedMonth } from "../archive/cleared-months.ts";
import type { ArchiveColumns } from "../archive/files/archive-columns.ts";
import { BatchRefused } from "../batch-refused.ts";
import type { ArchiveReadiness, Engine, PurgeRequest, PurgeStep, SqliteConfig } from "../engine.ts";
import type { FailureLog } from "../failure-log.ts";
import { type Answer, askByName, type Question, type Values } from "../questions.ts";
import { isFaultOfRows, sqliteFailure } from "./failures.ts";
import { saveLostFile } from "./file/lost-file.ts";
import { OpenDatabase } from "./file/open-database.ts";
import { openFile } from "./file/open-file.ts";
import { WatchedFile } from "./file/watched-file.ts";

/** The store in one SQLite file. */
export class SqliteEngine implements Engine {
  readonly name = "sqlite";
  readonly #config: SqliteConfig;
  readonly #file: string;
  readonly #log: FailureLog;
  #open: OpenDatabase | undefined;
  #owner: DatabaseSync | undefined;
  #watched: WatchedFile | undefined;
  #db: DatabaseSync | undefined;
  /** True if opening or writing met a broken page: the next opening sets the file aside. */
  #isDamaged = false;

  constructor(config: SqliteConfig, log: FailureLog) {
    this.#config = config;
    this.#file = config.file;
    this.#log = log;
  }

  async open(): Promise<void> {
    await this.close();
    try {
      const { db, owner } = openFile(this.#file, this.#isDamaged, this.#log);
      this.#owner = owner;
      this.#isDamaged = false;
      if (this.#config.maxPages) db.exec(`PRAGMA max_page_count = ${this.#config.maxPages}`);
      this.#open = new OpenDatabase(db, this.#config, this.#log);
      this.#db = db;
      this.#watched = new WatchedFile(db, this.#file);
    } catch (cause) {
      await this.close();
      const wasDamaged = this.#isDamaged;
      const failure = this.#noteDamage(sqliteFailure(cause, this.#file));
      // A later page is broken, which only shows when the tables are read. Open again, and set the file aside this time.
      if (this.#isDamaged && !wasDamaged) return this.open();
      throw failure;
    }
  }

  /** Runs once a second: whatever is in a deleted file is gone when the process ends. */
  async check(): Promise<void> {
    const [db, watched] = [this.#db, this.#watched];
    // The last check could not open it again.
    if (db === undefined || watched === undefined) return this.open();
    if (watched.isLost) return this.#saveLostFile(db, watched);
    // Whoever comes to the database now may write to it beside us. Opening takes the lock again, or says that another has it.
    if (watched.isLockLost) return this.open();
  }

  async #saveLostFile(db: DatabaseSync, { isInPlace }: WatchedFile): Promise<void> {
    try {
      const saved = saveLostFile(db, this.#file, isInPlace, () => this.#closeAll());
      const where =
        saved === this.#file
          ? "Everything in it was saved into a new file of that name"
          : `Everything in it was saved as ${saved}, and Doubletake goes on with the file that is there now`;
      this.#log.failure(
        "lost file",
        `The database ${this.#file} was deleted, emptied or replaced while the server runs. ${where}.`,
      );
    } catch (cause) {
      const failure = sqliteFailure(cause, this.#file);
      this.#log.failure(
        "lost file",
        `The database ${this.#file} was deleted, emptied or replaced while the server runs, and what is in it cannot be saved yet. ` +
          `It is tried again each second; stop the server only after that has worked. ${failure.message}`,
      );
      // An emptied file cannot be read any more: the remains are set aside.
      this.#isDamaged = isInPlace && (failure.code === "DT_STORE_DAMAGED" || failure.code === "DT_STORE_UNREACHABLE");
      // While it is still open it keeps taking rows. Otherwise it must be opened again.
      if (this.#open !== undefined && !this.#isDamaged) return;
    }
    await this.open();
  }

  async write(batches: readonly Batch[]): Promise<AppendResult[]> {
    return this.#change((open) => {
      try {
        return open.write(batches);
      } catch (cause) {
        throw isFaultOfRows(cause) ? new BatchRefused(String(cause)) : cause;
      }
    });
  }

  async upkeepStep(isIdle: boolean): Promise<boolean> {
    return this.#change((open) => open.compact(isIdle));
  }

  async purgeStep(olderThanMs: number, request?: PurgeRequest): Promise<PurgeStep> {
    const step = this.#change((open) => open.purge(olderThanMs, request));
    if (request !== undefined || step.hasMore) return step;
    try {
      await this.#opened().forgetDocuments(olderThanMs);
    } catch (cause) {
      throw sqliteFailure(cause, this.#file);
    }
    return step;
  }

  async archiveReadyStep(beforeMs: number): Promise<ArchiveReadiness> {
    return this.#change((open) => (open.readyForArchive(beforeMs) ? "ready" : "soon"));
  }

  async clearArchived(rows: ArchiveColumns): Promise<void> {
    return this.#change((open) => open.clearArchived(rows));
  }

  async clearArchivedSpans(spans: Float64Array): Promise<boolean> {
    return this.#change((open) => open.clearArchivedSpans(spans));
  }

  async markCleared(month: string): Promise<void> {
    await this.ask("writeNote", CLEARED_NOTE, withClearedMonth(await this.ask("readNote", CLEARED_NOTE), month));
  }

  async clearedMonths(): Promise<ReadonlySet<string>> {
    return readClearedMonths(await this.ask("readNote", CLEARED_NOTE));
  }

  async ask<Q extends Question>(question: Q, ...values: Values<Q>): Promise<Answer<Q>> {
    try {
      return await askByName(this.#opened().questions, question, values);
    } catch (cause) {
      throw sqliteFailure(cause, this.#file);
    }
  }

  async close(): Promise<void> {
    this.#closeAll();
  }

  #closeAll(): void {
    const [open, owner] = [this.#open, this.#owner];
    this.#open = undefined;
    this.#owner = undefined;
    this.#db = undefined;
    try {
      open?.close();
    } finally {
      owner?.close();
    }
  }

  /**
   * Runs work that changes the tables of transfers. If it meets a broken page, the whole file counts as damaged. It throws
   * only our own errors, which say what to do.
   */
  #change<T>(work: (open: OpenDatabase) => T): T {
    try {
      return work(this.#opened());
    } catch (cause) {
      throw this.#noteDamage(sqliteFailure(cause, this.#file));
    }
  }

  #opened(): OpenDatabase {
    if (this.#open) return this.#open;
    throw new DoubletakeError("DT_STORE_UNREACHABLE", `The database ${this.#file} is not open.`);
  }

  #noteDamage<T>(failure: T): T {
    if (failure instanceof DoubletakeError && failure.code === "DT_STORE_DAMAGED") this.#isDamaged = true;
    return failure;
  }
}
