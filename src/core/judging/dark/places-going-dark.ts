import { RECHECK } from "../../looking/look-cause.ts";
import type { Observer } from "../../looking/observer.ts";
import type { Presence } from "../../looking/presence/presence.ts";
import { freshMap, freshSet } from "../../model/fresh-map.ts";
import { mayFallTo, type PlaceKey } from "../../model/place.ts";
import type { GameClock } from "../../time/game-clock.ts";
import type { FirstCopies, Standing } from "../proofs/first-copies.ts";
import type { LastLooks } from "./last-looks.ts";

interface PlacesGoingDarkParts {
  readonly clock: GameClock;
  readonly presence: Presence;
  readonly observer: Observer;
  readonly firstCopies: Pick<FirstCopies, "noteOutOfSight">;
  readonly onLeft: (itemId: string, place: PlaceKey) => void;
}

/** Where an id was last seen, and which of several copies that was, if there were several. */
export interface LeftPlace {
  readonly place: PlaceKey;
  readonly standing: Standing | undefined;
}

/** Places that were reported in this tick to go dark. A broken block did not go dark: it can be looked at, and is empty. */
export class PlacesGoingDark {
  readonly #parts: PlacesGoingDarkParts;
  readonly #lastLooks: LastLooks;
  #places = new Set<PlaceKey>();
  /** For each id that the last look found in some of these places: where it was. */
  #lastIn = new Map<string, LeftPlace[]>();

  constructor(parts: PlacesGoingDarkParts, lastLooks: LastLooks) {
    this.#parts = parts;
    this.#lastLooks = lastLooks;
  }

  add(place: PlaceKey): void {
    this.#places.add(place);
  }

  /** The last look found the item there. */
  noteHeld(itemId: string, left: LeftPlace): void {
    this.#lastIn.set(itemId, [...(this.#lastIn.get(itemId) ?? []), left]);
  }

  /** The place that was reported to go dark, if the last look found the id there; the latest if there are several. */
  placeOf(itemId: string): PlaceKey | undefined {
    return this.#lastIn.get(itemId)?.at(-1)?.place;
  }

  /**
   * Returns, once, the place that the id left: it can be looked at, and does not hold the id. With `ground`: only a block whose contents
   * may fall there.
   */
  takeLeft(itemId: string, ground?: PlaceKey): LeftPlace | undefined {
    const left = this.#lastIn.get(itemId)?.find(({ place }) => {
      if (ground !== undefined && !mayFallTo(place, ground)) return false;
      const { isVisible, copies } = this.#parts.observer.look(place, RECHECK);
      return isVisible && !copies.some((copy) => copy.itemId === itemId);
    });
    if (left !== undefined) this.#lastIn.delete(itemId);
    return left;
  }

  /** Remembers what the places that can be looked at hold (mostly nothing), in case their surroundings go dark a moment later. */
  finishTickEnd(): void {
    const { observer, presence, clock, firstCopies, onLeft } = this.#parts;
    for (const place of this.#places) {
      const { isVisible, copies } = observer.look(place, RECHECK);
      if (isVisible) this.#lastLooks.remember(place, { ms: clock.now(), ids: copies.map(({ itemId }) => itemId) });
    }
    this.#places = freshSet(this.#places);
    for (const itemId of this.#lastIn.keys()) {
      const left = this.takeLeft(itemId);
      if (left === undefined) continue;
      if (!presence.has(itemId)) onLeft(itemId, left.place);
      else if (left.standing === "first" || left.standing === "unknown") firstCopies.noteOutOfSight(itemId, left.place);
    }
    this.#lastIn = freshMap(this.#lastIn);
  }
}
