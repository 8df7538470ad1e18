import type { Manifest } from "./files/archive-folder.ts";
import type { Month } from "./files/month.ts";
import type { PackedColumns } from "./files/packed-columns.ts";
import type { RowSpans } from "./row-spans.ts";

/** A store as the archive reads it, over its own connection. It never changes transfers: only the storage thread does. */
export interface ArchiveSource {
  /** Returns every month before this time of which the store may hold rows; on PostgreSQL some may be empty. */
  monthsBefore(ms: number): Promise<Month[]>;

  /**
   * Yields all rows that may leave the store, sorted by item and time: the rows before this time except the newest of each item and
   * the earliest of each item and player. A few more rows may stay. They come in full groups; only the last one may have fewer rows. Adds
   * all of them to `spans`.
   */
  rowsBefore(ms: number, spans: RowSpans): AsyncIterable<PackedColumns>;

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
