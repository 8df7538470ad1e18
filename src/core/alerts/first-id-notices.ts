import type { Messages } from "../messages/messages.ts";
import type { Log } from "../model/log.ts";
import type { Platform } from "../platform.ts";
import type { Clock } from "../time/clock.ts";
import type { IdAssigned, Listeners } from "./listeners.ts";
import { tellWatchers } from "./tell-watchers.ts";

/** How long notices are collected before watchers are told: the first start in an old world gives thousands of ids in a second. */
const COLLECT_MS = 1000;

interface Collected {
  readonly first: IdAssigned;
  count: number;
}

interface FirstIdNoticesParts {
  readonly platform: Platform;
  readonly messages: Messages;
  readonly listeners: Listeners;
  readonly clock: Clock;
  readonly log: Log;
  /** True for a player who wants none of these notices. */
  readonly isMuted: (playerId: string) => boolean;
}

/**
 * Tells that items got their first id. Listeners hear of each at once; watchers read one line a second for each player, and one for
 * everything that nobody holds.
 */
export class FirstIdNotices {
  readonly #parts: FirstIdNoticesParts;
  /** The ids given since the last `tellListeners`. */
  #assigned: IdAssigned[] = [];
  /** By player: what watchers will be told when the second ends. */
  readonly #collected = new Map<string, Collected>();
  #sinceMs = 0;

  constructor(parts: FirstIdNoticesParts) {
    this.#parts = parts;
  }

  add(assigned: IdAssigned): void {
    this.#assigned.push(assigned);
  }

  /** Tells listeners what was added since the last call. Called at the end of a look. */
  tellListeners(): void {
    if (this.#assigned.length === 0) return;
    const all = this.#assigned;
    this.#assigned = [];
    if (this.#collected.size === 0) this.#sinceMs = this.#parts.clock.now();
    for (const assigned of all) {
      this.#parts.listeners.emit("id", assigned);
      const collected = this.#collected.get(assigned.playerId);
      if (collected === undefined) this.#collected.set(assigned.playerId, { first: assigned, count: 1 });
      else collected.count++;
    }
  }

  /** Called at every tick. A clock that was set back ends the second at once. */
  tick(): void {
    if (this.#collected.size === 0) return;
    const passedMs = this.#parts.clock.now() - this.#sinceMs;
    if (passedMs < 0 || passedMs >= COLLECT_MS) this.tellWatchersNow();
  }

  /** Tells watchers what was collected, without waiting for the second to end. */
  tellWatchersNow(): void {
    const { platform, log, isMuted } = this.#parts;
    for (const collected of this.#collected.values()) {
      tellWatchers(platform, this.#lineOf(collected), log, ({ id }) => !isMuted(id));
    }
    this.#collected.clear();
  }

  #lineOf({ first, count }: Collected): string {
    const { messages } = this.#parts;
    const { playerName: player, material, itemId: id } = first;
    if (player === "") return messages.plural("notices.first-ids-of-nobody", { count });
    return count === 1
      ? messages.text("notices.first-id", { player, material, id })
      : messages.plural("notices.first-ids", { player, count });
  }
}
