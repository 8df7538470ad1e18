import type { Announcement, Item, PlaceKey } from "../../src/core/index.ts";
import { TICK_MS } from "../knobs.ts";
import type { DetectorHost } from "./detector.ts";
import type { Copy } from "./see-copies.ts";

/** How long an announcement counts. */
const HOLDS_TICKS = 10_000 / TICK_MS;

/** Gives sanctioned copies a fresh id: announced copies, and copies of players in creative mode. */
export class AnnouncedCopies {
  readonly #host: DetectorHost;
  readonly #ids = new Map<string, number>();
  readonly #places = new Map<PlaceKey, number>();

  constructor(host: DetectorHost) {
    this.#host = host;
  }

  announce({ ids = [], places = [] }: Announcement): void {
    const until = this.#host.tick() + HOLDS_TICKS;
    for (const itemId of ids) this.#ids.set(itemId, until);
    for (const place of places) this.#places.set(place, until);
  }

  /** Returns the copies that still have to be judged. If all are sanctioned, the one at the last known place keeps its id. */
  reissue(itemId: string, copies: readonly Copy[], lastKnown: PlaceKey | undefined): readonly Copy[] {
    const sanctioned = copies.filter((copy) => this.#isSanctioned(copy));
    if (sanctioned.length === 0 || (copies.length < 2 && !this.#holds(this.#ids.get(itemId)))) return copies;
    const spared =
      copies.length === sanctioned.length
        ? (sanctioned.find(({ place }) => place === lastKnown) ?? sanctioned[0])
        : undefined;
    const fresh = sanctioned.filter((copy) => copy !== spared);
    for (const { item } of fresh) this.#renew(item);
    return copies.filter((copy) => !fresh.includes(copy));
  }

  #isSanctioned({ itemId, place }: Copy): boolean {
    if (this.#holds(this.#ids.get(itemId)) || this.#holds(this.#places.get(place))) return true;
    for (const player of this.#host.platform.players()) if (player.place === place) return player.isCreative();
    return false;
  }

  #holds(until: number | undefined): boolean {
    return until !== undefined && this.#host.tick() <= until;
  }

  #renew(item: Item): void {
    item.writeTag(this.#host.newId());
    item.contents()?.each((inner) => {
      if (inner.maxStackSize === 1) this.#renew(inner);
    });
  }
}
