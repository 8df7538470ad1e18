import type { Manifest } from "./files/archive-folder.ts";
import type { Month } from "./files/month.ts";
import type { PackedColumns } from "./files/packed-columns.ts";

/**
 * The rows of a month's file as spans: pieces of the store, each with the number and the checksum of its rows. What the numbers of a span
 * mean, only its engine knows.
 */
export interface Spans {
  /** How many rows all spans have. */
  readonly rows: number;
  /** Yields all spans in the order of the store, about this many rows at a time. */
  inStoreOrder(rows: number): Iterable<Float64Array<ArrayBuffer>>;
}

/** Rows that may leave the store. */
export interface LeavingRows {
  /** Sorted by item and time. Every group is full, except the last one. */
  readonly groups: AsyncIterable<PackedColumns>;
  /** The same rows. It has all of them when all groups were taken. */
  readonly spans: Spans;
}

/** A store as the archive reads it, over its own connection. It never changes transfers: only the storage thread does. */
export interface ArchiveSource {
  /** Returns every month before this time of which the store may hold rows; on PostgreSQL some may be empty. */
  monthsBefore(ms: number): Promise<Month[]>;

  /**
   * Returns all rows that may leave the store: the rows before this time except the newest of each item and the earliest of each item and
   * player. A few more rows may stay.
   */
  rowsBefore(ms: number): LeavingRows;

  /** Claims the month for this server. False if another server has sealed it. */
  claim(month: Month, folder: string): Promise<boolean>;
  /** Tells all servers that the month is sealed here. False if another server than the manifest's has taken it over: then this file does not count. */
  seal(manifest: Manifest, folder: string): Promise<boolean>;
  /** Returns the months whose archived rows are gone from this store. */
  clearedMonths(): Promise<ReadonlySet<Month>>;
  /** Returns the months that other servers have sealed. */
  sealedElsewhere(): Promise<Month[]>;
  /** Returns the names of all other servers of the store. */
  otherServers(): Promise<ReadonlySet<string>>;

  close(): Promise<void>;
}

/** For a server that has the store to itself. */
export const LONE_ARCHIVER: Pick<ArchiveSource, "claim" | "seal" | "sealedElsewhere" | "otherServers"> = {
  claim: async () => true,
  seal: async () => true,
  sealedElsewhere: async () => [],
  otherServers: async () => new Set(),
};
