import type { Month } from "./sealed/month.ts";
import type { SealedColumns } from "./sealed/sealed-columns.ts";
import type { Manifest } from "./sealed/sealed-folder.ts";

/** A store as the archive is made from it, over a connection of its own. It changes no transfers: that is the store's thread's. */
export interface ArchiveSource {
  /** The months of which anything lies in the store, of those before this time. */
  monthsBefore(ms: number): Promise<Month[]>;

  /**
   * All that may leave the store, sorted by item and time: rows before this time but for the newest of each item and the earliest
   * of each item and player. A little more may stay.
   */
  rowsBefore(ms: number): AsyncIterable<SealedColumns>;

  /** Makes the month this server's to archive; false when it is sealed elsewhere. */
  claim(month: Month, folder: string): Promise<boolean>;
  /** Tells all servers that the month is sealed here; false when another has taken it over meanwhile, so that this file counts for nothing. */
  seal(manifest: Manifest, folder: string): Promise<boolean>;
  cleared(month: Month): Promise<void>;
  /** Months that other servers have sealed or are sealing. */
  sealedElsewhere(): Promise<Month[]>;

  close(): Promise<void>;
}

/** Whoever has the store to itself asks nobody. */
export const LONE_ARCHIVER: Pick<ArchiveSource, "claim" | "seal" | "cleared" | "sealedElsewhere"> = {
  claim: async () => true,
  seal: async () => true,
  cleared: async () => undefined,
  sealedElsewhere: async () => [],
};
