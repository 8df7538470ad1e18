import { emptiedSet } from "../emptied.ts";
import { type Location, parseLocation } from "../location.ts";
import { groundPlace, isOwned, locationOfPlace, type PlaceKey, placeKind } from "../place.ts";
import type { Platform } from "../platform.ts";
import type { SeenCopy } from "../store.ts";
import { type Observer, RECHECK } from "./observer.ts";

/** Blocks to a chunk's side: between two looks an item gets no further than into the next chunk. */
const CHUNK = 16;

/** Looks where an item can have gone without a word: to any player, or into a place close by. */
export class Surroundings {
  readonly #platform: Platform;
  readonly #observer: Observer;
  /** Chunks around which this boundary has looked already, each named by its ground. */
  #searched = new Set<PlaceKey>();
  #hasSeenPlayers = false;

  constructor(platform: Platform, observer: Observer) {
    this.#platform = platform;
    this.#observer = observer;
  }

  /** `seen` are the copies of which some have left. */
  lookAround(seen: readonly SeenCopy[]): void {
    this.#lookAtPlayers();
    const near = new Set<PlaceKey>();
    for (const centre of this.#centresOf(seen)) {
      const chunk = groundPlace(centre);
      if (this.#searched.has(chunk)) continue;
      this.#searched.add(chunk);
      for (const x of [-CHUNK, 0, CHUNK])
        for (const z of [-CHUNK, 0, CHUNK]) near.add(groundPlace({ ...centre, x: centre.x + x, z: centre.z + z }));
    }
    if (near.size === 0) return;
    for (const place of this.#platform.places()) if (this.#isNear(place, near)) this.#look(place);
  }

  endBoundary(): void {
    this.#searched = emptiedSet(this.#searched);
    this.#hasSeenPlayers = false;
  }

  /** What is a player's is near wherever it is, and so is an entity of which nobody can say where it is. */
  #isNear(place: PlaceKey, near: ReadonlySet<PlaceKey>): boolean {
    if (near.has(place) || isOwned(place)) return true;
    const isEntity = placeKind(place) === "entity";
    if (isEntity && this.#platform.locationOf === undefined) return true;
    const at = isEntity ? this.#platform.locationOf?.(place) : locationOfPlace(place);
    return at !== undefined && near.has(groundPlace(at));
  }

  #lookAtPlayers(): void {
    if (this.#hasSeenPlayers) return;
    this.#hasSeenPlayers = true;
    for (const { place } of this.#platform.players()) this.#look(place);
  }

  /** Where the copies were seen, and where their holders are now. */
  *#centresOf(seen: readonly SeenCopy[]): Generator<Location> {
    for (const { location } of seen) {
      const at = parseLocation(location);
      if (at !== undefined) yield at;
    }
    const holders = new Set(seen.map(({ holderId }) => holderId));
    for (const player of this.#platform.players()) if (holders.has(player.id)) yield player.location();
  }

  #look(place: PlaceKey): void {
    if (!this.#observer.isAsBefore(place)) this.#observer.look(place, RECHECK);
  }
}
