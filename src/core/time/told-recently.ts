import type { Clock } from "./clock.ts";

const WINDOW_MS = 60_000;
/** A client can send the same nonsense a thousand times a second; staff are told at most this often in a minute. */
const MAX_PER_PLAYER = 8;

/** Decides whether something about a player is news: the same thing is told once a minute, and only a few things in all. */
export class ToldRecently {
  readonly #clock: Clock;
  #told = new Map<string, Set<string>>();
  #sinceMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isNews(playerId: string, what: string): boolean {
    const nowMs = this.#clock.now();
    // A clock that was set back begins a new minute, too.
    if (Math.abs(nowMs - this.#sinceMs) >= WINDOW_MS) {
      this.#told = new Map();
      this.#sinceMs = nowMs;
    }
    const told = this.#told.get(playerId) ?? new Set();
    this.#told.set(playerId, told);
    if (told.has(what) || told.size >= MAX_PER_PLAYER) return false;
    told.add(what);
    return true;
  }
}
