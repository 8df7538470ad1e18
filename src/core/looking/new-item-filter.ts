const NO_IDS: readonly string[] = [];

/** What a look saw and did not let through. */
export interface WaitingIds {
  /** True when there was nothing of the kind. */
  readonly isEmpty: boolean;
  has(itemId: string): boolean;
}

/** What a filter is told of the place that is looked at. */
export interface NewItemFilterParts {
  /** What it held before. */
  readonly before: readonly string[];
  /** What waited there, each id once. */
  readonly waitingBefore: readonly string[];
  readonly isWaitingHere: (itemId: string) => boolean;
  /** Whether one that the place did not hold is dealt with now; `taken` is how many of this look are. */
  readonly admits: (taken: number, itemId: string | undefined) => boolean;
}

const OPEN: NewItemFilterParts = {
  before: NO_IDS,
  waitingBefore: NO_IDS,
  isWaitingHere: () => false,
  admits: () => true,
};

/**
 * Lets through what a place held before, and as many others as may be. Thousands may wait there for many ticks, and mostly they are in
 * the same order as at the look before: what is known of them is then found without a search, and only the difference is kept.
 */
export class NewItemFilter {
  readonly #parts: NewItemFilterParts;
  /** Those that wait, in the order of the look. */
  readonly list: string[] = [];
  /** Those of them that did not wait at the look before. */
  readonly added = new Set<string>();
  /** Those that waited then and do not now; all of them once the look is made. */
  readonly gone: string[] = [];
  /** The boxes around them. */
  readonly boxIds = new Set<string>();
  /** True when the order is another one: the lists say too little then. */
  isDisordered = false;
  /** True when something waits that has no id yet. */
  hasNameless = false;
  readonly #admitted = new Set<string>();
  #known: Set<string> | undefined;
  #all: Set<string> | undefined;
  #taken = 0;
  #next = 0;
  #nextWaiting = 0;

  /** What is left out lets everything through. */
  constructor(parts: Partial<NewItemFilterParts> = OPEN) {
    this.#parts = { ...OPEN, ...parts };
  }

  /**
   * True when the place held it before: then it is known to be an id, and to check its letters would take longer than all the rest.
   * Mostly it is the next of those, or the one after when something has gone.
   */
  isKnown(text: string | undefined): text is string {
    const { before, waitingBefore } = this.#parts;
    if (text === undefined || before.length === 0) return false;
    for (let ahead = 0; ahead < 2; ahead++) {
      if (before[this.#next + ahead] !== text) continue;
      this.#next += ahead + 1;
      return true;
    }
    if (waitingBefore[this.#nextWaiting] === text) return false;
    this.#known ??= new Set(before);
    return this.#known.has(text);
  }

  /** For what is not known. `tag` is what the item carries as its id, if anything. */
  admits(tag: string | undefined, boxId: string | null): boolean {
    const itemId = tag?.toLowerCase();
    // Of one that is here twice both are dealt with.
    const isAdmitted = itemId !== undefined && this.#admitted.has(itemId);
    if (isAdmitted) return true;
    if (this.#parts.admits(this.#taken, itemId)) {
      this.#taken++;
      if (itemId === undefined) return true;
      this.#admitted.add(itemId);
      if (this.#findBefore(itemId)) this.gone.push(itemId);
      return true;
    }
    if (boxId !== null) this.boxIds.add(boxId);
    if (itemId === undefined) this.hasNameless = true;
    else if (this.#findBefore(itemId)) this.list.push(itemId);
    else if (!this.added.has(itemId)) {
      this.added.add(itemId);
      this.list.push(itemId);
    }
    return false;
  }

  /** The look is made. */
  close(): void {
    const { waitingBefore } = this.#parts;
    while (this.#nextWaiting < waitingBefore.length) this.gone.push(waitingBefore[this.#nextWaiting++]!);
  }

  get isEmpty(): boolean {
    return this.list.length === 0 && !this.hasNameless;
  }

  has(itemId: string): boolean {
    this.#all ??= new Set(this.list);
    return this.#all.has(itemId);
  }

  /** True when it waited at the look before, and was not passed since. */
  #findBefore(itemId: string): boolean {
    const { waitingBefore, isWaitingHere } = this.#parts;
    if (waitingBefore[this.#nextWaiting] !== itemId) {
      if (this.isDisordered || !isWaitingHere(itemId)) return false;
      const at = waitingBefore.indexOf(itemId, this.#nextWaiting);
      if (at < 0) {
        this.isDisordered = true;
        return false;
      }
      while (this.#nextWaiting < at) this.gone.push(waitingBefore[this.#nextWaiting++]!);
    }
    this.#nextWaiting++;
    return true;
  }
}
