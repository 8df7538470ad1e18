import type { DatabaseSync } from "node:sqlite";
import type { AppendResult, Batch, StoreQuestions } from "../../../core/storage-face.ts";
import type { ArchiveColumns } from "../../archive/files/archive-columns.ts";
import { documentQuestions } from "../../documents/documents.ts";
import type { PurgeRequest, PurgeStep, SqliteConfig } from "../../engine.ts";
import type { FailureLog } from "../../failure-log.ts";
import { loneServer } from "../../lone-server.ts";
import { inTransaction } from "../connection.ts";
import { CustodyQuestions } from "../questions/custody-questions.ts";
import { Items } from "../questions/items.ts";
import { Players } from "../questions/players.ts";
import { TransferQuestions } from "../questions/transfer-questions.ts";
import { sqliteSql } from "../sql.ts";
import { ArchivedRows } from "../upkeep/archived-rows.ts";
import { ArchivedSpans } from "../upkeep/archived-spans.ts";
import { Purge } from "../upkeep/purge.ts";
import { AppendArea, loadRecent } from "../writing/append-area.ts";
import { setRecordsAside } from "../writing/changed-records.ts";
import { Compactor } from "../writing/compactor.ts";
import { Dictionaries } from "../writing/dictionaries.ts";
import { GroupWriter } from "../writing/group-writer.ts";
import { ProgressRow } from "../writing/progress.ts";
import { RecentRows } from "../writing/recent-rows.ts";

/** A run is compacted when the append area has this many rows. The larger the run, the more rows of a page are written at once. */
const COMPACT_AT_ROWS = 524_288;
/** Idle time starts runs earlier, because rows that are not compacted take memory. */
const IDLE_PART = 0.25;
/** More rows come while a run is compacted. */
const ROOM_PER_RUN = 1.25;
/** A run is compacted in about this many steps, of some 10 ms each. */
const STEPS_A_RUN = 128;

const PAGES_GIVEN_BACK = 8192;

/** An open database of the newest layout: its tables, and the parts of them that are held in memory. */
export class OpenDatabase {
  readonly #db: DatabaseSync;
  readonly #dictionaries: Dictionaries;
  readonly #writer: GroupWriter;
  readonly #appendArea: AppendArea;
  readonly #compactor: Compactor;
  readonly #purge: Purge;
  /** The pass that an operator asked for; retention has its own beside it. */
  readonly #requestedPurge: Purge;
  readonly #archivedRows: ArchivedRows;
  readonly #archivedSpans: ArchivedSpans;
  readonly #items: Items;
  readonly #progress: ProgressRow;
  readonly questions: StoreQuestions;
  /** Deletes cases and returned items that retention does not keep. */
  readonly forgetDocuments: (beforeMs: number) => Promise<void>;
  readonly #compactAtRows: number;
  readonly #rowsAStep: number;
  #recent: RecentRows;
  /**
   * The memory of the last run, for the next one: two runs take turns. When memory grew with the rows and was left to the garbage
   * collector, the collector started its own threads, and the game's thread had to wait for a processor.
   */
  #spareRoom: Int32Array | undefined;
  #rowsSinceStep = 0;
  /** The archive read this opening. What it read of another one may have been of another file. */
  #isReadByArchive = false;

