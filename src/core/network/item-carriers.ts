import { RecentMap } from "../time/recent-map.ts";

/** Items of which it is remembered at least who brought them: what another server had on record of them is known within seconds. */
const LEAST_REMEMBERED = 4096;

/**
 * With whom items came to this server. That holds as long as they stay: whoever moves one to and fro changes nothing, but what has gone dark, or
 * left a place and turned up at no other in the same tick, may come back with somebody else.
 */
export class ItemCarriers {
  /** Empty when nobody saw with whom it came. */
  readonly #carrierOf = new RecentMap<string, string>(LEAST_REMEMBERED);
  /** Ids that have left a place since the last tick end. */
  readonly #moved = new Set<string>();

  of(itemId: string): string | undefined {
    return this.#carrierOf.get(itemId);
  }

  /** It turned up, and nobody saw where it was before. */
  came(itemId: string, playerId: string | undefined): void {
    if (playerId !== undefined) this.#carrierOf.set(itemId, playerId);
    else this.#forget(itemId);
  }

  /** A copy of it is not any more where it was. Called for every id that leaves anything. */
  moved(itemId: string): void {
    if (this.#carrierOf.get(itemId)) this.#moved.add(itemId);
  }

  /** A place with it went dark. */
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
