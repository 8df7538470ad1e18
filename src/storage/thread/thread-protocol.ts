import type { Batch, ErrorCode, StoreWake } from "../../core/storage-face.ts";
import type { EngineConfig, EngineHealth } from "../engine.ts";
import type { Question } from "../questions.ts";

/** What the storage thread is started with. */
export interface StorageThreadOptions {
  readonly config: EngineConfig;
  /** 0 keeps everything. */
  readonly retentionDays: number;
  /** Days after which transfers move into the archive; 0 archives nothing. */
  readonly archiveAfterDays: number;
  /** Pause between two passes of retention or of the archive, and before the first. */
  readonly retentionPauseMs: number;
}

/** The same, and what the two threads share. */
export interface ThreadOptions extends StorageThreadOptions {
  /** Takes batches as long as there is room; see mailbox.ts. */
  readonly mailbox: SharedArrayBuffer;
  /** The id of the first request. */
  readonly firstId: number;
}

/** From the game's thread. Questions are sent by name. `id` counts appends and questions together, without gaps. */
export type Request =
  | { readonly kind: "append"; readonly id: number; readonly batch: Batch }
  | Ask
  | { readonly kind: "close"; readonly withinMs: number };

export interface Ask {
  readonly kind: "ask";
  readonly id: number;
  readonly question: Question;
  readonly values: readonly unknown[];
}

/** A question that could not be sent: its id is used up all the same. */
export interface Unsent {
  readonly kind: "unsent";
  readonly id: number;
}

/** Requests in the order in which they were made, or a call to check the mailbox. */
export type Message = readonly (Request | Unsent)[] | "look";

/** To the game's thread, several in one message. */
export type Reply =
  /** All appends up to this id are durable. `newlySeen` holds the answers for those that asked. */
  | {
      readonly kind: "durable";
      readonly through: number;
      readonly newlySeen: readonly (readonly [id: number, newlySeen: readonly boolean[]])[];
    }
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown }
  | { readonly kind: "refused"; readonly id: number; readonly failure: Failure }
  /** The state of the engine changed: it failed, works again, or its counts changed. */
  | { readonly kind: "health"; readonly health: EngineHealth }
  /** The store was not opened: another running server has this one's name. */
  | { readonly kind: "name-taken" }
  /** Something happened in the database by itself. */
  | { readonly kind: "wake"; readonly wake: StoreWake }
  | { readonly kind: "line"; readonly level: "info" | "warn" | "error"; readonly text: string }
  | { readonly kind: "closed"; readonly journalledRows: number; readonly unsavedRows: number };

/** An error on its way between the threads; its text is safe to show. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
}
