import type { Look } from "../../looking/look.ts";
import { accountPlace, type PlaceKey } from "../../model/place.ts";

/** Counts how many copies of certain ids the world was saved with: the copies that the first look at each place finds. */
export class RolledBackCounts {
  readonly #itemIds: ReadonlySet<string>;
  readonly #lookedAt = new Set<PlaceKey>();
  readonly #counts = new Map<string, number>();

  constructor(itemIds: ReadonlySet<string>) {
    this.#itemIds = itemIds;
  }

  countFirstLook({ place, copies }: Look): void {
    const record = accountPlace(place);
    if (this.#itemIds.size === 0 || this.#lookedAt.has(record)) return;
    this.#lookedAt.add(record);
    for (const { itemId, item } of copies) {
      if (this.#itemIds.has(itemId)) this.#counts.set(itemId, this.of(itemId) + item.count);
    }
  }

  of(itemId: string): number {
    return this.#counts.get(itemId) ?? 0;
  }
}
