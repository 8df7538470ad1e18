import type { Clock } from "../time/clock.ts";
import type { KnownItems } from "./known-items.ts";

/** Section 3: cleanup runs every 6000 ticks, for the first time after 6000. */
const CLEANUP_INTERVAL_TICKS = 6000;

/** Entries visited in one tick: a million entries take twelve seconds without any tick being slow. */
const ENTRIES_PER_TICK = 4096;

/** Removes known items that were not seen for longer than their time to live, a slice a tick. */
export class KnownItemsCleanup {
  readonly #knownItems: KnownItems;
  readonly #clock: Clock;
  readonly #ttlMs: number;
  #ticks = 0;
  /** The next entry of the pass under way; at or beyond the end when there is none. */
  #next = Number.POSITIVE_INFINITY;

  constructor(knownItems: KnownItems, clock: Clock, ttlMs: number) {
    this.#knownItems = knownItems;
    this.#clock = clock;
    this.#ttlMs = ttlMs;
  }

  /** Called once a tick. */
  tick(): void {
    if (++this.#ticks % CLEANUP_INTERVAL_TICKS === 0) this.#next = 0;
    if (this.#next < this.#knownItems.entryCount) this.slice();
  }

  /** One tick's share of a pass. */
  slice(): void {
    const now = this.#clock.now();
    const end = Math.min(this.#next + ENTRIES_PER_TICK, this.#knownItems.entryCount);
    for (let entry = this.#next; entry < end; entry++) this.#knownItems.expire(entry, now, this.#ttlMs);
    this.#next = end;
  }
}
