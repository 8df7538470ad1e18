import {
  type Batch,
  BatchWriter,
  type Clock,
  canonicalItemId,
  formatLocation,
  idWords,
  type Log,
  NIL_UUID,
  parseLocation,
  type Store,
  systemClock,
} from "../core/model/records.ts";
import type { EngineConfig } from "./engine.ts";
import { type Answer, forwardQuestions, QUESTIONS, type Question, type Values } from "./questions.ts";
import { StorageThread } from "./thread/storage-thread.ts";

/** Six hours. */
const RETENTION_PAUSE_MS = 6 * 60 * 60 * 1000;

interface StoreOptions {
  readonly config: EngineConfig;
  /** Transfers older than this are deleted, but for the newest per item and the earliest per item and player; 0 keeps all. */
  readonly retentionDays: number;
  /** Days after which transfers move into the archive, of which the same stay; 0, unless told, archives nothing. */
  readonly archiveAfterDays?: number;
  readonly log: Log;
  readonly clock?: Clock;
  /** Pause between two passes of retention or of the archive, and before the first; six hours unless told. */
  readonly retentionPauseMs?: number;
  /** Another running server has this one's name on the database: nothing was written, and nothing can be. May be called again. */
  readonly onNameTaken?: () => void;
}

/**
 * A store that can be used at once: the database is opened on the storage thread, and what is appended before that
 * waits. What it does on the game's thread is to post messages. Never throws for a database that cannot be opened; that is
 * a line in the log, and tried again.
 */
export function openStore(options: StoreOptions): Store {
  const { config, retentionDays, archiveAfterDays = 0, log, clock = systemClock } = options;
  const { retentionPauseMs = RETENTION_PAUSE_MS, onNameTaken } = options;
  const threadOptions = { config, retentionDays, archiveAfterDays, retentionPauseMs };
  const thread = new StorageThread(threadOptions, log, onNameTaken);
  return {
    engine: config.engine,
    serverName: config.serverName,
    append: (batch) => thread.append(batch),

    async recordSeen(itemId) {
      const id = canonicalItemId(itemId);
      if (!id) return false;
      const writer = new BatchWriter();
      writer.askSeen(writer.seen(idWords(id), 0, NIL_UUID, "", clock.now()));
      const result = await thread.appendImpatiently(writer.finishBatch() as Batch);
      return result?.newlySeen[0] === true;
    },

    async logItemTransfer(itemId, playerId, action, location) {
      const [id, player] = [canonicalItemId(itemId), canonicalItemId(playerId)];
      if (!id || !player) return;
      const writer = new BatchWriter();
      const parsed = parseLocation(location);
      // "world:01,2,3" can be read as a block, but would come back as another text.
      const block = parsed && formatLocation(parsed) === location ? parsed : undefined;
      const now = clock.now();
      if (block) writer.transfer(idWords(id), 0, player, action, block.world, block.x, block.y, block.z, now);
      else writer.transferAtText(idWords(id), 0, player, action, location, now);
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

/** `undefined` when a value that must be an id is none. */
function withCanonicalIds<Q extends Question>(question: Q, values: Values<Q>): Values<Q> | undefined {
  const { ids = 0 } = QUESTIONS[question];
  if (ids === 0) return values;
  const canonical = values.map((value, at) => (at < ids ? canonicalItemId(value as string) : value));
  return canonical.slice(0, ids).includes(undefined) ? undefined : (canonical as Values<Q>);
}
