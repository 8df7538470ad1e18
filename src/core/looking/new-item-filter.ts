const NO_IDS: readonly string[] = [];
/** Stands for a set that nothing was added to: mostly nothing is, and looks are many. */
const NONE: ReadonlySet<string> = new Set();

/** Ids that a look saw but did not let through. */
export interface WaitingIds {
  /** True if nothing waits, not even an item without an id. */
  readonly isEmpty: boolean;
  has(itemId: string): boolean;
}

/** What a filter knows about the place that is looked at. */
interface NewItemFilterParts {
  /** Ids that the previous look found there. */
  readonly before: readonly string[];
  /** True for an id in `before`. */
  readonly wasHere: (itemId: string) => boolean;
  /** Ids that waited there, each once. */
  readonly waitingBefore: readonly string[];
  readonly isWaitingHere: (itemId: string) => boolean;
  /** True if an item that the place did not hold before is processed now. `taken`: how many such items this look has let through. */
  readonly admits: (taken: number, itemId: string | undefined) => boolean;
}

const OPEN: NewItemFilterParts = {
  before: NO_IDS,
  wasHere: () => false,
  waitingBefore: NO_IDS,
  isWaitingHere: () => false,
  admits: () => true,
};

/**
 * Lets through the items that a place held before, and as many others as allowed. Thousands may wait there for many ticks, mostly in the
 * same order as at the previous look. They are then recognised without a search, and only the difference is recorded.
 */
export class NewItemFilter {
  readonly #parts: NewItemFilterParts;
  /** Ids that wait, in the order of the look. */
  readonly list: string[] = [];
  /** Ids in `list` that did not wait at the previous look. */
  added: ReadonlySet<string> = NONE;
  /** Ids that waited then and do not wait now. Complete after `close`. */
  readonly gone: string[] = [];
  /** Ids of the boxes around the waiting items. */
  boxIds: ReadonlySet<string> = NONE;
  /** True if the order has changed: `added` and `gone` are then incomplete. */
  isDisordered = false;
  /** True when something waits that has no id yet. */
  hasNameless = false;
  #admitted: ReadonlySet<string> = NONE;
  #all: Set<string> | undefined;
  #taken = 0;
  #next = 0;
  #nextWaiting = 0;

  /** Parts that are left out let everything through. */
  constructor(parts: Partial<NewItemFilterParts> = OPEN) {
    this.#parts = { ...OPEN, ...parts };
  }

  /**
   * True if the place held this id before. It is then known to be an id; checking its characters would take longer than everything else.
   * Mostly it is the next id in `before`, or the one after that if something has gone.
   */
  isKnown(text: string | undefined): text is string {
    const { before, wasHere, waitingBefore } = this.#parts;
    if (text === undefined || before.length === 0) return false;
    for (let ahead = 0; ahead < 2; ahead++) {
      if (before[this.#next + ahead] !== text) continue;
      this.#next += ahead + 1;
      return true;
    }
    return waitingBefore[this.#nextWaiting] !== text && wasHere(text);
  }

  /** For an item that is not known here. `tag`: the id that the item carries, if any. */
  admits(tag: string | undefined, boxId: string | null): boolean {
    const itemId = tag?.toLowerCase();
    // If an id is here twice, both copies are let through.
    const isAdmitted = itemId !== undefined && this.#admitted.has(itemId);
    if (isAdmitted) return true;
    if (this.#parts.admits(this.#taken, itemId)) {
      this.#taken++;
      if (itemId === undefined) return true;
      this.#admitted = withOneMore(this.#admitted, itemId);
      if (this.#findBefore(itemId)) this.gone.push(itemId);
      return true;
    }
    if (boxId !== null) this.boxIds = withOneMore(this.boxIds, boxId);
    if (itemId === undefined) this.hasNameless = true;
    else if (this.#findBefore(itemId)) this.list.push(itemId);
    else if (!this.added.has(itemId)) {
      this.added = withOneMore(this.added, itemId);
      this.list.push(itemId);
    }
    return false;
  }

  /** Called after the look. Completes `gone`. */
  finishLook(): void {
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

  /** True if the id waited at the previous look and this look has not passed it yet. */
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

/** Adds to the set itself, unless it is the one that stands for all empty sets. */
function withOneMore(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids === NONE ? new Set([id]) : (ids as Set<string>).add(id);
}
