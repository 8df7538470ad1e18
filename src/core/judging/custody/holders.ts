import { NIL_UUID } from "../../model/nil-uuid.ts";
import { isOwned, ownerOfPlace, type PlaceKey } from "../../model/place.ts";
import { RecentMap } from "../../time/recent-map.ts";

export interface Holder {
  readonly id: string;
  readonly name: string;
}

const NOBODY: Holder = { id: NIL_UUID, name: "" };

/** Acts that are remembered at least; the earliest are forgotten first, and the store has them all. */
const LEAST_REMEMBERED = 65_536;

/** Accounts whose names are remembered at least: more than play at a time. The store has the names of all. */
const LEAST_ACCOUNTS = 4096;

/** Who holds an item at a place: the place's owner, or else whoever acted last on that very item there. */
export class Holders {
  /** Who brought an item to a place, or took it from there; the key is both. */
  readonly #actorOn = new RecentMap<string, string>(LEAST_REMEMBERED);
  /** Copies that turned up at a place and that nobody brought; the key is the same. */
  readonly #unbrought = new RecentMap<string, boolean>(LEAST_REMEMBERED);
  /** Who put an item into somebody else's hands; the key is the same. Nearly no game lets anybody do that. */
  readonly #strangerOn = new RecentMap<string, Holder>(LEAST_REMEMBERED);
  #hasStrangers = false;
  readonly #accounts = new RecentMap<string, Holder>(LEAST_ACCOUNTS);

  /** How much is remembered: acts, copies that nobody brought, and accounts. */
  get size(): number {
    return this.#actorOn.size + this.#unbrought.size + this.#accounts.size;
  }

  /** True when this is known to be the account's name. */
  isName(playerId: string, name: string): boolean {
    return this.#accounts.get(playerId)?.name === name;
  }

  /** Returns true when the name is new for this account, or was forgotten. */
  nameSeen(playerId: string, name: string): boolean {
    if (this.isName(playerId, name)) return false;
    this.#accounts.set(playerId, { id: playerId, name });
    return true;
  }

  /** The account's id itself when no name is known here; the store may know it. */
  nameOf(playerId: string): string {
    return this.#accountOf(playerId).name;
  }

  /** A transfer of the item to or from the place. */
  actedOn(itemId: string, place: PlaceKey, playerId: string): void {
    if (isOwned(place)) return;
    const key = `${itemId} ${place}`;
    this.#actorOn.set(key, playerId);
    if (this.#unbrought.get(key) === true) this.#unbrought.set(key, false);
  }

  /** Somebody else has put the item into a player's hands. Holds until the player does something with it, or it comes again. */
  broughtTo(itemId: string, place: PlaceKey, playerId: string): void {
    this.#strangerOn.set(`${itemId} ${place}`, this.#accountOf(playerId));
    this.#hasStrangers = true;
  }

  /** The item came into a player's hands, or was used there, by the player's own doing. */
  tookOver(itemId: string, place: PlaceKey): void {
    if (!this.#hasStrangers) return;
    const key = `${itemId} ${place}`;
    if (this.#strangerOn.get(key) !== undefined) this.#strangerOn.set(key, NOBODY);
  }

  /** The store says who held it there; what this process saw itself goes before. */
  remember(itemId: string, place: PlaceKey, playerId: string): void {
    if (playerId !== NIL_UUID && this.holderOf(itemId, place) === NOBODY) this.actedOn(itemId, place, playerId);
  }

  /** Another copy of the item is at the place, and nobody brought it there. */
  turnedUp(itemId: string, place: PlaceKey): void {
    if (!isOwned(place)) this.#unbrought.set(`${itemId} ${place}`, true);
  }

  holderOf(itemId: string, place: PlaceKey): Holder {
    return this.#accountOf(ownerOfPlace(place) ?? this.#actorOn.get(`${itemId} ${place}`) ?? NIL_UUID);
  }

  /**
   * Who is behind the copy's being there; whoever once moved the item there and away again is not. There are servers on which
   * anybody can put something into anybody's inventory: whose that is says nothing then.
   */
  bringerOf(itemId: string, place: PlaceKey): Holder {
    const key = `${itemId} ${place}`;
    if (this.#unbrought.get(key) === true) return NOBODY;
    const stranger = this.#strangerOn.get(key) ?? NOBODY;
    return stranger === NOBODY ? this.holderOf(itemId, place) : stranger;
  }

  /** With the id that the game uses, if it was seen: see `docs/architecture.md`. */
  #accountOf(playerId: string): Holder {
    if (playerId === NIL_UUID) return NOBODY;
    return this.#accounts.get(playerId) ?? { id: playerId, name: playerId };
  }
}
