import { NIL_UUID } from "../nil-uuid.ts";
import { isOwned, ownerOfPlace, type PlaceKey } from "../place.ts";
import { LatelyMap } from "./lately-map.ts";

export interface Holder {
  readonly id: string;
  readonly name: string;
}

export const NOBODY: Holder = { id: NIL_UUID, name: "" };

/** Acts that are remembered at least, of each kind; the earliest are forgotten first. */
const LEAST_REMEMBERED = 65_536;

/** Who holds what lies at a place: its owner, or else the player of the last transfer there. */
export class LastActors {
  readonly #actorAt = new LatelyMap<PlaceKey, Holder>(LEAST_REMEMBERED);
  /** The same for one item at one place; the key is both. */
  readonly #actorOn = new LatelyMap<string, Holder>(LEAST_REMEMBERED);
  /** Every account with its last known name. */
  readonly #accounts = new Map<string, Holder>();

  /** Returns true when the name is new for this account. */
  nameSeen(playerId: string, name: string): boolean {
    if (this.#accounts.get(playerId)?.name === name) return false;
    this.#accounts.set(playerId, { id: playerId, name });
    return true;
  }

  /** The account's id itself when no name is known. */
  nameOf(playerId: string): string {
    return playerId === NIL_UUID ? "" : (this.#accounts.get(playerId)?.name ?? playerId);
  }

  acted(place: PlaceKey, holder: Holder): void {
    if (!isOwned(place)) this.#actorAt.set(place, this.#recordOf(holder));
  }

  /** A transfer of the item to or from the place. */
  actedOn(itemId: string, place: PlaceKey, holder: Holder): void {
    if (!isOwned(place)) this.#actorOn.set(`${itemId} ${place}`, this.#recordOf(holder));
  }

  /** Who holds this item at the place: its owner, or the player of the item's last transfer there; else nobody. */
  knownHolderOf(itemId: string, place: PlaceKey): Holder {
    if (isOwned(place)) return this.holderAt(place);
    return this.#actorOn.get(`${itemId} ${place}`) ?? NOBODY;
  }

  /** The same for evidence: where nobody is known, the last one to act at the place at all. */
  holderOf(itemId: string, place: PlaceKey): Holder {
    return this.#actorOn.get(`${itemId} ${place}`) ?? this.holderAt(place);
  }

  holderAt(place: PlaceKey): Holder {
    const owner = ownerOfPlace(place);
    if (owner !== undefined) return this.#accounts.get(owner) ?? { id: owner, name: owner };
    return this.#actorAt.get(place) ?? NOBODY;
  }

  /** Without the rest of a player, which must not be kept alive. */
  #recordOf({ id, name }: Holder): Holder {
    const account = this.#accounts.get(id);
    return account?.name === name ? account : { id, name };
  }
}
