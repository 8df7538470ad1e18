/** A database that keeps up gets what came since the last group; after an outage, and in a flood, a group has this many at most. */
const MOST_ROWS = 400_000;
/** One commit for fewer takes longer than the rows. */
const LEAST_ROWS = 10_000;
const FIRST_ROWS = 100_000;
/** About so long a group may take: questions wait for it, and a group that takes far longer looks like a database that is silent. */
const AIM_MS = 2_000;

/** How many rows are sent to the database in one group, by how long it took over the groups before. */
export class GroupSize {
  #rows = FIRST_ROWS;

  get rows(): number {
    return this.#rows;
  }

  /** A group of so many rows was written within this time. */
  written(rows: number, ms: number): void {
    const isFull = rows * 2 > this.#rows;
    // A small group that was quick tells nothing about a larger one.
    if (!isFull && ms <= AIM_MS) return;
    const fitting = Math.floor((rows * AIM_MS) / Math.max(ms, 1));
    this.#rows = Math.min(Math.max(fitting, LEAST_ROWS), this.#rows * 2, MOST_ROWS);
  }
}
