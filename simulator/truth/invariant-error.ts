/** Thrown if an invariant of the simulated world does not hold: the bench itself is broken, and its numbers mean nothing. */
export class InvariantError extends Error {
  /** The invariant's number in the simulator's list. */
  readonly invariant: number;

  constructor(invariant: number, problem: string) {
    super(`Invariant ${invariant} of the simulated world is broken: ${problem}.`);
    this.name = "InvariantError";
    this.invariant = invariant;
  }
}
