import { NIL_UUID } from "../../model/nil-uuid.ts";
import { isOwned, ownerOfPlace, type PlaceKey } from "../../model/place.ts";
import { RecentMap } from "../../time/recent-map.ts";

export interface Holder {
  readonly id: string;
  readonly name: string;
}

const NOBODY: Holder = { id: NIL_UUID, name: "" };

/** At least this many acts are remembered. The earliest are forgotten first; the store has them all. */
const MIN_REMEMBERED = 65_536;

/** At least this many account names are remembered: more than play at a time. The store has all names. */
const MIN_ACCOUNTS = 4096;

/** Knows who holds an item at a place: the place's owner, or else the player who acted last on that very item there. */
export class Holders {
  /** Who brought an item to a place, or took it from there; the key is item id and place. */
  readonly #actorOn = new RecentMap<string, string>(MIN_REMEMBERED);
  /** Copies that turned up at a place without anybody bringing them; the key is the same. */
  readonly #unbrought = new RecentMap<string, boolean>(MIN_REMEMBERED);
  /** Players who put an item into somebody else's hands; the key is the same. Almost no game allows that. */
  readonly #strangerOn = new RecentMap<string, Holder>(MIN_REMEMBERED);
  #hasStrangers = false;
  readonly #accounts = new RecentMap<string, Holder>(MIN_ACCOUNTS);

  /** How much is remembered: acts, copies that nobody brought, and accounts. */
  get size(): number {
    return this.#actorOn.size + this.#unbrought.size + this.#accounts.size;
  }

  /** True when this is known to be the account's name. */
  hasName(playerId: string, name: string): boolean {
    return this.#accounts.get(playerId)?.name === name;
  }

  /** Returns true when the name is new for this account, or was forgotten. */
  rememberName(playerId: string, name: string): boolean {
    if (this.hasName(playerId, name)) return false;
    this.#accounts.set(playerId, { id: playerId, name });
    return true;
  }

  /** The account's name, or its id if no name is known here; the store may know the name. */
  nameOf(playerId: string): string {
    return this.#accountOf(playerId).name;
  }

  /** A transfer of the item to or from the place. */
  noteAct(itemId: string, place: PlaceKey, playerId: string): void {
    if (isOwned(place)) return;
    const key = `${itemId} ${place}`;
    this.#actorOn.set(key, playerId);
    if (this.#unbrought.get(key) === true) this.#unbrought.set(key, false);
  }

  /** Somebody else has put the item into a player's hands. That holds until the player does something with it, or it arrives again. */
  noteBroughtTo(itemId: string, place: PlaceKey, playerId: string): void {
    this.#strangerOn.set(`${itemId} ${place}`, this.#accountOf(playerId));
    this.#hasStrangers = true;
  }

  /** The item came into a player's hands, or was used there, by the player's own doing. */
  noteTookOver(itemId: string, place: PlaceKey): void {
    if (!this.#hasStrangers) return;
    const key = `${itemId} ${place}`;
    if (this.#strangerOn.get(key) !== undefined) this.#strangerOn.set(key, NOBODY);
  }

  /** The store says who held the item there. What this process saw itself takes precedence. */
  rememberStored(itemId: string, place: PlaceKey, playerId: string): void {
    if (playerId !== NIL_UUID && this.holderOf(itemId, place) === NOBODY) this.noteAct(itemId, place, playerId);
  }

  /** Another copy of the item is at the place, and nobody brought it there. */
  noteUnbrought(itemId: string, place: PlaceKey): void {
    if (!isOwned(place)) this.#unbrought.set(`${itemId} ${place}`, true);
  }

  holderOf(itemId: string, place: PlaceKey): Holder {
    return this.#accountOf(ownerOfPlace(place) ?? this.#actorOn.get(`${itemId} ${place}`) ?? NIL_UUID);
  }

  /**
   * The player who is responsible for the copy being there; not a player who once moved the item there and away again. On some servers
   * anybody can put something into anybody's inventory: the inventory's owner then says nothing.
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
