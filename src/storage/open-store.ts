import {
  type Batch,
  BatchWriter,
  type Clock,
  canonicalItemId,
  idWords,
  type Log,
  NIL_UUID,
  type Store,
  systemClock,
} from "../core/storage-face.ts";
import type { EngineConfig } from "./engine.ts";
import { type Answer, forwardQuestions, QUESTIONS, type Question, type Values } from "./questions.ts";
import { type StartThread, StorageThread } from "./thread/storage-thread.ts";

const RETENTION_PAUSE_MS = 6 * 60 * 60 * 1000;

interface StoreOptions {
  readonly config: EngineConfig;
  /** Older transfers are deleted, except the newest per item and the earliest per item and player. 0 keeps all. */
  readonly retentionDays: number;
  /** Transfers move into the archive after this many days, with the same exceptions. 0, the default, archives nothing. */
  readonly archiveAfterDays?: number;
  readonly log: Log;
  readonly clock?: Clock;
  /** The pause between two passes of retention or of the archive, and before the first; six hours by default. */
  readonly retentionPauseMs?: number;
  /** Called if another running server has this server's name: nothing was or can be written. May be called again. */
  readonly onNameTaken?: () => void;
  /** A thread of its own when left out. */
  readonly startThread?: StartThread;
}

/**
 * Returns a store that can be used at once. The storage thread opens the database, and rows that are appended before that
 * wait. The game's thread only hands requests over. A database that cannot be opened never throws: it is logged, and tried
 * again.
 */
export function openStore(options: StoreOptions): Store {
  const { config, retentionDays, archiveAfterDays = 0, log, clock = systemClock } = options;
  const { retentionPauseMs = RETENTION_PAUSE_MS, onNameTaken, startThread } = options;
  const threadOptions = { config, retentionDays, archiveAfterDays, retentionPauseMs };
  const thread = new StorageThread(threadOptions, log, onNameTaken, startThread);
  return {
    engine: config.engine,
    serverName: config.serverName,
    append: (batch) => thread.append(batch),

    async recordSeen(itemId) {
      const id = canonicalItemId(itemId);
      if (!id) return false;
      const writer = new BatchWriter();
      writer.askSeen(writer.addSeen(idWords(id), 0, NIL_UUID, "", clock.now()));
      const result = await thread.appendImpatiently(writer.finishBatch() as Batch);
      return result?.newlySeen[0] === true;
    },

    async logItemTransfer(itemId, playerId, action, location) {
      const [id, player] = [canonicalItemId(itemId), canonicalItemId(playerId)];
      if (!id || !player) return;
      const writer = new BatchWriter();
      writer.addTransferAtText(idWords(id), 0, player, action, location, clock.now());
      await thread.appendImpatiently(writer.finishBatch() as Batch);
    },

    ...forwardQuestions(async <Q extends Question>(question: Q, ...values: Values<Q>): Promise<Answer<Q>> => {
      const prepared = withCanonicalIds(question, values);
      return prepared ? await thread.ask(question, ...prepared) : (QUESTIONS[question].withoutId as Answer<Q>);
    }),

    onWake: (listener) => thread.onWake(listener),
    health: () => thread.health(),
    close: (withinMs) => thread.close(withinMs),
  };
}

/** Returns `undefined` if a value that must be an id is none. */
function withCanonicalIds<Q extends Question>(question: Q, values: Values<Q>): Values<Q> | undefined {
  const { ids = 0 } = QUESTIONS[question];
  if (ids === 0) return values;
  const canonical = values.map((value, at) => (at < ids ? canonicalItemId(value as string) : value));
  return canonical.slice(0, ids).includes(undefined) ? undefined : (canonical as Values<Q>);
}
