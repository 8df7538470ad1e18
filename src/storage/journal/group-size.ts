/** A database that keeps up gets the rows since the last group. After an outage or in a flood, a group has at most this many. */
const MAX_ROWS = 400_000;
/** With fewer rows, the commit takes longer than the rows themselves. */
const MIN_ROWS = 10_000;
const FIRST_ROWS = 100_000;
/** How long a group should take. Questions wait for it, and a group that takes far longer looks like a silent database. */
const AIM_MS = 2_000;

/** Decides how many rows are sent in one group, from how long earlier groups took. */
export class GroupSize {
  #rows = FIRST_ROWS;

  get rows(): number {
    return this.#rows;
  }

  /** Call this after a group was written, with its rows and the time it took. */
  written(rows: number, ms: number): void {
    const isFull = rows * 2 > this.#rows;
    // A small, quick group says nothing about a larger one.
    if (!isFull && ms <= AIM_MS) return;
    const fitting = Math.floor((rows * AIM_MS) / Math.max(ms, 1));
    this.#rows = Math.min(Math.max(fitting, MIN_ROWS), this.#rows * 2, MAX_ROWS);
  }
}
