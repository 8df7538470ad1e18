import type { DatabaseSync } from "node:sqlite";
import type { AppendResult, Batch, StoreQuestions } from "../../core/records.ts";
import { documentQuestions } from "../documents/documents.ts";
import type { PurgeRequest, PurgeStep, SqliteConfig } from "../engine.ts";
import { loadRecent } from "./append-area.ts";
import { CustodyQuestions } from "./custody-questions.ts";
import { Dictionaries } from "./dictionaries.ts";
import { Folder } from "./folder.ts";
import { Items } from "./items.ts";
import { Players } from "./players.ts";
import { ProgressRow } from "./progress.ts";
import { Purge } from "./purge.ts";
import { RecentRows } from "./recent-rows.ts";
import { Recorder } from "./recorder.ts";
import { sqliteSql } from "./sql.ts";
import { inTransaction } from "./transaction.ts";
import { TransferQuestions } from "./transfer-questions.ts";

/** Rows in the append area at which a run is folded: the larger, the more rows of a page are written at once. */
const FOLD_AT_ROWS = 524_288;
/** When there is time, runs are begun earlier: what is not folded takes memory. */
const IDLE_PART = 0.25;
/** More rows come while a run is folded. */
const ROOM_PER_RUN = 1.25;
/** A run is folded in about this many steps, of some 10 ms each. */
const STEPS_A_RUN = 128;

const PAGES_GIVEN_BACK = 8192;

/** An open database of the newest layout: its tables, and what of them is held in memory. */
export class OpenDatabase {
  readonly #db: DatabaseSync;
  readonly #dictionaries: Dictionaries;
  readonly #recorder: Recorder;
  readonly #folder: Folder;
  readonly #purge: Purge;
  /** A pass that an operator asked for; retention's goes on beside it. */
  readonly #requestedPurge: Purge;
  readonly #items: Items;
  readonly #progress: ProgressRow;
  readonly questions: StoreQuestions;
  readonly #foldAtRows: number;
  readonly #rowsAStep: number;
  #recent: RecentRows;
  /**
   * Room of the last run, for the next one: two runs take turns. Room that grew with its rows and was left to the garbage collector
   * made that start, with threads of its own, beside which the game's thread had to wait for its processor.
   */
  #spareRoom: Int32Array | undefined;
  #rowsSinceStep = 0;

