/** An entry of a `LookOrder`. Only the `LookOrder` changes these links. */
export interface Ordered<Entry> {
  /** The entry that was looked at next. */
  newer?: Entry | undefined;
  older?: Entry | undefined;
}

/** Entries in the order of their last looks. There are many looks a tick, and this finds the oldest without a search. */
export class LookOrder<Entry extends Ordered<Entry>> {
  #oldest: Entry | undefined;
  #newest: Entry | undefined;

  get oldest(): Entry | undefined {
    return this.#oldest;
  }

  /** Puts a new entry behind all others. */
  add(entry: Entry): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest === undefined) this.#oldest = entry;
    else this.#newest.newer = entry;
    this.#newest = entry;
  }

  remove({ older, newer }: Entry): void {
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
  }
}
