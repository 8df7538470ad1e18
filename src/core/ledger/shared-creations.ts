import type { Gain, GainMember } from "./gain.ts";

/** What several players have created together, and nobody can tell who. */
export interface SharedCreation {
  readonly cls: number;
  /** In units of the class. */
  readonly units: number;
  /** Where it may have been created. */
  readonly members: readonly GainMember[];
}

/** Creations that are remembered; of more than these the first ones are forgotten. */
const MAX_UNTOLD = 256;

/** What was created and is too little to be told, until it has added up: each time the same player was among those who may have done it. */
export class SharedCreations {
  #untold: SharedCreation[] = [];

  /** Adds what was created in one of these gains. Returns all of it that one player may have to do with, when that `isEnough`. */
  add(
    cls: number,
    units: number,
    among: readonly Gain[],
    isEnough: (creation: SharedCreation) => boolean,
  ): SharedCreation | undefined {
    const members = among.flatMap((gain) => gain.members).filter(({ claimants }) => claimants.size > 0);
    this.#untold.push({ cls, units, members });
    if (this.#untold.length > MAX_UNTOLD) this.#untold.shift();
    const sums = [...claimantsOf(members)].map((id) => {
      const theirs = this.#untold.filter((one) => one.cls === cls && claimantsOf(one.members).has(id));
      const sum = theirs.reduce((total, one) => total + one.units, 0);
      return { theirs, creation: { cls, units: sum, members: [...new Set(theirs.flatMap((one) => one.members))] } };
    });
    const most = sums.toSorted((one, other) => other.creation.units - one.creation.units)[0];
    if (most === undefined || !isEnough(most.creation)) return undefined;
    this.#untold = this.#untold.filter((one) => !most.theirs.includes(one));
    return most.creation;
  }
}

/** Everybody who may have created something at one of these places. */
export function claimantsOf(members: readonly GainMember[]): Set<string> {
  return new Set(members.flatMap(({ claimants }) => [...claimants]));
}
