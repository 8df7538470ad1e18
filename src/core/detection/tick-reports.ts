import type { PlaceKey } from "../place.ts";
import type { Player } from "../platform.ts";

/** What events of the tick under way said about ids: a transfer is written for each, and a look need not write another. */
export class TickReports {
  readonly #actorOn = new Map<string, Player | undefined>();
  /** Who moved which id to or from which place; the key is both. */
  readonly #actorAt = new Map<string, Player>();

  minted(itemId: string): void {
    if (!this.#actorOn.has(itemId)) this.#actorOn.set(itemId, undefined);
  }

  acted(itemId: string, player: Player, places: readonly PlaceKey[]): void {
    this.#actorOn.set(itemId, player);
    for (const place of places) this.#actorAt.set(`${itemId} ${place}`, player);
  }

  has(itemId: string): boolean {
    return this.#actorOn.has(itemId);
  }

  /** Whoever moved it to or from the place, be it inside a box (`boxId`), or else did something with it. */
  actorAt(itemId: string, place: PlaceKey, boxId: string | null = null): Player | undefined {
    const actor = this.#actorAt.get(`${itemId} ${place}`) ?? this.#actorOn.get(itemId);
    return actor ?? (boxId === null ? undefined : this.actorAt(boxId, place));
  }

  isReportedAt(itemId: string, place: PlaceKey): boolean {
    return this.#actorAt.has(`${itemId} ${place}`);
  }

  endBoundary(): void {
    this.#actorOn.clear();
    this.#actorAt.clear();
  }
}
