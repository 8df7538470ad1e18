import type { AppendResult, Batch, StoreHealth, StoreWake } from "../core/storage-face.ts";
import type { ArchiveColumns } from "./archive/files/archive-columns.ts";
import type { Ask } from "./questions.ts";

/** What the storage thread asks of a database. Everything here runs on that thread. */
export interface Engine {
  readonly name: "sqlite" | "postgres";
  /**
   * True if a question may take long and must not delay writes: it starts in its turn, and later writes do not wait for it.
   * Absent: only unhurried questions are served like that.
   */
  readonly answersBesideWrites?: boolean;

  /** Connects and migrates. Rejects with a `DoubletakeError` that tells the operator what to do. */
  open(): Promise<void>;

  /**
   * Writes the batches in order, custody included, in one transaction. `sequence` is the number of the last one. An engine
   * behind a journal stores it as its watermark in the same transaction, and skips batches that it already has.
   */
  write(batches: readonly Batch[], sequence: number): Promise<AppendResult[]>;

  /** Answers a question of the store. Its ids are already canonical, and its limit is already cut. */
  readonly ask: Ask;

  /** Resolves with the `sequence` of the last batch that was committed for this server; 0 if there is none. Absent: it keeps none. */
  watermark?(): Promise<number>;

  /**
   * Does a small step (a few milliseconds) of deleting rows before this time; the newest per item and the earliest per item
   * and player stay. It is called again until a step has nothing left to do. With `request` it is a step of a purge that an
   * operator asked for, which is a separate pass beside retention's.
   */
  purgeStep(olderThanMs: number, request?: PurgeRequest): Promise<PurgeStep>;

  /**
   * Does a step of making all rows before this time readable for another connection. Resolves with "ready" when they are, "soon" if it must
   * be called again, and "elsewhere" if another server of the network archives.
   */
  archiveReadyStep(beforeMs: number): Promise<ArchiveReadiness>;

  /**
   * Deletes rows that are sealed in the archive, a few thousand at most. Missing rows are no error: they were deleted before. The newest
   * row of an item and the earliest of an item and player always stay.
   */
  clearArchived(rows: ArchiveColumns): Promise<void>;

  /**
   * Deletes spans of such rows (see `Spans`), if they are as they were when the archive read them. Resolves with false if any is not,
   * which then stays.
   */
  clearArchivedSpans(spans: Float64Array): Promise<boolean>;

  /** Records that the archived rows of this month are gone from this database. */
  markCleared(month: string): Promise<void>;

  /** Resolves with the months of which that is recorded here. A backup may be older than the archive beside it. */
  clearedMonths(): Promise<ReadonlySet<string>>;

  /** Resolves with the months that servers of the network have archived, and where. Absent: nobody else archives. */
  archivedMonths?(): Promise<readonly ArchivedMonth[]>;

  /**
   * Does work that need not be done before a write is acknowledged. It is called for one step after each write, and for
   * further steps while nothing waits (`isIdle`). Resolves with true if there is more. Absent: the engine has no such work.
   */
  upkeepStep?(isIdle: boolean): Promise<boolean>;

  /** Called once a second. Checks that the written files are still in place. Absent: the engine has nothing to check. */
  check?(): Promise<void>;

  /** Sets the listener for things that happen in the database by themselves. Absent: nothing does. */
  onWake?(listener: (wake: StoreWake) => void): void;

  /** The state that only the engine knows. Absent: it has no journal, and is reachable while writes succeed. */
  health?(): EngineHealth;

  /** Long work, such as forwarding a journal, ends after about this time; eight seconds by default. */
  close(withinMs?: number): Promise<void>;
}

export type ArchiveReadiness = "ready" | "soon" | "elsewhere";

/** An archived month of a network: which server has it, and in which folder. */
export interface ArchivedMonth {
  readonly month: string;
  readonly server: string;
  readonly folder: string;
  readonly rows: number;
}

export interface PurgeRequest {
  /** Only this player's transfers. Absent: everybody's. */
  readonly playerId?: string;
}

export interface PurgeStep {
  readonly deletedRows: number;
  /** False if the pass over the data is complete; the next step begins a new pass. */
  readonly hasMore: boolean;
}

export type EngineHealth = Pick<
  StoreHealth,
  "isReachable" | "journalledRows" | "journalBytes" | "lostRows" | "lastError"
>;

export interface SqliteConfig {
  readonly engine: "sqlite";
  readonly file: string;
  readonly serverName: string;
  /** Where old transfers are archived. Absent: the archive is not used. */
  readonly archiveFolder?: string;
  /** How many rows the append area holds before they are compacted into the clustered tables; for tests. */
  readonly compactAtRows?: number;
  /** How many pages the file may have; for tests of a full disk. */
  readonly maxPages?: number;
}

export interface PostgresConfig {
  readonly engine: "postgres";
  /** Secret: never in a log line or an error. */
  readonly url: string;
  readonly serverName: string;
  /** The instance of this server's world. Absent for tools that only write in a server's name. */
  readonly instance?: string;
  /** The game that this server runs. If absent, players and their items may come from any server. */
  readonly game?: string;
  readonly archiveFolder?: string;
  readonly journalFolder: string;
  readonly journalLimitMb: number;
  /** Into how many parts a new database splits the tables that are keyed by item. 0 or absent: it does not split them. */
  readonly partitions?: number;
}

export type EngineConfig = SqliteConfig | PostgresConfig;
