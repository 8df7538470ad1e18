/**
 * A Map that forgets: it knows at least the last `least` keys that were set, and never more than twice as many. A key that is set again
 * counts as new. To keep the exact order, a Map would have to delete and insert a key each time it is set.
 */
export class RecentMap<Key, Value> {
  readonly #least: number;
  #recent = new Map<Key, Value>();
  #earlier: ReadonlyMap<Key, Value> = new Map();

  constructor(least: number) {
    this.#least = least;
  }

  /** A key that was set again may count twice. */
  get size(): number {
    return this.#recent.size + this.#earlier.size;
  }

  get(key: Key): Value | undefined {
    return this.#recent.get(key) ?? this.#earlier.get(key);
  }

  set(key: Key, value: Value): void {
    this.#recent.set(key, value);
    if (this.#recent.size < this.#least) return;
    this.#earlier = this.#recent;
    this.#recent = new Map();
  }
}
