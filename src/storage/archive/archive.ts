import type {
  CaseFilter,
  CaseRecord,
  Claim,
  Custody,
  FirstSighting,
  HandledItem,
  KnownPlayer,
  Page,
  QuarantinedItem,
  QuarantineFilter,
  StoreCounts,
} from "../../core/records.ts";
import type { PurgeScope } from "../maintenance/purge.ts";
import type { IntegrityCheck } from "./integrity-check.ts";

/**
 * The database as an operator's tools read it: beside a running server, without taking its place and without changing a
 * row. Everything rejects with a `DoubletakeError` that tells the operator what to do. Long lists come in pages, so that
 * a million rows need the memory of a few thousand.
 */
export interface Archive {
  readonly engine: "sqlite" | "postgres";
  /** The file's path or the database's host: never a secret. */
  readonly where: string;

  counts(): Promise<ArchiveCounts>;
  /** Names of the servers that write to it at this moment. */
  liveServers(): Promise<readonly string[]>;
  /** Every server that ever wrote to it. */
  servers(): Promise<readonly string[]>;

  idsByPrefix(prefix: string, limit: number): Promise<string[]>;
  firstSighting(itemId: string): Promise<FirstSighting | undefined>;
  custodyOf(itemId: string): Promise<Custody | undefined>;
  itemsOfPlayer(playerId: string, page: Page): Promise<HandledItem[]>;
  playerByName(name: string): Promise<KnownPlayer | undefined>;
  playerById(playerId: string): Promise<KnownPlayer | undefined>;
  /** In the order of naming: of two players with one name the later one has it now. */
  namedPlayers(): Promise<KnownPlayer[]>;
  caseByNumber(number: number): Promise<CaseRecord | undefined>;
  /** Newest first. */
  cases(filter: CaseFilter, page: Page): Promise<CaseRecord[]>;
  quarantined(filter: QuarantineFilter): Promise<QuarantinedItem[]>;
  claims(server: string): Promise<Claim[]>;
  notes(server: string): Promise<ReadonlyMap<string, string>>;

  countTransfers(filter: TransferFilter): Promise<number>;
  /** How many transfers a purge would delete, and how many of the same it would keep. */
  countPurgeable(scope: PurgeScope): Promise<PurgeCount>;
  transfers(filter: TransferFilter, order: TransferOrder): AsyncIterable<readonly TransferRow[]>;
  sightings(): AsyncIterable<readonly SightingRow[]>;
  /** Of one server, or of all. */
  custodies(server?: string): AsyncIterable<readonly Custody[]>;

  /** Looks at everything that must hold between the tables. Takes as long as reading them. */
  integrity(): AsyncIterable<IntegrityCheck>;

  close(): Promise<void>;
}

export interface ArchiveCounts extends StoreCounts {
  readonly custody: number;
  readonly bytes: number;
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
