import type { Clock } from "./clock.ts";
import { OncePerMinute } from "./once-per-minute.ts";

/** A client can send the same nonsense a thousand times a second; staff are told at most this often in a minute. */
const MAX_PER_PLAYER = 8;

/** Decides whether something about a player is news: the same thing is told once a minute, and only a few things in all. */
export class ToldRecently {
  readonly #minutes: OncePerMinute;
  #told = new Map<string, Set<string>>();

  constructor(clock: Clock) {
    this.#minutes = new OncePerMinute(clock);
  }

  isNews(playerId: string, what: string): boolean {
    this.#minutes.run(() => {
      this.#told = new Map();
    });
    const told = this.#told.get(playerId) ?? new Set();
    this.#told.set(playerId, told);
    if (told.has(what) || told.size >= MAX_PER_PLAYER) return false;
    told.add(what);
    return true;
  }
}
