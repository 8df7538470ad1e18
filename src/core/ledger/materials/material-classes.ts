/** One way of making a material, by the indexes of its ingredients. */
export interface KnownRecipe {
  readonly makes: number;
  readonly from: readonly { readonly anyOf: readonly number[]; readonly count: number }[];
}

/**
 * Materials that recipes turn into each other without loss are one class. A class is counted in units of its lightest material, and each
 * material weighs as many units as it can be turned into: a diamond 1, a block of them 9.
 */
export class MaterialClasses {
  /** The class of each material. */
  readonly classOf: readonly number[];
  readonly weightOf: readonly number[];
  /** The weight of the heaviest material of each class. */
  readonly heaviest: readonly number[];

  constructor(materials: number, recipesOf: (materialIndex: number) => readonly KnownRecipe[]) {
    const classOf = new Array<number>(materials).fill(-1);
    const weightOf = new Array<number>(materials).fill(1);
    const heaviest: number[] = [];
    for (let first = 0; first < materials; first++) {
      if (classOf[first]! >= 0) continue;
      const ratios = exchanged(first, recipesOf);
      const lightest = Math.min(...ratios.values());
      const weights = [...ratios].map(([materialIndex, ratio]) => [materialIndex, ratio / lightest] as const);
      const isWhole = weights.every(([, weight]) => Math.abs(weight - Math.round(weight)) < 1e-6);
      const members = isWhole ? weights : ([[first, 1]] as const);
      for (const [materialIndex, weight] of members) {
        classOf[materialIndex] = heaviest.length;
        weightOf[materialIndex] = Math.round(weight);
      }
      heaviest.push(Math.round(Math.max(...members.map(([, weight]) => weight))));
    }
    this.classOf = classOf;
    this.weightOf = weightOf;
    this.heaviest = heaviest;
  }
}

/** The materials that a material can be turned into and back, each with how many of the first one it is worth. */
function exchanged(first: number, recipesOf: (materialIndex: number) => readonly KnownRecipe[]): Map<number, number> {
  const ratios = new Map([[first, 1]]);
  for (const [materialIndex, ratio] of ratios) {
    for (const [other, worth] of exchangeRates(materialIndex, recipesOf)) {
      const isBothWays = exchangeRates(other, recipesOf).some(
        ([back, rate]) => back === materialIndex && rate * worth === 1,
      );
      if (isBothWays && !ratios.has(other)) ratios.set(other, ratio * worth);
    }
  }
  return ratios;
}

/** For each recipe of a material with one ingredient: that ingredient, and how many of the material one of it gives. */
function exchangeRates(
  materialIndex: number,
  recipesOf: (materialIndex: number) => readonly KnownRecipe[],
): (readonly [number, number])[] {
  return recipesOf(materialIndex).flatMap(({ makes, from }) => {
    const [part, another] = from;
    if (part === undefined || another !== undefined || part.anyOf.length !== 1) return [];
    return [[part.anyOf[0]!, makes / part.count] as const];
  });
}
