import { ownerOfPlace, type PlaceKey, placeKind } from "../../model/place.ts";

/** Knows which of a player's own places are visible, and whether two sessions of the account were served at the same time. */
export class SessionPlaces {
  readonly #places = new Map<string, Set<PlaceKey>>();
  readonly #overlapped = new Set<string>();

  /** Returns true if this is the only session of an account: its goods can then be compared with those that the last one left with. */
  noteAppeared(place: PlaceKey): boolean {
    const owner = ownerOfPlace(place);
    if (owner === undefined) return false;
    const places = this.placesOf(owner);
    const isAlone = this.sessionsOf(owner).length === 0;
    this.#places.set(owner, new Set([...places, place]));
    if (placeKind(place) !== "player") return false;
    if (!isAlone) this.#overlapped.add(owner);
    return isAlone;
  }

  /**
   * Returns how a player's last session ended: `whole` if the next one should bring what it left with, `mixed` if two were served at
   * the same time. `undefined` if the place was no session's, or other sessions go on.
   */
  noteGone(place: PlaceKey): "whole" | "mixed" | undefined {
    const owner = ownerOfPlace(place);
    if (owner === undefined) return undefined;
    const left = this.placesOf(owner).filter((other) => other !== place);
    if (left.length === 0) this.#places.delete(owner);
    else this.#places.set(owner, new Set(left));
    if (placeKind(place) !== "player" || left.some((other) => placeKind(other) === "player")) return undefined;
    return this.#overlapped.delete(owner) ? "mixed" : "whole";
  }

  /** The slots of each session that is served. */
  sessionsOf(playerId: string): readonly PlaceKey[] {
    return this.placesOf(playerId).filter((place) => placeKind(place) === "player");
  }

  placesOf(playerId: string): readonly PlaceKey[] {
    return [...(this.#places.get(playerId) ?? [])];
  }

  /** The visible own places of all players. */
  *all(): Iterable<PlaceKey> {
    for (const places of this.#places.values()) yield* places;
  }
}
