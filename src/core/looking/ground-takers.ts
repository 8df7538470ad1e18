import { groundPlace, groundUnder, type PlaceKey, placeKind } from "../model/place.ts";
import type { Platform } from "../platform.ts";
import type { PassListener } from "./pass-listener.ts";

/** Places that are looked at before their turn in one tick, and that wait for it at most: the others are left to the sweep. */
const LOOKS_PER_TICK = 16;
const MOST_WAITING = 256;

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
 * What lay on the ground and is gone can have been taken by two, of which a machine says nothing: the containers of that chunk are looked
 * at in the same tick, and do not wait for the sweep.
 */
export class GroundTakers implements PassListener {
  readonly #platform: Pick<Platform, "locationOf">;
  /** As the last whole pass met them, and the one under way. */
  #known = new ContainersByGround();
  #met = new ContainersByGround();
  readonly #waiting = new Set<PlaceKey>();

  constructor(platform: Pick<Platform, "locationOf">) {
    this.#platform = platform;
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

  /** Something with an id that lay there is gone. */
  left(ground: PlaceKey): void {
    for (const place of this.#known.at(ground) ?? this.#met.at(ground) ?? []) {
      if (this.#waiting.size === MOST_WAITING) return;
      this.#waiting.add(place);
    }
  }

  /** What is to be looked at now. Whatever is not asked for any more waits for the next tick. */
  *hurried(): Generator<PlaceKey> {
    let looks = 0;
    for (const place of this.#waiting) {
      if (looks++ === LOOKS_PER_TICK) return;
      yield place;
      this.#waiting.delete(place);
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
