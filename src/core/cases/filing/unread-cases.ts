import type { CaseItems, CaseRecord, Store } from "../../store.ts";

/** Ticks until a store that did not answer is asked again. */
const RETRY_TICKS = 20;

/** A case that somebody waits for. */
interface Wanted {
  readonly acts: (() => void)[];
  /** `undefined` while it is not being read: the store did not answer. */
  reading: Promise<void> | undefined;
}

/**
 * Open cases of which only the items were read at the start: thousands of cases with all their evidence would delay it. Each is read when
 * something is found of its items.
 */
export class UnreadCases {
  readonly #itemsOf = new Map<number, readonly string[]>();
  readonly #caseOf = new Map<string, number>();
  readonly #wanted = new Map<number, Wanted>();
  readonly #onRead: (record: CaseRecord) => void;
  #store: Store | undefined;
  #ticksToWait = 0;

  /** `onRead` takes the case over: it calls `remove`. */
  constructor(onRead: (record: CaseRecord) => void) {
    this.#onRead = onRead;
  }

  /** `cases` are newest first: an item belongs to its newest case. */
  connect(store: Store, cases: readonly CaseItems[], isRead: (itemId: string) => boolean): void {
    this.#store = store;
    for (const { number, itemIds } of cases) {
      this.#itemsOf.set(number, itemIds);
      for (const itemId of itemIds) if (!this.#caseOf.has(itemId) && !isRead(itemId)) this.#caseOf.set(itemId, number);
    }
  }

  get count(): number {
    return this.#itemsOf.size;
  }

  /** The unread case that an item belongs to. */
  numberOf(itemId: string): number | undefined {
    return this.#caseOf.get(itemId);
  }

  /** Every unread case that has one of these items. */
  withItems(itemIds: ReadonlySet<string>): number[] {
    return [...this.#itemsOf]
      .filter(([, items]) => items.some((itemId) => itemIds.has(itemId)))
      .map(([number]) => number);
  }

  /** Runs `act` when the item's case has been read. Returns true if it ran at once, because there is nothing to read. */
  whenRead(itemId: string, act: () => void): boolean {
    const number = this.#caseOf.get(itemId);
    if (number === undefined) {
      act();
      return true;
    }
    const wanted = this.#wanted.get(number) ?? { acts: [], reading: undefined };
    wanted.acts.push(act);
    if (this.#wanted.has(number)) return false;
    this.#wanted.set(number, wanted);
    this.#read(number, wanted);
    return false;
  }

  /** Called when the case is known whole, or is no longer open. Returns the items that belong to it, and the acts that waited for it. */
  remove(number: number): { readonly itemIds: readonly string[]; readonly acts: readonly (() => void)[] } {
    const itemIds = (this.#itemsOf.get(number) ?? []).filter((itemId) => this.#caseOf.get(itemId) === number);
    const acts = this.#wanted.get(number)?.acts ?? [];
    for (const itemId of itemIds) this.#caseOf.delete(itemId);
    this.#itemsOf.delete(number);
    this.#wanted.delete(number);
    return { itemIds, acts };
  }

  /** Once a tick. */
  finishTickEnd(): void {
    if (this.#wanted.size === 0 || --this.#ticksToWait > 0) return;
    this.#ticksToWait = RETRY_TICKS;
    for (const [number, wanted] of this.#wanted) if (wanted.reading === undefined) this.#read(number, wanted);
  }

  /** Resolves when nothing is being read. */
  async drain(): Promise<void> {
    await Promise.all([...this.#wanted.values()].map(({ reading }) => reading));
  }

  #read(number: number, wanted: Wanted): void {
    wanted.reading = this.#store!.caseByNumber(number).then(
      (record) => {
        if (record !== undefined) this.#onRead(record);
        else for (const act of this.remove(number).acts) act();
      },
      // It is asked again later. Other questions report that the store is away.
      () => {
        wanted.reading = undefined;
      },
    );
  }
}
