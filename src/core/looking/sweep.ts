import type { PlaceKey } from "../model/place.ts";
import type { Platform } from "../platform.ts";
import type { GameClock } from "../time/game-clock.ts";
import type { PassListener } from "./pass-listener.ts";
import type { PlaceContents, Presence } from "./presence/presence.ts";

/** A pass over all loaded places is to take about this long: twenty seconds. */
const PASS_TICKS = 400;

/** From the start of one pass to that of the next, at least: a small world need not be gone through all the time. */
const LEAST_PASS_TICKS = 20;

/**
 * Places looked at in one tick while it has time, as few or as many as the pass takes; very many places make the pass longer, never the
 * tick. A few hundred are gone through in a second.
 */
const FEWEST_PER_TICK = 16;
const MOST_PER_TICK = 64;

/** As many are in any case, however long the tick end has taken; then a full place counts as several. */
const LEAST_PER_TICK = 8;

/** Remembered places gone through in one tick; nearly all of them were looked at in the same pass. */
const REMEMBERED_PER_TICK = 1024;

type SweepClock = Pick<GameClock, "now" | "isSpent">;

/**
 * Looks at all loaded places in turn, a few a tick, so that a copy that lies still is found without any event, and so that
 * a place that went dark without a signal is noticed.
 */
export class Sweep {
  readonly #platform: Platform;
  readonly #presence: Presence;
  readonly #clock: SweepClock;
  readonly #look: (place: PlaceKey) => void;
  readonly #listener: PassListener | undefined;
  readonly #effortOf: (place: PlaceKey) => number;
  #loaded: Iterator<PlaceKey> | undefined;
  #remembered: Iterator<readonly [PlaceKey, PlaceContents]> | undefined;
  #passBeganMs = 0;
  #ticksInPass = LEAST_PASS_TICKS;
  /** Places of the pass under way so far; those of the pass before it set the pace. */
  #count = 0;
  #perTick = MOST_PER_TICK;

  constructor(
    platform: Platform,
    presence: Presence,
    clock: SweepClock,
    look: (place: PlaceKey) => void,
    listener?: PassListener,
    /** As how many looks the one that was made at the place counts. */
    effortOf: (place: PlaceKey) => number = () => 1,
  ) {
    this.#effortOf = effortOf;
    this.#platform = platform;
    this.#presence = presence;
    this.#clock = clock;
    this.#look = look;
    this.#listener = listener;
  }

  /** Called once a tick: first what the server says is loaded, then what is remembered and may have gone. */
  tick(): void {
    this.#ticksInPass++;
    if (this.#remembered !== undefined) this.#goThroughRemembered(this.#remembered);
    else this.#lookAtLoaded();
  }

  #lookAtLoaded(): void {
    if (this.#loaded === undefined) {
      if (this.#ticksInPass < LEAST_PASS_TICKS) return;
      this.#ticksInPass = 0;
      this.#loaded = this.#platform.places()[Symbol.iterator]();
      this.#passBeganMs = this.#clock.now();
      this.#listener?.began();
      this.#count = 0;
    }
    let effort = 0;
    for (let looks = 0; looks < this.#perTick; looks++) {
      if (effort >= LEAST_PER_TICK && this.#clock.isSpent) return;
      const next = this.#loaded.next();
      if (next.done) {
        this.#loaded = undefined;
        this.#remembered = this.#presence.allContents()[Symbol.iterator]();
        this.#perTick = Math.min(Math.max(Math.ceil(this.#count / PASS_TICKS), FEWEST_PER_TICK), MOST_PER_TICK);
        return;
      }
      this.#count++;
      this.#look(next.value);
      effort += this.#effortOf(next.value);
    }
  }

  #goThroughRemembered(all: Iterator<readonly [PlaceKey, PlaceContents]>): void {
    let [looks, effort] = [0, 0];
    for (let steps = 0; steps < REMEMBERED_PER_TICK && looks < this.#perTick; steps++) {
      if (effort >= LEAST_PER_TICK && this.#clock.isSpent) return;
      const next = all.next();
      if (next.done) {
        this.#remembered = undefined;
        this.#listener?.ended();
        return;
      }
      const [place, contents] = next.value;
      if (this.#presence.foundMs(contents) >= this.#passBeganMs) continue;
      looks++;
      this.#look(place);
      effort += this.#effortOf(place);
    }
  }
}
