import { ID_WORDS } from "../core/storage-face.ts";

const FIRST_CAPACITY = 1 << 12;

/** Bits of the facts about an entry. */
const SEEN = 1;
const HAS_CUSTODY = 2;

/**
 * Item ids with their references in the database, without an object or a string per item. Ids are only added; they can only
 * be forgotten all at once.
 */
export class IdTable {
  #slots = new Int32Array(FIRST_CAPACITY);
  #words = new Int32Array((FIRST_CAPACITY >> 1) * ID_WORDS);
  #refs = new Int32Array(FIRST_CAPACITY >> 1);
  #facts = new Uint8Array(FIRST_CAPACITY >> 1);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns the entry of an id, and adds one without a reference if it is new. Entries count from 0 and never move. */
  entryOf(words: Int32Array, at: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(words, at) & mask;
    for (;;) {
      const entry = (this.#slots[slot] as number) - 1;
      if (entry < 0) return this.#add(words, at, slot);
      if (this.#isSame(entry, words, at)) return entry;
      slot = (slot + 1) & mask;
    }
  }

  /** Returns 0 while the reference is not known. */
  refOf(entry: number): number {
    return this.#refs[entry] as number;
  }

  setRef(entry: number, ref: number): void {
    this.#refs[entry] = ref;
  }

  isSeen(entry: number): boolean {
    return ((this.#facts[entry] as number) & SEEN) !== 0;
  }

  setSeen(entry: number): void {
    this.#facts[entry] = (this.#facts[entry] as number) | SEEN;
  }

  /** True if the database is known to have a custody row for it. */
  hasCustody(entry: number): boolean {
    return ((this.#facts[entry] as number) & HAS_CUSTODY) !== 0;
  }

  setHasCustody(entry: number): void {
    this.#facts[entry] = (this.#facts[entry] as number) | HAS_CUSTODY;
  }

  /** The four words of an entry's id begin at `entry * ID_WORDS`. The array is valid until the next id is added. */
  get words(): Int32Array {
    return this.#words;
  }

  clear(): void {
    this.#slots.fill(0);
    this.#refs.fill(0);
    this.#facts.fill(0);
    this.#size = 0;
  }

  #isSame(entry: number, words: Int32Array, at: number): boolean {
    const from = entry * ID_WORDS;
    for (let word = 0; word < ID_WORDS; word++) {
      if (this.#words[from + word] !== words[at + word]) return false;
    }
    return true;
  }

  #add(words: Int32Array, at: number, slot: number): number {
    const entry = this.#size++;
    for (let word = 0; word < ID_WORDS; word++) this.#words[entry * ID_WORDS + word] = words[at + word] as number;
    this.#slots[slot] = entry + 1;
    if (this.#size === this.#refs.length) this.#grow();
    return entry;
  }

  #grow(): void {
    const capacity = this.#slots.length * 2;
    const oldWords = this.#words;
    const [oldRefs, oldFacts] = [this.#refs, this.#facts];
    this.#words = new Int32Array((capacity >> 1) * ID_WORDS);
    this.#words.set(oldWords);
    this.#refs = new Int32Array(capacity >> 1);
    this.#refs.set(oldRefs);
    this.#facts = new Uint8Array(capacity >> 1);
    this.#facts.set(oldFacts);
    this.#slots = new Int32Array(capacity);
    for (let entry = 0; entry < this.#size; entry++) {
      let slot = hash(this.#words, entry * ID_WORDS) & (capacity - 1);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (capacity - 1);
      this.#slots[slot] = entry + 1;
    }
  }
}

/** Most ids are random already; the mixing is for ids that somebody made up. */
function hash(words: Int32Array, at: number): number {
  let value = 0;
  for (let word = 0; word < ID_WORDS; word++) {
    value = Math.imul(value ^ (words[at + word] as number), 0x9e3779b1);
    value ^= value >>> 15;
  }
  return value;
}
