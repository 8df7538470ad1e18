const SHARD_DIGITS = 2;
const SHARDS = 256;

/**
 * A Map with canonical ids as keys, in 256 parts by the id's first two digits. A single Map of a million entries stops the game for tens of
 * milliseconds whenever it doubles or halves. Each part has so few that nobody notices.
 */
export class IdMap<Value> {
  readonly #shards = Array.from({ length: SHARDS }, () => new Map<string, Value>());
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(id: string): Value | undefined {
    return this.#shards[shardOf(id)]?.get(id);
  }

  /** The id must be canonical. */
  set(id: string, value: Value): void {
    const shard = this.#shards[shardOf(id)]!;
    const before = shard.size;
    shard.set(id, value);
    this.#size += shard.size - before;
  }

  delete(id: string): void {
    if (this.#shards[shardOf(id)]?.delete(id)) this.#size--;
  }
}

/** A text that is no id may give any number; no part contains it. */
function shardOf(id: string): number {
  return id.length < SHARD_DIGITS ? 0 : (digit(id.charCodeAt(0)) << 4) | digit(id.charCodeAt(1));
}

/** 0 to 15 for a lower-case hexadecimal digit. */
function digit(code: number): number {
  return code > 96 ? code - 87 : code - 48;
}
