import type { Clock, Log, Store } from "../core/records.ts";
import { BackgroundStore } from "./background-store.ts";
import type { EngineConfig } from "./engine.ts";

/** Six hours. */
const RETENTION_PAUSE_MS = 6 * 60 * 60 * 1000;

export interface StoreOptions {
  readonly config: EngineConfig;
  /** Transfers older than this are deleted, but for the newest per item and the earliest per item and player; 0 keeps all. */
  readonly retentionDays: number;
  readonly log: Log;
  readonly clock?: Clock;
  /** Pause between two passes of retention, and before the first; six hours unless told. */
  readonly retentionPauseMs?: number;
}

/**
 * A store that can be used at once: the database is opened on a background thread, and what is appended before that
 * waits. Never throws for a database that cannot be opened; that is a line in the log, and tried again.
 */
export function openStore({ config, retentionDays, log, clock, retentionPauseMs }: StoreOptions): Store {
  const options = { config, retentionDays, retentionPauseMs: retentionPauseMs ?? RETENTION_PAUSE_MS };
  return new BackgroundStore(options, log, clock);
}
