import { NIL_UUID } from "../nil-uuid.ts";
import { ownerOfPlace, type PlaceKey } from "../place.ts";

export interface Holder {
  readonly id: string;
  readonly name: string;
}

export const NOBODY: Holder = { id: NIL_UUID, name: "" };

/** Places of which the last actor is remembered; the least recently used are forgotten first. */
const MAX_PLACES = 65_536;

/** Who holds what lies at a place: its owner, or else the player of the last transfer there. */
export class LastActors {
  readonly #actorAt = new Map<PlaceKey, Holder>();
  readonly #nameOf = new Map<string, string>();

  /** Returns true when the name is new for this account. */
  nameSeen(playerId: string, name: string): boolean {
    if (this.#nameOf.get(playerId) === name) return false;
    this.#nameOf.set(playerId, name);
    return true;
  }

  /** The account's id itself when no name is known. */
  nameOf(playerId: string): string {
    return playerId === NIL_UUID ? "" : (this.#nameOf.get(playerId) ?? playerId);
  }

  acted(place: PlaceKey, holder: Holder): void {
    if (ownerOfPlace(place) !== undefined) return;
    this.#actorAt.delete(place);
    this.#actorAt.set(place, { id: holder.id, name: holder.name });
    if (this.#actorAt.size <= MAX_PLACES) return;
    const [oldest] = this.#actorAt.keys();
    this.#actorAt.delete(oldest!);
  }

  holderAt(place: PlaceKey): Holder {
    const owner = ownerOfPlace(place);
    if (owner !== undefined) return { id: owner, name: this.nameOf(owner) };
    return this.#actorAt.get(place) ?? NOBODY;
  }
}