  constructor(db: DatabaseSync, { file, serverName, compactAtRows }: SqliteConfig, log: FailureLog) {
    this.#db = db;
    this.#compactAtRows = compactAtRows ?? COMPACT_AT_ROWS;
    this.#rowsAStep = Math.ceil(this.#compactAtRows / STEPS_A_RUN);
    this.#dictionaries = new Dictionaries(db, serverName);
    this.#progress = new ProgressRow(db);
    const { unfinished, recent, changed } = loadRecent(db, this.#dictionaries, this.#progress.read(), this.#takeRoom());
    if (changed.length > 0) setRecordsAside(db, file, changed, log);
    this.#spareRoom = this.#takeRoom();
    this.#recent = recent;
    this.#compactor = new Compactor(db, unfinished);
    const hasRecent = (item: number): boolean => this.#recent.hasItem(item);
    this.#purge = new Purge(db, this.#compactor, hasRecent);
    this.#requestedPurge = new Purge(db, this.#compactor, hasRecent);
    const items = new Items(db, this.#dictionaries);
    const players = new Players(db, this.#dictionaries);
    this.#archivedRows = new ArchivedRows(db, this.#compactor, items, this.#dictionaries);
    this.#archivedSpans = new ArchivedSpans(db, this.#compactor);
    this.#items = items;
    this.#writer = new GroupWriter(this.#dictionaries, items, players);
    this.#appendArea = new AppendArea(db);
    const current = (): RecentRows => this.#recent;
    const transfers = new TransferQuestions(db, this.#dictionaries, items, this.#compactor, current);
    const custody = new CustodyQuestions(db, this.#dictionaries, items, this.#compactor, current);
    const documents = documentQuestions(sqliteSql(db), serverName);
    this.forgetDocuments = (beforeMs) => documents.forgetBefore(beforeMs);
    this.questions = {
      getItemTransferHistory: async (itemId, limit) => transfers.history(itemId, limit),
      getEarliestTransferTs: async (itemId, playerId) => transfers.earliest(itemId, playerId),
      lastTransferAt: async (itemId, location, actions) => transfers.lastAt(itemId, location, actions),
      transfersAt: (block, page) => transfers.atBlock(block, page),
      firstSighting: async (itemId) => items.firstSighting(itemId),
      idsByPrefix: async (prefix, limit) => items.byPrefix(prefix, limit),
      itemsOfPlayer: (playerId, page) => transfers.handledBy(playerId, page),
      playerByName: async (name) => players.byName(name),
      playerById: async (playerId) => players.byId(playerId),
      playerNames: async (prefix, limit) => players.names(prefix, limit),
      custodyOf: async (itemIds) => custody.ofItems(itemIds),
      custodyAt: async (place) => custody.atPlace(place),
      ...documents,
      ...loneServer(serverName),
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
        const answers = batches.map((batch) => this.#writer.record(batch, recent));
        this.#appendArea.append(recent, before);
        this.#progress.addSeenItems(this.#items.takeNewlySeen());
        return answers;
      });
      this.#rowsSinceStep += recent.length - before;
      return results;
    } catch (cause) {
      recent.cut(before);
      this.#writer.forget();
      throw cause;
    }
  }

  /** Does one step of compacting. True if there is more to do. Compacts faster than rows arrive, whatever their rate. */
  compact(isIdle: boolean): boolean {
    const compactAtRows = isIdle ? this.#compactAtRows * IDLE_PART : this.#compactAtRows;
    if (!this.#compactor.isCompacting && this.#recent.length < compactAtRows) return false;
    this.#compactStep(Math.max(this.#rowsAStep, this.#rowsSinceStep * 2));
    this.#rowsSinceStep = 0;
    return this.#compactor.isCompacting;
  }

  /** Does one step of moving all rows before this time into the clustered table. False if they are all there. */
  compactBefore(timeMs: number): boolean {
    if (!this.#compactor.isCompacting && !this.#hasRecentBefore(timeMs)) return false;
    this.#compactStep(this.#rowsAStep);
    return true;
  }

  /** Does one step of making all rows before this time readable for the archive. True if they are. */
  readyForArchive(beforeMs: number): boolean {
    this.#isReadByArchive = !this.compactBefore(beforeMs);
    return this.#isReadByArchive;
  }

  clearArchived(rows: ArchiveColumns): void {
    this.#archivedRows.clear(rows);
  }

  /** True if all spans were as expected. Spans refer to items by number, which means nothing in another file. */
  clearArchivedSpans(spans: Float64Array): boolean {
    return this.#isReadByArchive && this.#archivedSpans.clear(spans);
  }

  /** The recent rows may include old ones, so they are compacted first, however few they are. */
  purge(olderThanMs: number, request?: PurgeRequest): PurgeStep {
    if (this.compactBefore(olderThanMs)) return { deletedRows: 0, hasMore: true };
    if (request === undefined) return this.#purge.step(olderThanMs);
    const { playerId } = request;
    const player = playerId === undefined ? undefined : this.#dictionaries.findPlayer(playerId);
    if (playerId !== undefined && player === undefined) return { deletedRows: 0, hasMore: false };
    return this.#requestedPurge.step(olderThanMs, player);
  }

  /** Also gives unused pages back to the disk, as many as take only a moment. */
  close(): void {
    try {
      this.#db.exec(`PRAGMA incremental_vacuum(${PAGES_GIVEN_BACK})`);
    } catch {
      // The pages stay in the file: a full, locked or damaged file must still be closed.
    }
    this.#db.close();
  }

  #compactStep(rows: number): void {
    const { compacting } = this.#compactor;
    if (compacting !== undefined) {
      this.#compactor.step(rows);
      if (!this.#compactor.isCompacting) this.#spareRoom = compacting.giveUpRoom();
      return;
    }
    this.#compactor.begin(this.#recent);
    this.#recent = new RecentRows(this.#takeRoom());
  }

  #takeRoom(): Int32Array {
    const room = this.#spareRoom ?? RecentRows.roomFor(Math.ceil(this.#compactAtRows * ROOM_PER_RUN));
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
