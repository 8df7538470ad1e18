import { type Interaction, ownerOfPlace, type PlaceKey } from "../../src/core/index.ts";
import type { Copy } from "./see-copies.ts";

/** Decides which copy stays, based on the transfers that were reported. */
export class KeepRule {
  readonly #keepsOldest: boolean;
  readonly #firstOf = new Map<string, Map<string, number>>();
  readonly #lastActor = new Map<string, string>();

  constructor(keepsOldest: boolean) {
    this.#keepsOldest = keepsOldest;
  }

  noteTransfer({ item, player, touched = [] }: Interaction, tick: number): void {
    const note = (itemId: string | undefined) => {
      if (itemId === undefined) return;
      const firsts = this.#firstOf.get(itemId) ?? new Map<string, number>();
      this.#firstOf.set(itemId, firsts);
      if (!firsts.has(player.id)) firsts.set(player.id, tick);
      for (const place of touched) this.#lastActor.set(`${itemId} ${place}`, player.id);
    };
    note(item.readTag());
    item.contents()?.each((inner) => note(inner.readTag()));
  }

  survivor(copies: readonly Copy[], lastKnown: PlaceKey | undefined): Copy | undefined {
    if (!this.#keepsOldest) return copies.find(({ place }) => place === lastKnown) ?? copies[0];
    const firsts = copies.map((copy) => this.#firstTransfer(copy));
    const earliest = Math.min(...firsts);
    const oldest = copies.filter((_, at) => firsts[at] === earliest);
    return oldest.find(({ place }) => place === lastKnown) ?? oldest[0];
  }

  #firstTransfer({ itemId, place }: Copy): number {
    const holder = ownerOfPlace(place) ?? this.#lastActor.get(`${itemId} ${place}`);
    return this.#firstOf.get(itemId)?.get(holder ?? "") ?? Number.POSITIVE_INFINITY;
  }
}
