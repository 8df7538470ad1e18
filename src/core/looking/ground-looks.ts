import { groundPlace, groundUnder, type PlaceKey, placeKind } from "../model/place.ts";
import type { Platform } from "../platform.ts";
import type { PassListener } from "./pass-listener.ts";

/** How many containers are looked at ahead of the sweep in one tick, and how many may wait for that. The others are left to the sweep. */
const LOOKS_PER_TICK = 16;
const MOST_WAITING = 256;

/** Grounds with something on them that are looked at in one tick. A full one counts as several, and the next ticks look at fewer. */
const GROUNDS_PER_TICK = 4;

/** Ticks between two looks at a ground whose stamp says that nothing came or went. Reading the stamp counts as this fraction of a look. */
const TICKS_BETWEEN_SAME = 10;
const EFFORT_OF_STAMP = 1 / 8;

/** The state, at its last turn, of a ground on which something with an id lies. */
interface Lying {
  stamp: number | undefined;
  tick: number;
}

/** The loaded containers as a pass of the sweep met them, by the ground of their chunk. */
class ContainersByGround {
  readonly #groundOf = new Map<PlaceKey, PlaceKey>();
  readonly #at = new Map<PlaceKey, PlaceKey[]>();

  add(place: PlaceKey, ground: PlaceKey): void {
    this.#groundOf.set(place, ground);
    const others = this.#at.get(ground);
    if (others === undefined) this.#at.set(ground, [place]);
    else others.push(place);
  }

  at(ground: PlaceKey): readonly PlaceKey[] | undefined {
    return this.#at.get(ground);
  }

  groundOf(place: PlaceKey): PlaceKey | undefined {
    return this.#groundOf.get(place);
  }
}

/**
 * Anybody can take what lies on the ground, and a machine does so without an event. Grounds on which something with an id lies are
 * therefore looked at in turn, a few a tick, and less often while the same entities lie there. Something that is gone can have been taken
 * by two: the containers of that chunk are looked at in the same tick and do not wait for the sweep.
 */
export class GroundLooks implements PassListener {
  readonly #platform: Pick<Platform, "locationOf" | "stampOf">;
  readonly #effortOf: (place: PlaceKey) => number;
  /** In the order of their turns. */
  readonly #lying = new Map<PlaceKey, Lying>();
  #tick = 0;
  #effort = 0;
  /** The containers as the last whole pass met them, and as the pass under way meets them. */
  #known = new ContainersByGround();
  #met = new ContainersByGround();
  readonly #waiting = new Set<PlaceKey>();

  /** `effortOf`: how many looks one look at the place counts as. */
  constructor(platform: Pick<Platform, "locationOf" | "stampOf">, effortOf: (place: PlaceKey) => number) {
    this.#platform = platform;
    this.#effortOf = effortOf;
  }

  began(): void {
    this.#met = new ContainersByGround();
  }

  ended(): void {
    this.#known = this.#met;
  }

  /** The sweep has come to this place. */
  met(place: PlaceKey): void {
    const ground = this.#groundOf(place);
    if (ground !== undefined) this.#met.add(place, ground);
  }

  /** A look at this place found `ids` ids; 0 if the place cannot be looked at. `hasLeft`: something has left it. */
  looked(place: PlaceKey, ids: number, hasLeft: boolean): void {
    if (placeKind(place) !== "ground") return;
    if (ids === 0) this.#lying.delete(place);
    else if (!this.#lying.has(place)) this.#lying.set(place, { stamp: undefined, tick: 0 });
    if (hasLeft) this.#left(place);
  }

  #left(ground: PlaceKey): void {
    for (const place of this.#known.at(ground) ?? this.#met.at(ground) ?? []) {
      if (this.#waiting.size === MOST_WAITING) return;
      this.#waiting.add(place);
    }
  }

  /** Yields the places to look at now. If the caller stops early, the rest waits for the next tick. */
  *hurried(): Generator<PlaceKey> {
    yield* this.#grounds();
    let looks = 0;
    for (const place of this.#waiting) {
      if (looks++ === LOOKS_PER_TICK) return;
      yield place;
      this.#waiting.delete(place);
    }
  }

  *#grounds(): Generator<PlaceKey> {
    this.#tick++;
    this.#effort = Math.max(0, this.#effort - GROUNDS_PER_TICK);
    for (let turns = this.#lying.size; turns > 0 && this.#effort < GROUNDS_PER_TICK; turns--) {
      const [[ground, lying]] = this.#lying as unknown as [[PlaceKey, Lying]];
      this.#lying.delete(ground);
      this.#lying.set(ground, lying);
      const stamp = this.#platform.stampOf?.(ground);
      const isSame = stamp !== undefined && stamp === lying.stamp;
      if (isSame && this.#tick - lying.tick < TICKS_BETWEEN_SAME) {
        this.#effort += EFFORT_OF_STAMP;
        continue;
      }
      yield ground;
      // The caller has looked at it by now.
      lying.stamp = stamp;
      lying.tick = this.#tick;
      this.#effort += this.#effortOf(ground);
    }
  }

  #groundOf(place: PlaceKey): PlaceKey | undefined {
    const kind = placeKind(place);
    // A block stays where it is.
    if (kind === "block") return this.#known.groundOf(place) ?? groundUnder(place);
    const at = kind === "entity" ? this.#platform.locationOf?.(place) : undefined;
    return at && groundPlace(at);
  }
}
