/**
 * A small seeded generator (sfc32). Each purpose draws from its own stream, so that a knob that makes one of them draw
 * more often does not move the others.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number, stream: string) {
    let hash = 0x811c9dc5 ^ seed;
    for (let at = 0; at < stream.length; at++) hash = Math.imul(hash ^ stream.charCodeAt(at), 0x01000193);
    this.#a = hash | 0;
    this.#b = (seed * 0x9e3779b1) | 0;
    this.#c = (stream.length * 0x85ebca6b) ^ seed;
    for (let warmUp = 0; warmUp < 15; warmUp++) this.word();
  }

  /** 32 random bits. */
  word(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** In [0, 1). */
  float(): number {
    return this.word() / 0x1_0000_0000;
  }

  /** In [0, below). */
  int(below: number): number {
    return Math.floor(this.float() * below);
  }

  /** From `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.int(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.float() < probability;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.int(from.length)] as T;
  }

  /** Picks a key in proportion to its weight. */
  weighted<Key extends string>(weights: Readonly<Partial<Record<Key, number>>>): Key {
    const entries = Object.entries(weights) as [Key, number][];
    let left = this.float() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return entries.at(-1)![0];
  }

  shuffle<T>(list: T[]): T[] {
    for (let at = list.length - 1; at > 0; at--) {
      const other = this.int(at + 1);
      [list[at], list[other]] = [list[other] as T, list[at] as T];
    }
    return list;
  }
}

/** The streams of one run. */
export interface Streams {
  readonly world: Random;
  readonly players: Random;
  readonly exploits: Random;
  readonly lookAlikes: Random;
  readonly faults: Random;
  readonly crashes: Random;
}

export function streamsOf(seed: number): Streams {
  const stream = (name: string) => new Random(seed, name);
  return {
    world: stream("world"),
    players: stream("players"),
    exploits: stream("exploits"),
    lookAlikes: stream("look-alikes"),
    faults: stream("faults"),
    crashes: stream("crashes"),
  };
}
