const FIRST_CAPACITY = 1024;
/** An entry's words lie together: one access to memory finds all of them. */
const WORD = { item: 0, last: 1, lastCustody: 2 } as const;
const WORDS = 3;

/**
 * The last row of each item, and its last row that confirmed custody. This table of integers takes a third of the time and memory of a
 * `Map` of this size.
 */
export class ItemTips {
  /** An entry without an item has 0 there: references count from 1. */
  #words = new Int32Array(FIRST_CAPACITY * WORDS);
  #capacity = FIRST_CAPACITY;
  #size = 0;

  /** Returns the item's entry, or -1. */
  find(item: number): number {
    const entry = this.#entryOf(item);
    return this.#words[entry + WORD.item] === item ? entry : -1;
  }

  /** Returns the item's entry, and adds one without rows if there is none. It is valid until the next item is added. */
  add(item: number): number {
    const entry = this.#entryOf(item);
    if (this.#words[entry + WORD.item] === item) return entry;
    if (this.#size * 4 >= this.#capacity * 3) {
      this.#grow();
      return this.add(item);
    }
    this.#size++;
    this.#words[entry + WORD.item] = item;
    this.#words[entry + WORD.last] = -1;
    this.#words[entry + WORD.lastCustody] = -1;
    return entry;
  }

  last(entry: number): number {
    return this.#words[entry + WORD.last] as number;
  }

  setLast(entry: number, row: number): void {
    this.#words[entry + WORD.last] = row;
  }

  lastCustody(entry: number): number {
    return this.#words[entry + WORD.lastCustody] as number;
  }

  setLastCustody(entry: number, row: number): void {
    this.#words[entry + WORD.lastCustody] = row;
  }

  /** Returns all items, sorted. */
  sortedItems(): Int32Array {
    const items = new Int32Array(this.#size);
    let found = 0;
    for (let entry = 0; entry < this.#words.length; entry += WORDS) {
      const item = this.#words[entry + WORD.item] as number;
      if (item !== 0) items[found++] = item;
    }
    return items.sort();
  }

  #entryOf(item: number): number {
    const words = this.#words;
    const mask = this.#capacity - 1;
    const mixed = Math.imul(item, 0x9e3779b1);
    for (let slot = (mixed ^ (mixed >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const found = words[slot * WORDS + WORD.item];
      if (found === item || found === 0) return slot * WORDS;
    }
  }

  #grow(): void {
    const words = this.#words;
    this.#capacity *= 2;
    this.#words = new Int32Array(this.#capacity * WORDS);
    for (let entry = 0; entry < words.length; entry += WORDS) {
      const item = words[entry + WORD.item] as number;
      if (item !== 0) this.#words.set(words.subarray(entry, entry + WORDS), this.#entryOf(item));
    }
  }
}
