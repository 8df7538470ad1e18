import type {
  Custody,
  FirstSighting,
  KnownPlayer,
  ServerRecord,
  StoreCounts,
  StoreQuestions,
} from "../../core/model/records.ts";
import type { ArchivedMonth } from "../engine.ts";
import type { PurgeScope } from "../maintenance/purge-steps.ts";
import type { IntegrityCheck } from "./integrity-check.ts";

/** The questions of a store that operators ask as well. */
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
 * The database as an operator's tools read it: beside a running server, without taking its place and without changing a
 * row. Everything rejects with a `DoubletakeError` that tells the operator what to do. Long lists come in pages, so that
 * a million rows need the memory of a few thousand.
 */
export interface StoreReader extends Pick<StoreQuestions, SharedQuestion> {
  readonly engine: "sqlite" | "postgres";
  /** The file's path or the database's host: never a secret. */
  readonly where: string;

  counts(): Promise<ReaderCounts>;
  /** Names of the servers that write to it at this moment. */
  liveServers(): Promise<readonly string[]>;
  /** Every server that ever wrote to it. */
  servers(): Promise<readonly string[]>;
  /** The same, with what is known of each. */
  serverRecords(): Promise<readonly ServerRecord[]>;
  /** Every world in which anything was ever seen, e.g. `world/nether`; odd locations are among them. */
  worlds(): Promise<readonly string[]>;

  /** In the order of naming: of two players with one name the later one has it now. */
  namedPlayers(): Promise<KnownPlayer[]>;
  /** Of the server that it was opened for, as its claims are. */
  notes(): Promise<ReadonlyMap<string, string>>;

  countTransfers(filter: TransferFilter): Promise<number>;
  /** How many transfers a purge would delete, and how many of the same it would keep. */
  countPurgeable(scope: PurgeScope): Promise<PurgeCount>;
  transfers(filter: TransferFilter, order: TransferOrder): AsyncIterable<readonly TransferRow[]>;
  sightings(): AsyncIterable<readonly SightingRow[]>;
  /** Of one server, or of all. */
  custodies(server?: string): AsyncIterable<readonly Custody[]>;

  /** The months that the servers have archived, each where it is. Absent: only this server's folder can have any. */
  archivedMonths?(): Promise<readonly ArchivedMonth[]>;

  /** Looks at everything that must hold between the tables. Takes as long as reading them. */
  integrity(): AsyncIterable<IntegrityCheck>;

  close(): Promise<void>;
}

/** The same, with every failure explained to the operator. */
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
  /** Transfers that lie in the archive and no longer in the store; absent where nobody looked. */
  readonly archivedTransfers?: number;
}

export interface PurgeCount {
  readonly deleted: number;
  /** Old enough, but the newest row of the item, or the earliest of the item and player. */
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
 * `any`: as they lie, the quickest. `time`: the oldest first, rows of one item and millisecond in their order of insertion,
 * the same at every reading. `newest`: the newest first.
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

/** Rows in a page of a stream. */
export const PAGE_ROWS = 4096;
