import { RecentMap } from "../../time/recent-map.ts";

/** The carriers of at least this many items are remembered. Another server's records of an item are known within seconds. */
const MIN_REMEMBERED = 4096;

/**
 * Remembers with which player an item came to this server, while it stays. Moving it about changes nothing. The player is forgotten when
 * the item goes dark, or when it leaves a place and turns up at no other in the same tick. After that it may come back with somebody else.
 */
export class ItemCarriers {
  /** Empty when it is no longer known with whom the item came. */
  readonly #carriers = new RecentMap<string, string>(MIN_REMEMBERED);
  /** Items that have left a place since the last tick end. */
  readonly #left = new Set<string>();

  /** Empty when it is no longer known with whom the item came, `undefined` when it never was. */
  carrierOf(itemId: string): string | undefined {
    return this.#carriers.get(itemId);
  }

  /** The item turned up, and nobody saw where it was before. `playerId` is the player who brought it, if that is known. */
  setCarrier(itemId: string, playerId: string | undefined): void {
    if (playerId !== undefined) this.#carriers.set(itemId, playerId);
    else this.#forget(itemId);
  }

  /** A copy of the item has left its place. Called for every item that leaves a place. */
  noteLeft(itemId: string): void {
    if (this.#carriers.get(itemId)) this.#left.add(itemId);
  }

  /** A place with the item went dark. */
  noteDark(itemId: string): void {
    this.#forget(itemId);
  }

  /** At a tick end, after the looks. */
  endMoves(hasTurnedUp: (itemId: string) => boolean): void {
    for (const itemId of this.#left) if (!hasTurnedUp(itemId)) this.#forget(itemId);
    this.#left.clear();
  }

  #forget(itemId: string): void {
    if (this.#carriers.get(itemId)) this.#carriers.set(itemId, "");
  }
}
