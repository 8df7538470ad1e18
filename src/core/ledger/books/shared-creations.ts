import type { Gain } from "../gains/gain.ts";

/** What several players have created together, and nobody can tell who. */
export interface SharedCreation {
  readonly classIndex: number;
  /** In units of the class. */
  readonly units: number;
  /** Among which it was created. */
  readonly gains: readonly Gain[];
}

/** Creations that are remembered; of more than these the first ones are forgotten. */
const MAX_UNTOLD = 256;

/** What was created and is too little to be told, until it has added up: each time the same player was among those who may have done it. */
export class SharedCreations {
  #untold: SharedCreation[] = [];

  /** Adds what was created in one of these gains. Returns all of it that one player may have to do with, when that `isEnough`. */
  add(
    classIndex: number,
    units: number,
    among: readonly Gain[],
    isEnough: (creation: SharedCreation) => boolean,
  ): SharedCreation | undefined {
    this.#untold.push({ classIndex, units, gains: among });
    if (this.#untold.length > MAX_UNTOLD) this.#untold.shift();
    const sums = [...claimantsOf(among)].map((id) => {
      const theirs = this.#untold.filter((one) => one.classIndex === classIndex && claimantsOf(one.gains).has(id));
      const sum = theirs.reduce((total, one) => total + one.units, 0);
      return { theirs, creation: { classIndex, units: sum, gains: [...new Set(theirs.flatMap((one) => one.gains))] } };
    });
    const most = sums.toSorted((one, other) => other.creation.units - one.creation.units)[0];
    if (most === undefined || !isEnough(most.creation)) return undefined;
    this.#untold = this.#untold.filter((one) => !most.theirs.includes(one));
    return most.creation;
  }
}

/** Everybody who may have created something in one of these gains. */
export function claimantsOf(gains: readonly Gain[]): Set<string> {
  return new Set(gains.flatMap(({ members }) => members.flatMap(({ creators }) => [...creators])));
}
