import type { AppendResult, Batch, StoreHealth, StoreWake } from "../core/model/records.ts";
import type { SealedColumns } from "./archive/sealed/sealed-columns.ts";
import type { Ask } from "./questions.ts";

/** What the storage thread asks of a database. Everything here runs on that thread. */
export interface Engine {
  readonly name: "sqlite" | "postgres";
  /**
   * True where a question may take long and must not keep writes waiting: it is then begun in its turn, and what came
   * after it is written meanwhile. Absent: only unhurried questions are served like that.
   */
  readonly answersBesideWrites?: boolean;

  /** Connects and migrates. Rejects with a `DoubletakeError` that tells the operator what to do. */
  open(): Promise<void>;

  /**
   * Writes the batches in order, custody included, in one transaction. `sequence` numbers the last of them: an engine
   * that is fed from a journal stores it in the same transaction as its watermark, and skips what it already has.
   */
  write(batches: readonly Batch[], sequence: number): Promise<AppendResult[]>;

  /** Answers a question of the store. Its ids are canonical and its limit is cut. */
  readonly ask: Ask;

  /** The `sequence` of the last batch that was committed for this server; 0 when there is none. */
  watermark(): Promise<number>;

  /**
   * Does a small step (a few milliseconds) of deleting what retention does not keep: of the rows before this time, the
   * newest per item and the earliest per item and player stay. Asked again until a step says that nothing is left.
   * With `request` it is a step of what an operator asked for, a pass of its own beside retention's.
   */
  purgeStep(olderThanMs: number, request?: PurgeRequest): Promise<PurgeStep>;

  /**
   * Does a step towards the moment at which another connection can read all rows before this time. Says whether that has come, whether it
   * has to be asked again, or that another server of the network archives.
   */
  archiveReadyStep(beforeMs: number): Promise<ArchiveReadiness>;

  /**
   * Deletes rows that are sealed in the archive, a few thousand at most. What is not there is no fault: it was deleted before. An item's
   * newest row and the earliest of an item and player stay, whatever is asked.
   */
  clearArchived(rows: SealedColumns): Promise<void>;

  /** The months that servers of the network have archived, each where it is. Absent: nobody else archives. */
  archivedMonths?(): Promise<readonly ArchivedMonth[]>;

  /**
   * Work that need not be done before a write is acknowledged. Asked for one step after each write, and for further ones
   * while nothing waits (`isIdle`). Resolves with true when there is more. Absent: the engine has none.
   */
  upkeepStep?(isIdle: boolean): Promise<boolean>;

  /** Asked for once a second: is what is written still where it should be? Absent: the engine has nothing to look after. */
  check?(): Promise<void>;

  /** Whom it tells what happens in the database by itself. Absent: nothing does. */
  onWake?(listener: (wake: StoreWake) => void): void;

  /** What only the engine knows. Absent: no journal, and reachable as long as writes succeed. */
  health?(): EngineHealth;

  /** What may take its time (forwarding a journal) ends after about this time; eight seconds unless told. */
  close(withinMs?: number): Promise<void>;
}

export type ArchiveReadiness = "ready" | "soon" | "elsewhere";

/** A month as a network knows it: which server has it, and in which of its folders. */
export interface ArchivedMonth {
  readonly month: string;
  readonly server: string;
  readonly folder: string;
  readonly rows: number;
}

export interface PurgeRequest {
  /** Only this player's transfers; everybody's when absent. */
  readonly playerId?: string;
}

export interface PurgeStep {
  readonly deletedRows: number;
  /** False when the pass over the data has come to its end; the next step begins a new pass. */
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
  /** Where old transfers lie; absent where nobody looks there. */
  readonly archiveFolder?: string;
  /** Rows in the append area at which they are compacted into the clustered tables; for tests. */
  readonly compactAtRows?: number;
  /** Pages that the file may have at most; for tests of a full disk. */
  readonly maxPages?: number;
}

export interface PostgresConfig {
  readonly engine: "postgres";
  /** Secret: never in a log line or an error. */
  readonly url: string;
  readonly serverName: string;
  /** Of this server's world. Absent for whoever only writes in a server's name. */
  readonly instance?: string;
  /** The game that this server runs. */
  readonly game?: string;
  readonly archiveFolder?: string;
  readonly journalFolder: string;
  readonly journalLimitMb: number;
  /** Into how many parts the tables of a new database that are keyed by item are split; 0 or absent: none. */
  readonly partitions?: number;
}

export type EngineConfig = SqliteConfig | PostgresConfig;
