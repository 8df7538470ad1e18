import type { PassListener } from "../../looking/rounds/pass-listener.ts";
import { isOwned, type PlaceKey } from "../../model/place.ts";
import type { PlaceCounts } from "./place-counts.ts";

/** How many places are checked for their age in one tick. */
const CHECKED_PER_TICK = 1024;

/** How many horizons are remembered: one for each of the last ticks in which it moved. */
const MAX_HISTORY = 1200;

/** While nothing waits, ticks between two updates of the horizon. */
const EVERY_TICKS = 8;

/** While something waits, a place whose last look is older than this is looked at again. */
const OLD_TICKS = 4;

/** The most places that are looked at before their turn in one tick, and the most players' own places among them. */
const MAX_HURRIED = 48;
const MAX_PLAYERS = 16;

interface LookHorizonParts {
  readonly counts: PlaceCounts;
  readonly tick: () => number;
  /** Every visible place of players' own that has been looked at. */
  readonly ownPlaces: () => Iterable<PlaceKey>;
  /** Players' slots at which nobody has looked yet. */
  readonly unseen: () => ReadonlySet<PlaceKey>;
  readonly onMissed: (place: PlaceKey) => void;
  /** True while something waits to be explained, or may explain something. While false, fresher looks are of no use. */
  readonly isUrgent: () => boolean;
}

/**
 * Knows the oldest of the last looks at all places: goods that left a place before it are no longer on their way. Finds the places
 * that a whole pass did not visit: they are gone, or went dark without an event.
 */
export class LookHorizon {
  readonly players: PassListener;
  readonly places: PassListener;
  readonly #parts: LookHorizonParts;
  /** When the last finished pass of each kind began. */
  readonly #passed = { players: -1, places: -1 };
  /**
   * By the end of each of these ticks, every place had been looked at in the tick of the other list, or later. Both only grow. They are
   * searched many times a tick, so they are lists of numbers.
   */
  readonly #ticks: number[] = [];
  readonly #upTos: number[] = [];

  constructor(parts: LookHorizonParts) {
    this.#parts = parts;
    this.players = this.#listener("players");
    this.places = this.#listener("places");
  }

  /** By the end of `tick` (now if left out), every place had been looked at in the returned tick or later. */
  at(tick = Number.POSITIVE_INFINITY): number {
    // Nearly always it is one of the last seconds.
    for (let last = this.#ticks.length - 1; last >= 0; last--)
      if (this.#ticks[last]! <= tick) return this.#upTos[last]!;
    return -1;
  }

  /** The tick by whose end every place had been looked at in `tick` or later; infinity if that is still to come. */
  reachedAt(tick: number): number {
    const last = this.#upTos.findLastIndex((upTo) => upTo < tick);
    return this.#ticks[last + 1] ?? Number.POSITIVE_INFINITY;
  }

  /** While something waits: places whose last look is old. The sooner they are looked at, the less they may explain. */
  *hurried(): Iterable<PlaceKey> {
    const { counts, unseen, ownPlaces, tick, isUrgent } = this.#parts;
    if (!isUrgent()) return;
    const old = tick() - OLD_TICKS;
    const lastLook = (place: PlaceKey) => counts.at(place)?.tick ?? -1;
    const own = [...unseen(), ...ownPlaces()]
      .filter((place) => lastLook(place) < old)
      .sort((one, other) => lastLook(one) - lastLook(other))
      .slice(0, MAX_PLAYERS);
    yield* own;
    let left = MAX_HURRIED - own.length;
    for (const place of counts.countedBefore(old)) {
      if (isOwned(place)) continue;
      if (left-- === 0) return;
      yield place;
    }
  }

  /** Called once a tick. */
  check(): void {
    const { tick, isUrgent, counts, unseen } = this.#parts;
    this.#findMissed();
    const now = tick();
    if (now % EVERY_TICKS !== 0 && !isUrgent()) return;
    const oldest = counts.oldestCount() ?? -1;
    if (oldest <= this.at()) return;
    const passed = this.#passed.players;
    // A player who was never looked at may have anything.
    const upTo = oldest > passed && unseen().size > 0 ? passed : oldest;
    if (upTo <= this.at()) return;
    this.#ticks.push(now);
    this.#upTos.push(upTo);
    if (this.#ticks.length > MAX_HISTORY) for (const list of [this.#ticks, this.#upTos]) list.shift();
  }

  /** Reports places that were not looked at in a whole pass; players' own places only if neither pass did. */
  #findMissed(): void {
    const { counts, onMissed } = this.#parts;
    const { players, places } = this.#passed;
    let steps = 0;
    for (const place of counts.countedBefore(places)) {
      if (steps++ === CHECKED_PER_TICK) return;
      if (!isOwned(place) || counts.at(place)!.tick < players) onMissed(place);
    }
  }

  #listener(which: "players" | "places"): PassListener {
    let began: number | undefined;
    return {
      onPassBegin: () => {
        began = this.#parts.tick();
      },
      onPassEnd: () => {
        if (began !== undefined) this.#passed[which] = began;
        began = undefined;
      },
    };
  }
}
