import { RecentMap } from "../time/recent-map.ts";

/** The carriers of at least this many items are remembered. Another server's records of an item are known within seconds. */
const LEAST_REMEMBERED = 4096;

/**
 * Remembers with which player an item came to this server, while it stays. Moving it about changes nothing. The player is forgotten when
 * the item goes dark, or leaves a place and turns up at no other in the same tick: it may come back with somebody else.
 */
export class ItemCarriers {
  /** Empty when it is no longer known with whom the item came. */
  readonly #carrierOf = new RecentMap<string, string>(LEAST_REMEMBERED);
  /** Ids that have left a place since the last tick end. */
  readonly #moved = new Set<string>();

  of(itemId: string): string | undefined {
    return this.#carrierOf.get(itemId);
  }

  /** The item turned up, and nobody saw where it was before. */
  came(itemId: string, playerId: string | undefined): void {
    if (playerId !== undefined) this.#carrierOf.set(itemId, playerId);
    else this.#forget(itemId);
  }

  /** A copy of the item has left its place. Called for every id that leaves anything. */
  moved(itemId: string): void {
    if (this.#carrierOf.get(itemId)) this.#moved.add(itemId);
  }

  /** A place with the item went dark. */
  lost(itemId: string): void {
    this.#forget(itemId);
  }

  /** At a tick end, after the looks. */
  endMoves(hasTurnedUp: (itemId: string) => boolean): void {
    for (const itemId of this.#moved) if (!hasTurnedUp(itemId)) this.#forget(itemId);
    this.#moved.clear();
  }

  #forget(itemId: string): void {
    if (this.#carrierOf.get(itemId)) this.#carrierOf.set(itemId, "");
  }
}
