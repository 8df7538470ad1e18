import type { Copy } from "../../looking/look.ts";
import type { Observer } from "../../looking/observer.ts";
import type { PlaceKey } from "../../model/place.ts";

interface GatheredCopiesParts {
  readonly observer: Pick<Observer, "copiesOf" | "looksMade">;
  /** What the last looks found of the id at places that are to be marked dark. */
  readonly copiesGoingDark: (itemId: string) => readonly Copy[];
}

/** The boxes that the copies of one id are in. */
interface Gathered {
  readonly goingDark: readonly Copy[];
  /** For each place with copies: the boxes around them, `null` for one that lies open. */
  readonly boxesAt: ReadonlyMap<PlaceKey, readonly (string | null)[]>;
  readonly allBoxes: readonly (string | null)[];
}

/**
 * Gathers the copies of an id once for all its places. Each copy is compared with what was reported of its box: at hundreds of places,
 * gathering all copies anew for each would take hundreds of times as long.
 */
export class GatheredCopies {
  readonly #parts: GatheredCopiesParts;
  #looksMade: number | undefined;
  readonly #gathered = new Map<string, Gathered>();

  constructor(parts: GatheredCopiesParts) {
    this.#parts = parts;
  }

  /** The boxes around the copies at this place, `null` for one that lies open; `undefined` if there is no copy. */
  boxesAt(itemId: string, place: PlaceKey): readonly (string | null)[] | undefined {
    return this.#gather(itemId).boxesAt.get(place);
  }

  /** The boxes around all copies. */
  allBoxes(itemId: string): readonly (string | null)[] {
    return this.#gather(itemId).allBoxes;
  }

  /** Between two tick ends everything is gathered anew, because nobody knows what has changed since. */
  #gather(itemId: string): Gathered {
    const { observer, copiesGoingDark } = this.#parts;
    const goingDark = copiesGoingDark(itemId);
    const known = this.#looksMade === observer.looksMade ? this.#gathered.get(itemId) : undefined;
    if (known !== undefined && known.goingDark === goingDark) return known;
    const boxesAt = new Map<PlaceKey, (string | null)[]>();
    const copies = observer.copiesOf(itemId).concat(goingDark);
    for (const { place, boxId } of copies) {
      const boxes = boxesAt.get(place);
      if (boxes === undefined) boxesAt.set(place, [boxId]);
      else boxes.push(boxId);
    }
    const allBoxes = copies.map(({ boxId }) => boxId);
    const gathered = { goingDark, boxesAt, allBoxes };
    // To gather them may have taken looks.
    const { looksMade } = observer;
    if (looksMade !== this.#looksMade || looksMade === undefined) this.#gathered.clear();
    this.#looksMade = looksMade;
    if (looksMade !== undefined) this.#gathered.set(itemId, gathered);
    return gathered;
  }
}
