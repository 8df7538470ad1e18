/** An entry of a `LookOrder`, which alone changes these. */
export interface Ordered<Entry> {
  /** The next one that was looked at later, or at the same time. */
  newer?: Entry | undefined;
  older?: Entry | undefined;
}

/** Entries in the order in which they were last looked at: looks come many a tick, and the oldest ones are found without a search. */
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
