import type { VisibleCopies } from "../judging/visible-copies.ts";
import type { Copy } from "../looking/look.ts";
import type { Presence } from "../looking/presence/presence.ts";
import type { PlaceKey } from "../model/place.ts";
import type { Custody } from "../store.ts";

/** Items that are looked for at one tick end. */
const LOOKS_PER_TICK = 128;

interface RefusedRowsParts {
  readonly presence: Presence;
  readonly visibleCopies: VisibleCopies;
  /** True if the item is on record at another server. A place that goes with its player is the same place everywhere. */
  readonly isElsewhere: (custody: Custody, found: PlaceKey) => boolean;
  readonly onFound: (copy: Copy, custody: Custody) => void;
}

/**
 * Items that are on record at another server although this one may have them, e.g. because the database has not applied rows of this
 * server. They are looked for at tick ends, where each place is looked at once: a box may bring thousands.
 */
export class RefusedRows {
  readonly #parts: RefusedRowsParts;
  readonly #waiting = new Map<string, Custody>();

  constructor(parts: RefusedRowsParts) {
    this.#parts = parts;
  }

  add(rows: readonly Custody[]): void {
    for (const custody of rows) this.#waiting.set(custody.itemId, custody);
  }

  /** Looks for the next ones in turn. Called at a tick end. */
  tick(): void {
    const { presence, visibleCopies, isElsewhere, onFound } = this.#parts;
    let looks = 0;
    for (const [itemId, custody] of this.#waiting) {
      if (looks === LOOKS_PER_TICK) return;
      this.#waiting.delete(itemId);
      const places = presence.placesOf(itemId);
      if (!places.some((place) => isElsewhere(custody, place))) continue;
      looks++;
      const [copy] = visibleCopies.copiesOf(itemId);
      if (copy !== undefined) onFound(copy, custody);
    }
  }
}
