import type { Gain } from "../gains/gain.ts";

/** Goods that some of several players have created; nobody can tell which. */
export interface SharedCreation {
  readonly classIndex: number;
  /** In units of the class. */
  readonly units: number;
  /** The gains among which they were created. */
  readonly gains: readonly Gain[];
}

/** How many creations are remembered. The oldest are forgotten first. */
const MAX_UNTOLD = 256;

/** Keeps creations that are too small for an alert until they add up. They add up if the same player may have made each of them. */
export class SharedCreations {
  #untold: SharedCreation[] = [];

  /** Adds what was created in one of these gains. Returns everything that one player may have had a part in, if that `isEnough`. */
  add(
    classIndex: number,
    units: number,
    among: readonly Gain[],
    isEnough: (creation: SharedCreation) => boolean,
  ): SharedCreation | undefined {
    this.#untold.push({ classIndex, units, gains: among });
    if (this.#untold.length > MAX_UNTOLD) this.#untold.shift();
    const sums = [...possibleCreators(among)].map((id) => {
      const theirs = this.#untold.filter((one) => one.classIndex === classIndex && possibleCreators(one.gains).has(id));
      const sum = theirs.reduce((total, one) => total + one.units, 0);
      return { theirs, creation: { classIndex, units: sum, gains: [...new Set(theirs.flatMap((one) => one.gains))] } };
    });
    const most = sums.toSorted((one, other) => other.creation.units - one.creation.units)[0];
    if (most === undefined || !isEnough(most.creation)) return undefined;
    this.#untold = this.#untold.filter((one) => !most.theirs.includes(one));
    return most.creation;
  }
}

/** Every player who may have created something in one of these gains. */
export function possibleCreators(gains: readonly Gain[]): Set<string> {
  return new Set(gains.flatMap(({ members }) => members.flatMap(({ creators }) => [...creators])));
}
