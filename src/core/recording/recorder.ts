import { DoubletakeError, errorText } from "../errors.ts";
import { custodyRowMs } from "../model/batch.ts";
import { canonicalItemId, ID_WORDS, idWords, writeIdWords } from "../model/item-id.ts";
import type { Location } from "../model/location.ts";
import type { Log } from "../model/log.ts";
import type { AppendResult, Store } from "../store.ts";
import type { Clock } from "../time/clock.ts";
import { OncePerMinute } from "../time/once-per-minute.ts";
import { BatchWriter } from "./batch-writer.ts";

/** Batches that may be on their way to the store at one time; further rows collect in the next one. */
const MAX_BATCHES_UNDER_WAY = 8;

/** Rows held back while the store takes none (about 48 MB); further rows are counted and lost. */
const MAX_HELD_ROWS = 1_000_000;

/**
 * The queue between game events and the store. Appending is synchronous and cheap from the first event on. Rows are held until the store is
 * connected; then they are handed over once a tick.
 */
export class Recorder {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #failures: OncePerMinute;
  readonly #overflow: OncePerMinute;
  #writer = new BatchWriter();
  readonly #words = new Int32Array(ID_WORDS);
  #store: Store | undefined;
  #batchesUnderWay = 0;
  #rowsUnderWay = 0;
  /** True if the last flush found too many batches under way. */
  #isHeldBack = false;
  #lostRows = 0;
  /** Rows that the store refused since the last line about it, and why. */
  #unsaid = { rows: 0, reason: "" };
  /** Settles with the batch that is being collected; made only when somebody waits for it. */
  #commit: PromiseWithResolvers<AppendResult> | undefined;
  readonly #idle: (() => void)[] = [];

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
    this.#failures = new OncePerMinute(clock);
    this.#overflow = new OncePerMinute(clock);
  }

  /** Batches go to this store from now on. */
  connect(store: Store): void {
    this.#store = store;
    this.flush();
  }

  /** Rows that are not durable yet. */
  get pendingRows(): number {
    return this.#writer.rowCount + this.#rowsUnderWay;
  }

  get lostRows(): number {
    return this.#lostRows;
  }

  /** A caller that has the id as words passes them, from `at` on: reading the text takes as long as all the rest. */
  recordSeen(itemId: string, playerId: string, material: string, words = this.#wordsOf(itemId), at = 0): void {
    if (this.#hasRoom()) this.#writer.addSeen(words, at, playerId, material, this.#clock.now());
  }

  recordTransfer(
    itemId: string,
    playerId: string,
    action: string,
    location: Location,
    words = this.#wordsOf(itemId),
    at = 0,
  ): void {
    if (!this.#hasRoom()) return;
    const { world, x, y, z } = location;
    const now = this.#clock.now();
    this.#writer.addTransfer(words, at, playerId, action, world, Math.floor(x), Math.floor(y), Math.floor(z), now);
  }

  recordCustody(itemId: string, holderId: string, place: string, location: Location, mayBeCopy?: true): void {
    if (!this.#hasRoom()) return;
    const { world, x, y, z } = location;
    const time = custodyRowMs({ confirmedMs: this.#clock.now(), mayBeCopy });
    const words = this.#wordsOf(itemId);
    this.#writer.addCustody(words, 0, holderId, place, world, Math.floor(x), Math.floor(y), Math.floor(z), time);
  }

  recordPlayerName(playerId: string, name: string): void {
    if (this.#hasRoom()) this.#writer.addPlayerName(playerId, name, this.#clock.now());
  }

  /** Section 2.2, in its asynchronous form: resolves at commit; false for a known id and after a store error. */
  async recordSeenAsync(itemId: string, playerId: string, material: string): Promise<boolean> {
    const id = canonicalItemId(itemId);
    if (id === undefined || !this.#hasRoom()) return false;
    const row = this.#writer.addSeen(idWords(id), 0, playerId, material, this.#clock.now());
    const answer = this.#writer.askSeen(row);
    try {
      return (await this.#nextCommit()).newlySeen[answer] === true;
    } catch {
      // The failure was logged where the batch failed.
      return false;
    }
  }

  /** Section 2.3, in its asynchronous form: resolves at commit, also after a store error, which is logged. */
  async logItemTransferAsync(itemId: string, playerId: string, action: string, location: string): Promise<void> {
    const id = canonicalItemId(itemId);
    if (id === undefined || !this.#hasRoom()) return;
    this.#writer.addTransferAtText(idWords(id), 0, playerId, action, location, this.#clock.now());
    try {
      await this.#nextCommit();
    } catch {
      // The failure was logged where the batch failed.
    }
  }

  /** Hands over the collected rows, unless too many batches are under way. Called once a tick. */
  flush(): void {
    this.#sayRefused();
    this.#isHeldBack = this.#batchesUnderWay >= MAX_BATCHES_UNDER_WAY;
    if (!this.#isHeldBack) this.flushNow();
  }

  /** Hands over the collected rows, however many batches are under way. Called before a question, whose answer must include them. */
  flushNow(): void {
    if (this.#store === undefined) return;
    const batch = this.#writer.finishBatch();
    if (batch === undefined) return;
    const commit = this.#commit;
    this.#commit = undefined;
    this.#batchesUnderWay++;
    this.#rowsUnderWay += batch.rowCount;
    const { rowCount } = batch;
    this.#store.append(batch).then(
      (result) => {
        commit?.resolve(result);
        this.#noteBatchEnded(rowCount);
      },
      (error: unknown) => {
        this.#lostRows += rowCount;
        commit?.reject(error);
        this.#noteBatchEnded(rowCount);
        this.#unsaid = { rows: this.#unsaid.rows + rowCount, reason: errorText(error) };
        this.#sayRefused();
      },
    );
  }

  /** Logs one line a minute, which counts everything since the one before: no refused row goes unmentioned. */
  #sayRefused(): void {
    if (this.#unsaid.rows === 0) return;
    this.#failures.run(() => {
      const { rows, reason } = this.#unsaid;
      this.#unsaid = { rows: 0, reason: "" };
      this.#log.warn(`The store could not keep ${rows} rows: ${reason}`);
    });
  }

  /** A batch is no longer under way. */
  #noteBatchEnded(rowCount: number): void {
    this.#batchesUnderWay--;
    this.#rowsUnderWay -= rowCount;
    if (this.#isHeldBack) this.flush();
    if (this.#batchesUnderWay === 0 && this.#idle.length > 0) for (const resume of this.#idle.splice(0)) resume();
  }

  /** Resolves when everything appended so far is durable, or was refused by the store, or there never was a store. */
  async drain(): Promise<void> {
    if (this.#store === undefined) this.#giveUp();
    this.flush();
    if (this.#batchesUnderWay > 0) await new Promise<void>((resume) => this.#idle.push(resume));
  }

  /** The service ends before its store was opened: the held rows are lost, and callers that wait for them are told. */
  #giveUp(): void {
    const rowCount = this.#writer.finishBatch()?.rowCount ?? 0;
    if (rowCount === 0) return;
    this.#lostRows += rowCount;
    this.#log.error(`The store was never opened; ${rowCount} rows are lost.`);
    this.#commit?.reject(new DoubletakeError("DT_NOT_RUNNING", "The store was never opened."));
    this.#commit = undefined;
  }

  #nextCommit(): Promise<AppendResult> {
    if (this.#commit === undefined) {
      this.#commit = Promise.withResolvers();
      // Callers that wait handle a rejection; without any, it must not end the process.
      this.#commit.promise.catch(() => undefined);
    }
    return this.#commit.promise;
  }

  #wordsOf(itemId: string): Int32Array {
    writeIdWords(itemId, this.#words, 0);
    return this.#words;
  }

  #hasRoom(): boolean {
    if (this.#writer.rowCount < MAX_HELD_ROWS) return true;
    this.#lostRows++;
    this.#overflow.run(() =>
      this.#log.error(`The store takes no rows and the queue is full; ${this.#lostRows} rows are lost so far.`),
    );
    return false;
  }
}