  constructor(db: DatabaseSync, { serverName, foldAtRows }: SqliteConfig) {
    this.#db = db;
    this.#foldAtRows = foldAtRows ?? FOLD_AT_ROWS;
    this.#rowsAStep = Math.ceil(this.#foldAtRows / STEPS_A_RUN);
    this.#dictionaries = new Dictionaries(db, serverName);
    this.#progress = new ProgressRow(db);
    const { unfinished, recent } = loadRecent(db, this.#dictionaries, this.#progress.read(), this.#takeRoom());
    this.#spareRoom = this.#takeRoom();
    this.#recent = recent;
    this.#folder = new Folder(db, unfinished);
    const hasRecent = (item: number): boolean => this.#recent.hasItem(item);
    this.#purge = new Purge(db, this.#folder, hasRecent);
    this.#requestedPurge = new Purge(db, this.#folder, hasRecent);
    const items = new Items(db, this.#dictionaries);
    const players = new Players(db, this.#dictionaries);
    this.#items = items;
    this.#recorder = new Recorder(db, this.#dictionaries, items, players);
    const current = (): RecentRows => this.#recent;
    const transfers = new TransferQuestions(db, this.#dictionaries, items, this.#folder, current);
    const custody = new CustodyQuestions(db, this.#dictionaries, items, this.#folder, current);
    const documents = documentQuestions(sqliteSql(db));
    this.questions = {
      getItemTransferHistory: async (itemId, limit) => transfers.history(itemId, limit),
      getEarliestTransferTs: async (itemId, playerId) => transfers.earliest(itemId, playerId),
      lastTransferAt: async (itemId, location, actions) => transfers.lastAt(itemId, location, actions),
      firstSighting: async (itemId) => items.firstSighting(itemId),
      idsByPrefix: async (prefix, limit) => items.byPrefix(prefix, limit),
      itemsOfPlayer: (playerId, page) => transfers.handledBy(playerId, page),
      playerByName: async (name) => players.byName(name),
      playerById: async (playerId) => players.byId(playerId),
      playerNames: async (prefix, limit) => players.names(prefix, limit),
      custodyOf: async (itemIds) => custody.ofItems(itemIds),
      custodyAt: async (place) => custody.atPlace(place),
      ...documents,
      counts: async () => ({
        items: this.#progress.read().seenItems,
        transfers: transfers.count(),
        players: players.count(),
        ...(await documents.countDocuments()),
      }),
    };
  }

  write(batches: readonly Batch[]): AppendResult[] {
    const recent = this.#recent;
    const before = recent.length;
    try {
      const results = inTransaction(this.#db, () => {
        const answers = batches.map((batch) => this.#recorder.record(batch, recent));
        this.#recorder.store(recent, before);
        this.#progress.addSeenItems(this.#items.takeNewlySeen());
        return answers;
      });
      this.#rowsSinceStep += recent.length - before;
      return results;
    } catch (cause) {
      recent.cut(before);
      this.#recorder.forget();
      throw cause;
    }
  }

  /** One step of folding; true when there is more to do. Folds faster than rows arrive, whatever their rate. */
  fold(isIdle: boolean): boolean {
    const foldAtRows = isIdle ? this.#foldAtRows * IDLE_PART : this.#foldAtRows;
    if (!this.#folder.isFolding && this.#recent.length < foldAtRows) return false;
    this.#foldStep(Math.max(this.#rowsAStep, this.#rowsSinceStep * 2));
    this.#rowsSinceStep = 0;
    return this.#folder.isFolding;
  }

  /** Old rows can be among the recent ones: those are folded first, whatever their number. */
  purge(olderThanMs: number, request?: PurgeRequest): PurgeStep {
    if (this.#folder.isFolding || this.#hasRecentBefore(olderThanMs)) {
      this.#foldStep(this.#rowsAStep);
      return { deletedRows: 0, hasMore: true };
    }
    if (request === undefined) return this.#purge.step(olderThanMs);
    const { playerId } = request;
    const player = playerId === undefined ? undefined : this.#dictionaries.findPlayer(playerId);
    if (playerId !== undefined && player === undefined) return { deletedRows: 0, hasMore: false };
    return this.#requestedPurge.step(olderThanMs, player);
  }

  /** Gives room that folding and retention left unused back to the disk, as much as takes a moment. */
  close(): void {
    try {
      this.#db.exec(`PRAGMA incremental_vacuum(${PAGES_GIVEN_BACK})`);
    } catch {
      // The room stays with the file: a full, locked or damaged one must still be closed.
    }
    this.#db.close();
  }

  #foldStep(rows: number): void {
    const { folding } = this.#folder;
    if (folding !== undefined) {
      this.#folder.step(rows);
      if (!this.#folder.isFolding) this.#spareRoom = folding.giveUpRoom();
      return;
    }
    this.#folder.begin(this.#recent);
    this.#recent = new RecentRows(this.#takeRoom());
  }

  #takeRoom(): Int32Array {
    const room = this.#spareRoom ?? RecentRows.roomFor(Math.ceil(this.#foldAtRows * ROOM_PER_RUN));
    this.#spareRoom = undefined;
    return room;
  }

  #hasRecentBefore(timeMs: number): boolean {
    for (let at = 0; at < this.#recent.length; at++) {
      if (this.#recent.isTransfer(at) && this.#recent.ts(at) < timeMs) return true;
    }
    return false;
  }
}
