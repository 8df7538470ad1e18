import { accountPlace, type PlaceKey } from "../../model/place.ts";
import type { GameClock } from "../../time/game-clock.ts";

/** An event said that an id went between a player and these places. */
interface ReportedMove {
  readonly player: PlaceKey;
  readonly touched: readonly PlaceKey[];
  readonly when: Instant;
  readonly moment: number;
}

/** A time by the wall clock, and by the steady clock. */
interface Instant {
  readonly ms: number;
  readonly steadyMs: number;
}

/** When a place was last seen to hold something. */
export interface LastSeen {
  readonly ms: number;
  /** Known if this process made the look. */
  readonly moment?: number | undefined;
}

/** How long an event explains a move that could not be looked at. Places are looked at far more often than this. */
const HOLDS_MS = 60_000;

/** Moves remembered per id, and ids remembered from one turn to the next. */
const MAX_PER_ID = 8;
const MAX_IDS = 32_768;

/**
 * The moves that events reported. They prove nothing, but they explain: when one side of a reported move went dark before it
 * could be looked at, there is no reason to suspect a second copy.
 */
export class RecentMoves {
  readonly #clock: GameClock;
  /** Ids with a move since the last turn, and ids with one in the turn before. All others are forgotten. */
  #recent = new Map<string, ReportedMove[]>();
  #earlier: ReadonlyMap<string, ReportedMove[]> = new Map();
  #turnedMs = 0;
  /** When the last turn was, in the order of all looks and reported moves. Of moves before `#forgottenUntil` some are forgotten. */
  #turnedAt = 0;
  #forgottenUntil = 0;
  /** When the tick end under way began, and the one before it, in the order of all looks and reported moves. */
  #tickEnd = 0;
  #tickEndBefore = 0;
  /** When the latest move was reported. */
  #lastMoment = 0;
  #now: Instant = { ms: 0, steadyMs: 0 };

  constructor(clock: GameClock) {
    this.#clock = clock;
  }

  /** Called once at every tick end. */
  tick(): void {
    [this.#tickEndBefore, this.#tickEnd] = [this.#tickEnd, this.#clock.nextSequence()];
    if (this.#clock.steadyMs - this.#turnedMs >= HOLDS_MS) this.#turn();
  }

  note(itemId: string, player: PlaceKey, touched: readonly PlaceKey[]): void {
    const moves = this.#listFor(itemId);
    if (moves.length === MAX_PER_ID) moves.shift();
    this.#lastMoment = this.#clock.nextSequence();
    moves.push({ player, touched, when: this.#instant(), moment: this.#lastMoment });
  }

  /** False if no move of any item was reported after this moment. */
  hasAnySince(moment: number): boolean {
    return this.#lastMoment > moment;
  }

  /** False if no `lastMoment` is after this moment, whatever the item and the place. */
  mayHaveAnySince(moment: number): boolean {
    return this.hasAnySince(moment) || this.#forgottenUntil > moment;
  }

  /**
   * When the id was last reported to go to or from this place, in the order of all looks and reported moves. If no such move is remembered:
   * the latest moment at which one may have been that is forgotten by now; 0 if nothing is forgotten yet.
   */
  lastMoment(itemId: string, place: PlaceKey): number {
    const known = this.#recent.get(itemId) ?? this.#earlier.get(itemId) ?? [];
    const last = known.findLast((move) => isThere(move, place));
    if (last !== undefined) return last.moment;
    return known.length === MAX_PER_ID ? Math.max(this.#forgottenUntil, known[0]!.moment) : this.#forgottenUntil;
  }

  /** True if moves reported after `since` lead from one place to the other, directly or with stops between. */
  lead(itemId: string, from: PlaceKey, to: PlaceKey, since: LastSeen): boolean {
    const reached = new Set([accountPlace(from)]);
    for (const { player, touched } of this.#movesSince(itemId, since)) {
      const places = [player, ...touched].map(accountPlace);
      if (places.some((place) => reached.has(place))) for (const place of places) reached.add(place);
    }
    return reached.has(accountPlace(to));
  }

  /** True if moves reported after this moment lead away from the place, and back to it from where they led. */
  leadBack(itemId: string, place: PlaceKey, since: number): boolean {
    const here = accountPlace(place);
    const reached = new Set<PlaceKey>();
    for (const { player, touched } of this.#movesSince(itemId, { ms: 0, moment: since })) {
      const places = [player, ...touched].map(accountPlace);
      const isReached = places.some((other) => reached.has(other));
      if (isReached && places.includes(here)) return true;
      if (isReached || places.includes(here)) for (const other of places) if (other !== here) reached.add(other);
    }
    return false;
  }

  #movesSince(itemId: string, since: LastSeen): readonly ReportedMove[] {
    const earliestMs = this.#clock.steadyMs - HOLDS_MS;
    const isLater = ({ when, moment }: ReportedMove) =>
      since.moment === undefined ? when.ms > since.ms : moment > since.moment;
    const known = this.#recent.get(itemId) ?? this.#earlier.get(itemId) ?? [];
    return known.filter((step) => isLater(step) && step.when.steadyMs >= earliestMs);
  }

  /** At a tick end: when the tick began, in the order of all looks and reported moves. */
  get tickBegan(): number {
    return this.#tickEndBefore;
  }

  #listFor(itemId: string): ReportedMove[] {
    const known = this.#recent.get(itemId);
    if (known !== undefined) return known;
    if (this.#recent.size === MAX_IDS) this.#turn();
    const list = this.#earlier.get(itemId) ?? [];
    this.#recent.set(itemId, list);
    return list;
  }

  #turn(): void {
    this.#earlier = this.#recent;
    this.#recent = new Map();
    this.#turnedMs = this.#clock.steadyMs;
    [this.#forgottenUntil, this.#turnedAt] = [this.#turnedAt, this.#clock.nextSequence()];
  }

  /** Many events come at once: those of one millisecond share one object. */
  #instant(): Instant {
    const [ms, steadyMs] = [this.#clock.now(), this.#clock.steadyMs];
    if (this.#now.ms !== ms || this.#now.steadyMs !== steadyMs) this.#now = { ms, steadyMs };
    return this.#now;
  }
}

function isThere({ player, touched }: ReportedMove, place: PlaceKey): boolean {
  return (
    accountPlace(player) === accountPlace(place) || touched.some((other) => accountPlace(other) === accountPlace(place))
  );
}
