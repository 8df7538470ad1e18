import type { WatchList } from "./watch-list.ts";

/** How many recipes in a row are followed between two looks: logs to planks, and planks to sticks. */
const MAX_STEPS = 2;

/** Computes how much of a class can have been made from goods of other classes. */
export class RecipeYield {
  readonly #watched: WatchList;

  constructor(watched: WatchList) {
    this.#watched = watched;
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
  yields(classIndex: number, available: Available): Map<number, number> {
    const yields = new Map<number, number>();
    const add = (chain: readonly number[], yielded: number): void => {
      const [made] = chain as [number];
      yields.set(made, Math.max(yields.get(made) ?? 0, yielded));
      if (chain.length > MAX_STEPS) return;
      for (const { makes, parts } of this.#watched.waysToMake(made)) {
        const times = parts.map((part) => this.#times(chain, part, available));
        const { anyOf, count } = parts[times.indexOf(Math.min(...times))]!;
        for (const { classIndex: one, weight } of anyOf)
          if (!chain.includes(one)) add([one, ...chain], (yielded * makes) / (count * weight));
      }
    };
    add([classIndex], 1);
    return yields;
  }

  /** `chain` starts with the class that is made, followed by what it is made for: nothing is made of itself by way of something else. */
  #times(chain: readonly number[], { anyOf, count }: Part, available: Available): number {
    let ready = 0;
    for (const { classIndex, weight } of anyOf) {
      if (chain.includes(classIndex)) continue;
      const units =
        available(classIndex) + (chain.length < MAX_STEPS ? this.#mostMade([classIndex, ...chain], available) : 0);
      ready += Math.floor(units / weight);
    }
    return Math.floor(ready / count);
  }

  #mostMade(chain: readonly number[], available: Available): number {
    let most = 0;
    for (const { makes, parts } of this.#watched.waysToMake(chain[0]!))
      most += makes * Math.min(...parts.map((part) => this.#times(chain, part, available)));
    return most;
  }
}

/** How many units of a class something may have been made of. */
type Available = (classIndex: number) => number;

type Part = ReturnType<WatchList["waysToMake"]>[number]["parts"][number];
