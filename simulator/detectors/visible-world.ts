import type { PlaceKey } from "../../src/core/index.ts";
import type { DetectorHost } from "./detector.ts";
import type { Flaws } from "./flaws.ts";
import { type Copy, seeCopies } from "./see-copies.ts";

/** What the last look at every visible place showed, by place and by id. */
export class VisibleWorld {
  readonly #host: DetectorHost;
  readonly #flaws: Flaws;
  readonly #at = new Map<PlaceKey, readonly Copy[]>();
  readonly #placesOf = new Map<string, Set<PlaceKey>>();
  /** Places looked at since the last call of `timeHasPassed`. */
  readonly #fresh = new Set<PlaceKey>();

  constructor(host: DetectorHost, flaws: Flaws = {}) {
    this.#host = host;
    this.#flaws = flaws;
  }

  /** What was seen before may have changed. */
  timeHasPassed(): void {
    this.#fresh.clear();
  }

  /** Looks at a place, and adds every id that was or is there to `ids`. */
  look(place: PlaceKey, ids: Set<string>): void {
    this.#fresh.add(place);
    for (const { itemId } of this.#at.get(place) ?? []) {
      this.#placesOf.get(itemId)?.delete(place);
      ids.add(itemId);
    }
    const copies = this.#see(place);
    if (copies.length === 0) this.#at.delete(place);
    else this.#at.set(place, copies);
    for (const { itemId } of copies) {
      ids.add(itemId);
      const places = this.#placesOf.get(itemId);
      if (places) places.add(place);
      else this.#placesOf.set(itemId, new Set([place]));
    }
  }

  /** Looks again wherever an id was last seen. */
  lookAgain(itemId: string): void {
    for (const place of [...(this.#placesOf.get(itemId) ?? [])])
      if (!this.#fresh.has(place)) this.look(place, new Set());
  }

  copiesOf(itemId: string): Copy[] {
    const copies: Copy[] = [];
    for (const place of this.#placesOf.get(itemId) ?? []) {
      for (const copy of this.#at.get(place) ?? []) if (copy.itemId === itemId) copies.push(copy);
    }
    return copies;
  }

  contentsOf(place: PlaceKey): readonly Copy[] {
    return this.#at.get(place) ?? [];
  }

  /** Menus and previews, for detectors that take them for places. */
  *displayPlaces(): Generator<PlaceKey> {
    if (!this.#flaws.countsMenus && !this.#flaws.countsPreviews) return;
    for (const { place } of this.#host.displays()) yield place;
    for (const place of this.#at.keys()) if (/^(menu|preview):/.test(place)) yield place;
  }

  #see(place: PlaceKey): readonly Copy[] {
    const { platform, newId } = this.#host;
    if (/^(menu|preview):/.test(place)) return this.#seeDisplay(place);
    let { copies } = seeCopies(platform, place, newId, !this.#flaws.ignoresInnerIds);
    if (this.#flaws.skipsCursorAndArmour) copies = copies.filter(({ slot }) => !/^(cursor|armour)\//.test(slot));
    if (this.#flaws.comparesEntitiesOnly && place.startsWith("ground:")) copies = [];
    return copies;
  }

  #seeDisplay(place: PlaceKey): readonly Copy[] {
    const isCounted = place.startsWith("menu:") ? this.#flaws.countsMenus : this.#flaws.countsPreviews;
    const display = isCounted ? [...this.#host.displays()].find((shown) => shown.place === place) : undefined;
    return (display?.items ?? []).flatMap((item, index) => {
      const itemId = item.readTag();
      return itemId === undefined ? [] : [{ itemId, item, place, slot: String(index) }];
    });
  }
}
