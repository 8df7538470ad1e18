import type { Gain } from "../gains/gain.ts";

/** Goods that some of several players have created; nobody can tell which. */
export interface SharedCreation {
  /** In units of the class. */
  readonly units: number;
  /** The gains among which they were created, all of one class. */
  readonly gains: readonly Gain[];
}

/** How many creations are remembered. The oldest are forgotten first. */
const MAX_UNTOLD = 256;

/** Keeps creations that are too small for an alert until they add up. They add up if the same player may have made each of them. */
export class SharedCreations {
  #untold: SharedCreation[] = [];

  /** Adds what was created in one of these gains. Returns everything that one player may have had a part in, if that `isEnough`. */
  add(
    units: number,
    among: readonly Gain[],
    isEnough: (creation: SharedCreation) => boolean,
  ): SharedCreation | undefined {
    const { classIndex } = among[0]!;
    this.#untold.push({ units, gains: among });
    if (this.#untold.length > MAX_UNTOLD) this.#untold.shift();
    const sums = [...possibleCreators(among)].map((id) => {
      const isTheirs = ({ gains }: SharedCreation) =>
        gains[0]!.classIndex === classIndex && possibleCreators(gains).has(id);
      const theirs = this.#untold.filter(isTheirs);
      const sum = theirs.reduce((total, one) => total + one.units, 0);
      return { theirs, creation: { units: sum, gains: [...new Set(theirs.flatMap((one) => one.gains))] } };
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
