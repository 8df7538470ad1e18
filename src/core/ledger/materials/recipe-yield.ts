import type { WatchList } from "./watch-list.ts";

/** Goods of which something may have been made, in the units of their classes. */
export interface Ingredients {
  available(cls: number): number;
  take(cls: number, units: number): void;
}

/** Recipes one after the other that are followed between two looks: logs to planks, and these to sticks. */
const MAX_STEPS = 2;

/** How much of a class can have been made of goods of other classes. */
export class RecipeYield {
  readonly #watched: WatchList;

  constructor(watched: WatchList) {
    this.#watched = watched;
  }

  /** Takes the ingredients of up to so many units. Returns how many units they make. */
  make(cls: number, wanted: number, from: Ingredients): number {
    return this.#make([cls], wanted, from);
  }

  /** Every class of which goods of a class may have been made, itself included. */
  madeOf(cls: number): ReadonlySet<number> {
    const all = new Set([cls]);
    for (const one of all)
      for (const { parts } of this.#watched.waysToMake(one))
        for (const { anyOf } of parts) for (const part of anyOf) all.add(part.cls);
    return all;
  }

  /**
   * How many units of a class one unit of each class makes that goods of it may have been made of, itself included. Of each recipe
   * that is the ingredient of which there is least.
   */
  yields(cls: number, available: (cls: number) => number): Map<number, number> {
    const yields = new Map<number, number>();
    const ready = { available, take: () => {} };
    const add = (chain: readonly number[], yielded: number): void => {
      const [made] = chain as [number];
      yields.set(made, Math.max(yields.get(made) ?? 0, yielded));
      if (chain.length > MAX_STEPS) return;
      for (const { makes, parts } of this.#watched.waysToMake(made)) {
        const times = parts.map((part) => this.#times(chain, part, ready));
        const { anyOf, count } = parts[times.indexOf(Math.min(...times))]!;
        for (const { cls: one, weight } of anyOf)
          if (!chain.includes(one)) add([one, ...chain], (yielded * makes) / (count * weight));
      }
    };
    add([cls], 1);
    return yields;
  }

  /** `chain` is what is made, and what for: nothing is made of itself, by way of something else. */
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
    for (const { cls, weight } of anyOf) {
      if (wanted === 0 || chain.includes(cls)) continue;
      const ready = Math.min(wanted, Math.floor(from.available(cls) / weight));
      from.take(cls, ready * weight);
      wanted -= ready;
      if (wanted > 0 && chain.length < MAX_STEPS)
        wanted -= Math.floor(this.#make([cls, ...chain], wanted * weight, from) / weight);
    }
  }

  #times(chain: readonly number[], { anyOf, count }: Part, from: Ingredients): number {
    let ready = 0;
    for (const { cls, weight } of anyOf) {
      if (chain.includes(cls)) continue;
      const units = from.available(cls) + (chain.length < MAX_STEPS ? this.#mostMade([cls, ...chain], from) : 0);
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
