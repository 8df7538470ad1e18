import type { WatchList } from "./watch-list.ts";

/** Goods from which something may have been made, in the units of their classes. */
export interface Ingredients {
  available(classIndex: number): number;
  take(classIndex: number, units: number): void;
}

/** How many recipes in a row are followed between two looks: logs to planks, and planks to sticks. */
const MAX_STEPS = 2;

/** Computes how much of a class can have been made from goods of other classes. */
export class RecipeYield {
  readonly #watched: WatchList;

  constructor(watched: WatchList) {
    this.#watched = watched;
  }

  /** Takes the ingredients of up to `wanted` units. Returns how many units they make. */
  make(classIndex: number, wanted: number, from: Ingredients): number {
    return this.#make([classIndex], wanted, from);
  }

  /** Every class from which goods of a class may have been made, itself included. */
  madeOf(classIndex: number): ReadonlySet<number> {
    const all = new Set([classIndex]);
    for (const one of all)
      for (const { parts } of this.#watched.waysToMake(one))
        for (const { anyOf } of parts) for (const part of anyOf) all.add(part.classIndex);
    return all;
  }

  /**
   * For every class from which goods of a class may have been made, itself included: how many units one unit of it makes. Each recipe
   * counts with its scarcest ingredient only.
   */
  yields(classIndex: number, available: (classIndex: number) => number): Map<number, number> {
    const yields = new Map<number, number>();
    const ready = { available, take: () => {} };
    const add = (chain: readonly number[], yielded: number): void => {
      const [made] = chain as [number];
      yields.set(made, Math.max(yields.get(made) ?? 0, yielded));
      if (chain.length > MAX_STEPS) return;
      for (const { makes, parts } of this.#watched.waysToMake(made)) {
        const times = parts.map((part) => this.#times(chain, part, ready));
        const { anyOf, count } = parts[times.indexOf(Math.min(...times))]!;
        for (const { classIndex: one, weight } of anyOf)
          if (!chain.includes(one)) add([one, ...chain], (yielded * makes) / (count * weight));
      }
    };
    add([classIndex], 1);
    return yields;
  }

  /** `chain` starts with the class that is made, followed by what it is made for: nothing is made of itself by way of something else. */
  #make(chain: readonly number[], wanted: number, from: Ingredients): number {
    let made = 0;
    for (const { makes, parts } of this.#watched.waysToMake(chain[0]!)) {
      if (made >= wanted) break;
      const most = Math.ceil((wanted - made) / makes);
      const times = Math.min(most, ...parts.map((part) => this.#times(chain, part, from)));
      for (const part of times > 0 ? parts : []) this.#takePart(chain, part, times, from);
      made += times * makes;
    }
    return Math.min(made, wanted);
  }

  #takePart(chain: readonly number[], { anyOf, count }: Part, times: number, from: Ingredients): void {
    let wanted = count * times;
    for (const { classIndex, weight } of anyOf) {
      if (wanted === 0 || chain.includes(classIndex)) continue;
      const ready = Math.min(wanted, Math.floor(from.available(classIndex) / weight));
      from.take(classIndex, ready * weight);
      wanted -= ready;
      if (wanted > 0 && chain.length < MAX_STEPS)
        wanted -= Math.floor(this.#make([classIndex, ...chain], wanted * weight, from) / weight);
    }
  }

  #times(chain: readonly number[], { anyOf, count }: Part, from: Ingredients): number {
    let ready = 0;
    for (const { classIndex, weight } of anyOf) {
      if (chain.includes(classIndex)) continue;
      const units =
        from.available(classIndex) + (chain.length < MAX_STEPS ? this.#mostMade([classIndex, ...chain], from) : 0);
      ready += Math.floor(units / weight);
    }
    return Math.floor(ready / count);
  }

  #mostMade(chain: readonly number[], from: Ingredients): number {
    let most = 0;
    for (const { makes, parts } of this.#watched.waysToMake(chain[0]!))
      most += makes * Math.min(...parts.map((part) => this.#times(chain, part, from)));
    return most;
  }
}

type Part = ReturnType<WatchList["waysToMake"]>[number]["parts"][number];
