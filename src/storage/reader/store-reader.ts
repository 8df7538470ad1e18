import type {
  Custody,
  FirstSighting,
  KnownPlayer,
  ServerRecord,
  StoreCounts,
  StoreQuestions,
} from "../../core/storage-face.ts";
import type { ArchivedMonth } from "../engine.ts";
import type { PurgeScope } from "../maintenance/purge-steps.ts";
import type { IntegrityCheck } from "./integrity-check.ts";

/** Questions of the store that operators ask as well. */
type SharedQuestion =
  | "idsByPrefix"
  | "firstSighting"
  | "custodyOf"
  | "itemsOfPlayer"
  | "playerByName"
  | "playerById"
  | "caseByNumber"
  | "cases"
  | "openClaims"
  | "quarantined";

/**
 * The database as an operator's tools read it: beside a running server, and without changing a row. Everything rejects with a
 * `DoubletakeError` that tells the operator what to do. Long lists come in pages, so that a million rows need the memory of
 * a few thousand.
 */
export interface StoreReader extends Pick<StoreQuestions, SharedQuestion> {
  readonly engine: "sqlite" | "postgres";
  /** The file's path or the database's host: never a secret. */
  readonly where: string;

  counts(): Promise<ReaderCounts>;
  /** Returns the names of the servers that have it open for writing now. */
  liveServers(): Promise<readonly string[]>;
  /** Returns the names of all servers that ever wrote to it. */
  servers(): Promise<readonly string[]>;
  /** Returns what is known about each server. SQLite knows only the configured one. */
  serverRecords(): Promise<readonly ServerRecord[]>;
  /** Returns every world in which anything was ever seen, e.g. `world/nether`. On SQLite, odd locations are among them. */
  worlds(): Promise<readonly string[]>;

  /** In the order of naming: if two players had the same name, the later one has it now. */
  namedPlayers(): Promise<KnownPlayer[]>;
  /** Returns the notes of the server that it was opened for. `openClaims` is limited to that server as well. */
  notes(): Promise<ReadonlyMap<string, string>>;

  countTransfers(filter: TransferFilter): Promise<number>;
  /** Counts the transfers in this scope that a purge would delete, and those that it would keep. */
  countPurgeable(scope: PurgeScope): Promise<PurgeCount>;
  transfers(filter: TransferFilter, order: TransferOrder): AsyncIterable<readonly TransferRow[]>;
  sightings(): AsyncIterable<readonly SightingRow[]>;
  /** Yields the custody of one server, or of all. */
  custodies(server?: string): AsyncIterable<readonly Custody[]>;

  /** Returns the months whose archived rows are gone from this store. */
  clearedMonths(): Promise<ReadonlySet<string>>;
  /** Returns the months that the servers have archived, and where. Absent: only this server's folder can have any. */
  archivedMonths?(): Promise<readonly ArchivedMonth[]>;

  /** Checks all rules that must hold between the tables. Takes as long as reading them. */
  integrity(): AsyncIterable<IntegrityCheck>;

  close(): Promise<void>;
}

/** Returns the reader with every failure explained to the operator. */
export function explained(reader: StoreReader, explain: (cause: unknown) => Error): StoreReader {
  const rethrow = (cause: unknown): never => {
    throw explain(cause);
  };
  async function* stream(pages: AsyncIterable<unknown>): AsyncGenerator {
    try {
      yield* pages;
    } catch (cause) {
      rethrow(cause);
    }
  }
  const guard = (member: unknown): unknown => {
    if (typeof member !== "function") return member;
    return (...values: unknown[]) => {
      const answer = member(...values) as Promise<unknown> | AsyncIterable<unknown>;
      return "then" in answer ? answer.catch(rethrow) : stream(answer);
    };
  };
  const members = Object.entries(reader).map(([name, member]) => [name, guard(member)]);
  return Object.fromEntries(members) as StoreReader;
}

interface ReaderCounts extends StoreCounts {
  readonly custody: number;
  readonly bytes: number;
  /** Transfers that are only in the archive. Absent: the archive was not read. */
  readonly archivedTransfers?: number;
}

export interface PurgeCount {
  readonly deleted: number;
  /** Rows that are old enough, but are the newest of their item, or the earliest of their item and player. */
  readonly kept: number;
}

export interface TransferFilter {
  readonly itemIds?: readonly string[];
  readonly playerId?: string;
  readonly sinceMs?: number;
  readonly beforeMs?: number;
  readonly server?: string;
}

/**
 * `any`: in no particular order, which is the quickest. `time`: the oldest first, rows of one item and millisecond in their
 * order of insertion, and the same every time. `newest`: the newest first.
 */
export interface TransferOrder {
  readonly by: "any" | "time" | "newest";
  readonly skip?: number;
  readonly limit?: number;
}

export interface TransferRow {
  readonly itemId: string;
  readonly playerId: string;
  readonly action: string;
  readonly location: string;
  readonly timestampMs: number;
  readonly server: string;
}

export interface SightingRow extends FirstSighting {
  readonly itemId: string;
}

/** How many rows a page has. */
export const PAGE_ROWS = 4096;
