import { accountPlace, type PlaceKey } from "../../model/place.ts";
import { type Opener, withoutBlame } from "../verdict.ts";

/** Players who are remembered as having come with a copy of one id in one tick. */
const MAX_OPENERS = 16;

/** An id that may have several copies. */
export interface Suspicion {
  /** Who came with a copy in this tick; those of earlier ticks are not known to have done anything. */
  readonly openers: readonly Opener[];
  /** Set if there were already two when an earlier tick ended. Whoever does something with them later did not bring them. */
  readonly earlier?: {
    readonly opener: Opener | undefined;
    /** Where the first copy was then, if known. */
    readonly first: PlaceKey | undefined;
  };
}

interface SuspectsParts {
  readonly isProven: (itemId: string) => boolean;
  /** Where the last looks found the id, the earliest place first. */
  readonly placesOf: (itemId: string) => readonly PlaceKey[];
  /** True when it is known which of an id's copies was there first. */
  readonly isFirstKnown: (itemId: string) => boolean;
}

/** Ids to look at, and who may have brought a further copy of each. */
export class Suspects {
  readonly #parts: SuspectsParts;
  readonly #untold = new Map<string, Suspicion>();
  /**
   * Proven ids to look at again. They wait behind ids that nobody was told of, because anybody who uses their chest puts them here again.
   */
  readonly #rechecks = new Map<string, Suspicion>();
  /** Ids that somebody came with in this tick. */
  readonly #opened = new Set<string>();

  constructor(parts: SuspectsParts) {
    this.#parts = parts;
  }

  add(itemId: string, suspicion: Suspicion): void {
    const { openers, earlier } = suspicion;
    const queue = this.#parts.isProven(itemId) ? this.#rechecks : this.#untold;
    const known = queue.get(itemId);
    if (known === undefined) queue.set(itemId, suspicion);
    else if (openers.length > 0 || (known.earlier === undefined && earlier !== undefined)) {
      const already = known.earlier ?? earlier;
      const added = known.openers.length < MAX_OPENERS ? [...known.openers, ...openers] : known.openers;
      queue.set(itemId, already === undefined ? { openers: added } : { openers: added, earlier: already });
    }
    if (openers.length > 0) this.#opened.add(itemId);
  }

  of(itemId: string): Suspicion | undefined {
    return this.#untold.get(itemId) ?? this.#rechecks.get(itemId);
  }

  /** True for an id that nobody was told of. */
  isUntold(itemId: string): boolean {
    return this.#untold.has(itemId);
  }

  has(itemId: string): boolean {
    return this.#untold.has(itemId) || this.#rechecks.has(itemId);
  }

  get hasUntold(): boolean {
    return this.#untold.size > 0;
  }

  get isEmpty(): boolean {
    return this.#untold.size + this.#rechecks.size === 0;
  }

  /** Takes the next one; there must be one. */
  removeFirst(): readonly [string, Suspicion] {
    const queue = this.hasUntold ? this.#untold : this.#rechecks;
    const [next] = queue as unknown as [[string, Suspicion]];
    queue.delete(next[0]);
    return next;
  }

  /** Who brought the further copy of this id is decided now. Whoever comes with one later in this tick did not. */
  decide(itemId: string): void {
    const suspicion = this.#untold.get(itemId);
    if (suspicion !== undefined && suspicion.earlier === undefined)
      this.#untold.set(itemId, this.#decided(itemId, suspicion));
  }

  /** At the end of a tick: what is not examined yet will have moved on by then, so who brought it is decided now. */
  finishTickEnd(): void {
    for (const itemId of this.#opened) {
      const suspicion = this.#untold.get(itemId);
      if (suspicion !== undefined) this.#untold.set(itemId, this.#decided(itemId, suspicion));
      const recheck = this.#rechecks.get(itemId);
      if (recheck !== undefined) this.#rechecks.set(itemId, withoutBlames(recheck));
    }
    this.#opened.clear();
  }

  #decided(itemId: string, suspicion: Suspicion): Suspicion {
    const [first, ...others] = this.#parts.placesOf(itemId);
    const { openers, earlier } = suspicion;
    // An opener without a place came with a copy beside another one.
    const areTwo = others.length > 0 || openers.some(({ place }) => place === undefined);
    if (earlier !== undefined || first === undefined || !areTwo) return withoutBlames(suspicion);
    const isBrought = ({ place }: Opener) => place === undefined || accountPlace(place) !== accountPlace(first);
    const opener = bringerAmong(openers.filter(isBrought), this.#parts.isFirstKnown(itemId));
    return { openers: [], earlier: { opener, first: accountPlace(first) } };
  }
}

/** Who brought the further copy. Whoever only moved the item itself did not, and if nobody knows which is which, nobody did. */
export function openerOf(
  { openers, earlier }: Suspicion,
  copies: readonly { readonly place: PlaceKey; readonly item: { readonly count: number } }[],
  isFirstKnown: boolean,
): Opener | undefined {
  const first = accountPlace(copies[0]!.place);
  if (earlier !== undefined) {
    // If the first copy is elsewhere by now, it may have been elsewhere then.
    const isThere = copies.some(({ place }) => accountPlace(place) === earlier.first);
    return isThere && isFirstKnown && earlier.opener ? earlier.opener : withoutBlame(earlier.opener ?? openers[0]);
  }
  const isAlone = copies.every(({ place, item }, at) => (at === 0 ? item.count === 1 : accountPlace(place) !== first));
  const isBrought = ({ place }: Opener) => !isAlone || place === undefined || accountPlace(place) !== first;
  return bringerAmong(openers.filter(isBrought), isFirstKnown);
}

function bringerAmong(openers: readonly Opener[], isFirstKnown: boolean): Opener | undefined {
  const opener = openers.find(({ hasActed }) => hasActed) ?? openers[0];
  return isFirstKnown ? opener : withoutBlame(opener);
}

function withoutBlames({ openers, ...rest }: Suspicion): Suspicion {
  return { ...rest, openers: openers.map((opener) => withoutBlame(opener)!) };
}
