import { accountPlace, mayFallTo, type PlaceKey } from "../model/place.ts";
import type { GameClock } from "../time/game-clock.ts";
import type { PassListener } from "./rounds/pass-listener.ts";

/** At most this many ids are remembered; the earliest are forgotten first. */
const MAX_IDS = 65_536;

/** Places at which one id was before its unseen moves; the earliest are forgotten first. */
const MAX_PLACES = 8;

const NO_PLACES: readonly PlaceKey[] = [];

/** What was seen and has not been processed yet. */
interface Waiting {
  ids(): Iterable<string>;
  isWaiting(itemId: string): boolean;
}

const NOTHING_WAITS: Waiting = { ids: () => [], isWaiting: () => false };

/** Counts passes over all players, or over all other places: how many have begun, and which one ended last. */
class Passes implements PassListener {
  begun = 0;
  lastEnded = 0;
  /** When the last complete pass began, in the order of all looks and reported moves. */
  wholeSince = 0;
  readonly #clock: GameClock;
  readonly #waiting: Waiting;
  #beganAt = 0;
  /** The pass that ended last and does not count yet. `unprocessed`: what it saw and has not been processed since. */
  #ended: { readonly pass: number; readonly beganAt: number; readonly unprocessed?: readonly string[] } | undefined;

  constructor(clock: GameClock, waiting: Waiting) {
    this.#clock = clock;
    this.#waiting = waiting;
  }

  onPassBegin(): void {
    this.begun++;
    this.#beganAt = this.#clock.nextSequence();
  }

  /** An earlier pass that does not count yet goes first: whoever keeps bringing more must not put it off. */
  onPassEnd(): void {
    this.#ended ??= { pass: this.begun, beganAt: this.#beganAt };
  }

  /**
   * A pass says nothing about what it found and nobody has judged. So it counts only once everything has been processed that waited when it
   * ended. What began to wait later was not found by this pass.
   */
  finishTickEnd(): void {
    if (this.#ended === undefined) return;
    const { pass, beganAt, unprocessed } = this.#ended;
    const left = unprocessed?.filter((itemId) => this.#waiting.isWaiting(itemId)) ?? [...this.#waiting.ids()];
    this.#ended = left.length === 0 ? undefined : { pass, beganAt, unprocessed: left };
    if (left.length > 0) return;
    this.lastEnded = pass;
    this.wholeSince = beganAt;
  }
}

interface UnseenMove {
  /** The place where the id was known before, as `accountPlace` has it; `undefined` if it was never known anywhere. */
  readonly from: PlaceKey | undefined;
  /** Where it was known before its earlier unseen moves. */
  readonly earlier: readonly PlaceKey[];
  /** When it was noticed, in the order of all looks and reported moves. */
  readonly moment: number;
  /** The passes that had begun by then. */
  readonly players: number;
  readonly places: number;
  /** True if it came out of a window that outlived its block `from`: the item that fell out of that block is still to be found. */
  readonly isFromWindow?: boolean;
  /** True if no pass ends the doubt. */
  readonly isForGood?: boolean;
}

/**
 * Ids that turned up somewhere without an event saying how they got there. Until every place has been looked at again, another copy may lie
 * where the item really went. And an item that comes back to its earlier place may have been out of sight meanwhile, in some plugin's
 * storage.
 */
export class UnseenMoves {
  readonly players: Passes;
  readonly places: Passes;
  readonly #clock: GameClock;
  readonly #moved = new Map<string, UnseenMove>();

  constructor(clock: GameClock, waiting = NOTHING_WAITS) {
    this.#clock = clock;
    this.players = new Passes(clock, waiting);
    this.places = new Passes(clock, waiting);
  }

  add(itemId: string, from: PlaceKey | undefined, isFromWindow = false): void {
    const before = this.#moved.get(itemId);
    if (before?.isForGood) return;
    const account = from && accountPlace(from);
    const earlier = before === undefined ? NO_PLACES : placesBefore(before, account);
    this.#moved.delete(itemId);
    this.#moved.set(itemId, {
      from: account,
      earlier,
      moment: this.#clock.nextSequence(),
      players: this.players.begun,
      places: this.places.begun,
      isFromWindow,
    });
    if (this.#moved.size <= MAX_IDS) return;
    const [earliest] = this.#moved.keys();
    this.#moved.delete(earliest!);
  }

  /** The store has the item nowhere: it was out of sight, or nobody could say which copy was first. No look ends that. */
  addForGood(itemId: string): void {
    this.add(itemId, undefined);
    this.#moved.set(itemId, { ...this.#moved.get(itemId)!, isForGood: true });
  }

  /**
   * True when a copy that turns up at this place now may have been there first. `withoutAt`: when the place was known to be without it, if
   * passes did not come to the place since.
   */
  mayPrecede(itemId: string, place: PlaceKey, withoutAt?: number): boolean {
    const moved = this.#moved.get(itemId);
    if (moved === undefined) return false;
    const account = accountPlace(place);
    if (moved.isForGood || moved.from === account || moved.earlier.includes(account)) return true;
    return withoutAt === undefined ? !this.#isPassed(moved) : moved.moment > withoutAt;
  }

  /** True if the known copy came out of a window that outlived its block. */
  isFromWindow(itemId: string): boolean {
    return this.#moved.get(itemId)?.isFromWindow === true;
  }

  /**
   * True if an item that turned up on this ground without an event may have fallen out of the block where it was before. `block`: the block
   * that it fell out of, if known.
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

  #isPassed({ players, places, isForGood }: UnseenMove): boolean {
    return !isForGood && this.players.lastEnded > players && this.places.lastEnded > places;
  }
}

/** Where the id was before its unseen moves so far, without its latest place `from`. */
function placesBefore({ from: last, earlier }: UnseenMove, from: PlaceKey | undefined): readonly PlaceKey[] {
  const others = earlier.filter((place) => place !== from);
  return last === undefined || last === from || others.includes(last) ? others : [...others, last].slice(-MAX_PLACES);
}
