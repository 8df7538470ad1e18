import { ID_WORDS } from "../../core/records.ts";

/** Entries that the table holds before it is emptied; about 50 bytes each. */
const MAX_ENTRIES = 400_000;
const FIRST_SLOTS = 1 << 12;

/**
 * Which item has which reference, for the items met lately: a hash table over the four words of an id, so that a row
 * costs no string. It is a cache: when it grows too large it is emptied, and what is missing is asked from the database.
 */
export class ItemRefs {
  #keys = new Int32Array(FIRST_SLOTS * ID_WORDS);
  #refs = new Float64Array(FIRST_SLOTS);
  #isSeen = new Uint8Array(FIRST_SLOTS);
  readonly #maxEntries: number;
  #size = 0;

  constructor(maxEntries = MAX_ENTRIES) {
    this.#maxEntries = maxEntries;
  }

  get size(): number {
    return this.#size;
  }

  /** The entry of an id, or -1. Entries stay valid until the next `add` or `clear`. */
  find(words: Int32Array, at: number): number {
    const slot = this.#slotOf(words, at);
    return this.#refs[slot] === 0 ? -1 : slot;
  }

  refAt(entry: number): number {
    return this.#refs[entry] as number;
  }

  isSeenAt(entry: number): boolean {
    return this.#isSeen[entry] === 1;
  }

  markSeenAt(entry: number): void {
    this.#isSeen[entry] = 1;
  }

  /** The id must not be there yet; references are above 0. */
  add(words: Int32Array, at: number, ref: number, isSeen: boolean): number {
    if (this.#size >= this.#maxEntries) this.clear();
    if (this.#size * 2 >= this.#refs.length) this.#grow();
    const slot = this.#slotOf(words, at);
    for (let word = 0; word < ID_WORDS; word++) this.#keys[slot * ID_WORDS + word] = words[at + word] as number;
    this.#refs[slot] = ref;
    this.#isSeen[slot] = isSeen ? 1 : 0;
    this.#size++;
    return slot;
  }

  clear(): void {
    this.#refs.fill(0);
    this.#size = 0;
  }

  /** The slot that holds the id, or the free one where it belongs. */
  #slotOf(words: Int32Array, at: number): number {
    const a = words[at] as number;
    const b = words[at + 1] as number;
    const c = words[at + 2] as number;
    const d = words[at + 3] as number;
    const keys = this.#keys;
    const mask = this.#refs.length - 1;
    // Ids need not be random: every word takes part, and the upper bits reach the lower ones.
    let hash = Math.imul(
      a ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35) ^ Math.imul(d, 0x27d4eb2f),
      0x9e3779b1,
    );
    hash ^= hash >>> 15;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      if (this.#refs[slot] === 0) return slot;
      const key = slot * ID_WORDS;
      if (keys[key] === a && keys[key + 1] === b && keys[key + 2] === c && keys[key + 3] === d) return slot;
    }
  }

  #grow(): void {
    const [keys, refs, isSeen] = [this.#keys, this.#refs, this.#isSeen];
    this.#keys = new Int32Array(keys.length * 2);
    this.#refs = new Float64Array(refs.length * 2);
    this.#isSeen = new Uint8Array(isSeen.length * 2);
    this.#size = 0;
    for (let slot = 0; slot < refs.length; slot++) {
      if (refs[slot] !== 0) this.add(keys, slot * ID_WORDS, refs[slot] as number, isSeen[slot] === 1);
    }
  }
}
