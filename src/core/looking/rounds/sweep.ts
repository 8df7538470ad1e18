import type { PlaceKey } from "../../model/place.ts";
import type { Platform } from "../../platform.ts";
import type { GameClock } from "../../time/game-clock.ts";
import type { PlaceContents, Presence } from "../presence/presence.ts";
import type { PassListener } from "./pass-listener.ts";

/** A pass over all loaded places should take about this long: twenty seconds. */
const PASS_TICKS = 400;

/** At least this many ticks from the start of one pass to the start of the next: a small world need not be swept all the time. */
const MIN_PASS_TICKS = 20;

/**
 * Limits of the number of places looked at in one tick while it has time. Very many places make the pass longer, never the tick. A few
 * hundred places take one second.
 */
const MIN_PER_TICK = 16;
const MAX_PER_TICK = 64;

/** At least this many are looked at, even if the tick end's time is spent. A full place then counts as several. */
const MIN_WHEN_SPENT = 8;

/** Remembered places checked in one tick. Nearly all of them were already looked at in the same pass. */
const REMEMBERED_PER_TICK = 1024;

type SweepClock = Pick<GameClock, "now" | "isSpent">;

/**
 * Looks at all loaded places in turn, a few a tick. So a copy that lies still is found without any event, and a place that went dark
 * without a signal is noticed.
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
  #ticksInPass = MIN_PASS_TICKS;
  /** Places met so far in this pass. The number of the previous pass sets the pace. */
  #count = 0;
  #perTick = MAX_PER_TICK;

  constructor(
    platform: Platform,
    presence: Presence,
    clock: SweepClock,
    look: (place: PlaceKey) => void,
    listener?: PassListener,
    /** How many looks the one just made at the place counts as. */
    effortOf: (place: PlaceKey) => number = () => 1,
  ) {
    this.#effortOf = effortOf;
    this.#platform = platform;
    this.#presence = presence;
    this.#clock = clock;
    this.#look = look;
    this.#listener = listener;
  }

  /** Called once a tick. Looks at the places that the server says are loaded, then at remembered places that may be gone. */
  tick(): void {
    this.#ticksInPass++;
    if (this.#remembered !== undefined) this.#goThroughRemembered(this.#remembered);
    else this.#lookAtLoaded();
  }

  #lookAtLoaded(): void {
    if (this.#loaded === undefined) {
      if (this.#ticksInPass < MIN_PASS_TICKS) return;
      this.#ticksInPass = 0;
      this.#loaded = this.#platform.places()[Symbol.iterator]();
      this.#passBeganMs = this.#clock.now();
      this.#listener?.onPassBegin();
      this.#count = 0;
    }
    let effort = 0;
    for (let looks = 0; looks < this.#perTick; looks++) {
      if (effort >= MIN_WHEN_SPENT && this.#clock.isSpent) return;
      const next = this.#loaded.next();
      if (next.done) {
        this.#loaded = undefined;
        this.#remembered = this.#presence.allContents()[Symbol.iterator]();
        this.#perTick = Math.min(Math.max(Math.ceil(this.#count / PASS_TICKS), MIN_PER_TICK), MAX_PER_TICK);
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
      if (effort >= MIN_WHEN_SPENT && this.#clock.isSpent) return;
      const next = all.next();
      if (next.done) {
        this.#remembered = undefined;
        this.#listener?.onPassEnd();
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
