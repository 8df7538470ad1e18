import type { DatabaseSync } from "node:sqlite";
import {
  type AppendResult,
  type Batch,
  type CaseFilter,
  type CaseRecord,
  type Claim,
  type Custody,
  DoubletakeError,
  type FirstSighting,
  type HandledItem,
  type KnownPlayer,
  type Page,
  type PlaceKey,
  type QuarantinedItem,
  type QuarantineFilter,
  type StoreCounts,
  type TransferRecord,
} from "../../core/records.ts";
import { BatchRefused } from "../batch-refused.ts";
import type { Engine, PurgeRequest, PurgeStep, SqliteConfig } from "../engine.ts";
import type { FailureLog } from "../failure-log.ts";
import { cutLimit, cutPage } from "../limits.ts";
import { identityOf, saveLostFile } from "./lost-file.ts";
import { OpenDatabase } from "./open-database.ts";
import { openFile } from "./open-file.ts";
import { isFaultOfRows, sqliteFailure } from "./sqlite-failure.ts";

/** The store in one SQLite file. */
export class SqliteEngine implements Engine {
  readonly name = "sqlite";
  readonly #config: SqliteConfig;
  readonly #file: string;
  readonly #log: FailureLog;
  #open: OpenDatabase | undefined;
  #owner: DatabaseSync | undefined;
  /** Which file is open. */
  #identity: string | undefined;
  #db: DatabaseSync | undefined;
  /** Opening or writing met a broken page: the file is set aside when it is opened next. */
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
      this.#open = new OpenDatabase(db, this.#config);
      this.#db = db;
      this.#identity = identityOf(this.#file);
    } catch (cause) {
      await this.close();
      const wasDamaged = this.#isDamaged;
      const failure = this.#noteDamage(sqliteFailure(cause, this.#file));
      // A page behind the first is broken, which shows when the tables are read: once more, now setting the file aside.
      if (this.#isDamaged && !wasDamaged) return this.open();
      throw failure;
    }
  }

  /** Once a second: what is written into a file that was deleted is gone when the process ends. */
  async check(): Promise<void> {
    if (this.#db === undefined || identityOf(this.#file) === this.#identity) return;
    try {
      const saved = saveLostFile(this.#db, this.#file, () => this.#closeAll());
      const where =
        saved === this.#file
          ? "Everything in it was saved into a new file of that name"
          : `Everything in it was saved as ${saved}, and Doubletake goes on with the file that is there now`;
      this.#log.failure(
        "lost file",
        `The database ${this.#file} was deleted or replaced while the server runs. ${where}.`,
      );
    } catch (cause) {
      this.#log.failure(
        "lost file",
        `The database ${this.#file} was deleted or replaced while the server runs, and what is in it cannot be saved yet. ` +
          `It is tried again each second; stop the server only after that has worked. ${sqliteFailure(cause, this.#file).message}`,
      );
      // Still open: it goes on taking rows. If it is not, it must be opened anew.
      if (this.#open !== undefined) return;
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

  async watermark(): Promise<number> {
    return 0;
  }

  async upkeepStep(isIdle: boolean): Promise<boolean> {
    return this.#change((open) => open.fold(isIdle));
  }

  async purgeStep(olderThanMs: number, request?: PurgeRequest): Promise<PurgeStep> {
    return this.#change((open) => open.purge(olderThanMs, request));
  }

  async getItemTransferHistory(itemId: string, limit: number): Promise<TransferRecord[]> {
    return this.#use(({ transfers }) => transfers.history(itemId, cutLimit(limit)));
  }

  async getEarliestTransferTs(itemId: string, playerId: string): Promise<number | null> {
    return this.#use(({ transfers }) => transfers.earliest(itemId, playerId));
  }

  async lastTransferAt(
    itemId: string,
    location: string,
    actions: readonly string[],
  ): Promise<TransferRecord | undefined> {
    return this.#use(({ transfers }) => transfers.lastAt(itemId, location, actions));
  }

  async firstSighting(itemId: string): Promise<FirstSighting | undefined> {
    return this.#use(({ items }) => items.firstSighting(itemId));
  }

  async idsByPrefix(prefix: string, limit: number): Promise<string[]> {
    return this.#use(({ items }) => items.byPrefix(prefix, cutLimit(limit)));
  }

  async itemsOfPlayer(playerId: string, page: Page): Promise<HandledItem[]> {
    try {
      return await this.#use(({ transfers }) => transfers.handledBy(playerId, cutPage(page)));
    } catch (cause) {
      throw sqliteFailure(cause, this.#file);
    }
  }

  async playerByName(name: string): Promise<KnownPlayer | undefined> {
    return this.#use(({ players }) => players.byName(name));
  }

  async playerById(playerId: string): Promise<KnownPlayer | undefined> {
    return this.#use(({ players }) => players.byId(playerId));
  }

  async playerNames(prefix: string, limit: number): Promise<string[]> {
    return this.#use(({ players }) => players.names(prefix, cutLimit(limit)));
  }

  async counts(): Promise<StoreCounts> {
    return this.#use(({ transfers, players, cases, quarantine, progress }) => ({
      items: progress.read().seenItems,
      transfers: transfers.count(),
      players: players.count(),
      ...cases.counts(),
      quarantined: quarantine.count(),
    }));
  }

  async custodyOf(itemIds: readonly string[]): Promise<Custody[]> {
    return this.#use(({ custody }) => custody.ofItems(itemIds));
  }

  async custodyAt(place: PlaceKey): Promise<Custody[]> {
    return this.#use(({ custody }) => custody.atPlace(place));
  }

  async saveCase(record: CaseRecord): Promise<number> {
    return this.#use(({ cases }) => cases.save(record));
  }

  async caseByNumber(number: number): Promise<CaseRecord | undefined> {
    return this.#use(({ cases }) => cases.byNumber(number));
  }

  async cases(filter: CaseFilter, page: Page): Promise<CaseRecord[]> {
    return this.#use(({ cases }) => cases.list(filter, cutPage(page)));
  }

  async saveClaim(claim: Claim): Promise<void> {
    return this.#use(({ cases }) => cases.saveClaim(claim));
  }

  async closeClaim(itemId: string, place: PlaceKey): Promise<void> {
    return this.#use(({ cases }) => cases.closeClaim(itemId, place));
  }

  async openClaims(): Promise<Claim[]> {
    return this.#use(({ cases }) => cases.openClaims());
  }

  async saveQuarantined(item: QuarantinedItem): Promise<number> {
    return this.#use(({ quarantine }) => quarantine.save(item));
  }

  async quarantined(filter: QuarantineFilter): Promise<QuarantinedItem[]> {
    return this.#use(({ quarantine }) => quarantine.list(filter));
  }

  async readNote(key: string): Promise<string | undefined> {
    return this.#use(({ notes }) => notes.read(key));
  }

  async writeNote(key: string, value: string | undefined): Promise<void> {
    return this.#use(({ notes }) => notes.write(key, value));
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

  /** Every error that leaves the engine is ours, and says what to do. */
  #use<T>(work: (open: OpenDatabase) => T): T {
    if (!this.#open) throw new DoubletakeError("DT_STORE_UNREACHABLE", `The database ${this.#file} is not open.`);
    try {
      return work(this.#open);
    } catch (cause) {
      throw sqliteFailure(cause, this.#file);
    }
  }

  /** For work that changes the tables of transfers: a page that it finds broken makes the whole file unfit. */
  #change<T>(work: (open: OpenDatabase) => T): T {
    try {
      return this.#use(work);
    } catch (cause) {
      throw this.#noteDamage(cause);
    }
  }

  #noteDamage<T>(failure: T): T {
    if (failure instanceof DoubletakeError && failure.code === "DT_STORE_DAMAGED") this.#isDamaged = true;
    return failure;
  }
}
