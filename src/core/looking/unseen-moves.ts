import { mayFallTo, type PlaceKey, recordOf } from "../model/place.ts";
import type { GameClock } from "../time/game-clock.ts";
import type { PassListener } from "./pass-listener.ts";

/** Ids that are remembered at most; the earliest are forgotten first. */
const MAX_IDS = 65_536;

/** How many passes over all players, or over all other places, have begun, and the last one that has ended. */
class Passes implements PassListener {
  begun = 0;
  lastEnded = 0;
  /** When the last pass that has ended began, in the order of all looks and reported moves. */
  wholeSince = 0;
  readonly #clock: GameClock;
  readonly #isInPart: () => boolean;
  #beganAt = 0;
  #endedNow: { readonly pass: number; readonly beganAt: number } | undefined;

  constructor(clock: GameClock, isInPart: () => boolean) {
    this.#clock = clock;
    this.#isInPart = isInPart;
  }

  began(): void {
    this.begun++;
    this.#beganAt = this.#clock.nextMoment();
  }

  /** A pass that has not seen everything tells nothing of what it did not find. */
  ended(): void {
    if (this.#isInPart()) return;
    this.#endedNow = { pass: this.begun, beganAt: this.#beganAt };
  }

  /** What the last looks of a pass found was not seen by the pass before: it counts as ended once that has been judged. */
  finishTickEnd(): void {
    if (this.#endedNow === undefined) return;
    this.lastEnded = this.#endedNow.pass;
    this.wholeSince = this.#endedNow.beganAt;
    this.#endedNow = undefined;
  }
}

interface UnseenMove {
  /** The record at which it was known before; `undefined` when it was never known anywhere. */
  readonly from: PlaceKey | undefined;
  /** The passes that had begun by then. */
  readonly players: number;
  readonly places: number;
  /** It came out of a window that outlived its block `from`: what fell out of that block is still to be found. */
  readonly isFromWindow?: boolean;
}

/**
 * Ids that turned up somewhere without a word about how they got there. Until every place has been looked at once more, another copy
 * may lie where it really went; and what comes back to where it was before may have been out of sight, in some plugin's storage.
 */
export class UnseenMoves {
  readonly players: Passes;
  readonly places: Passes;
  readonly #moved = new Map<string, UnseenMove>();

  /** `isInPart`: not everything that is in sight has been dealt with. */
  constructor(clock: GameClock, isInPart: () => boolean = () => false) {
    this.players = new Passes(clock, isInPart);
    this.places = new Passes(clock, isInPart);
  }

  add(itemId: string, from: PlaceKey | undefined, isFromWindow = false): void {
    this.#moved.delete(itemId);
    this.#moved.set(itemId, {
      from: from && recordOf(from),
      players: this.players.begun,
      places: this.places.begun,
      isFromWindow,
    });
    if (this.#moved.size <= MAX_IDS) return;
    const [earliest] = this.#moved.keys();
    this.#moved.delete(earliest!);
  }

  /** The store has it nowhere: it was out of sight, or nobody could say which copy was first. Nothing that is looked at ends that. */
  addForGood(itemId: string): void {
    this.add(itemId, undefined);
    this.#moved.set(itemId, { from: undefined, players: Number.POSITIVE_INFINITY, places: Number.POSITIVE_INFINITY });
  }

  /** True when a copy that turns up at this place now may have been there first. */
  mayPrecede(itemId: string, place: PlaceKey): boolean {
    const moved = this.#moved.get(itemId);
    if (moved === undefined) return false;
    return !this.#isPassed(moved) || moved.from === recordOf(place);
  }

  /** True when what is known of it came out of a window that outlived its block. */
  isFromWindow(itemId: string): boolean {
    return this.#moved.get(itemId)?.isFromWindow === true;
  }

  /**
   * True when what turned up on this ground without a word may have fallen out of the block at which it was before. `block`: the one that it
   * fell out of, where that is known.
   */
  mayHaveFallen(itemId: string, ground: PlaceKey, block?: PlaceKey): boolean {
    const moved = this.#moved.get(itemId);
    if (moved?.from === undefined || this.#isPassed(moved)) return false;
    return (block === undefined || block === moved.from) && mayFallTo(moved.from, ground);
  }

  /** It is known which copy was first. */
  forget(itemId: string): void {
    this.#moved.delete(itemId);
  }

  finishTickEnd(): void {
    this.players.finishTickEnd();
    this.places.finishTickEnd();
  }

  #isPassed({ players, places }: UnseenMove): boolean {
    return this.players.lastEnded > players && this.places.lastEnded > places;
  }
}
