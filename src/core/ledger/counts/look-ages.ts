/** Ticks that are thrown away at a time when nothing is that old any more. */
const WORTH_DROPPING = 1024;

/** How many places were last looked at in which tick: looks come many a tick, and the oldest one is found without a search. */
export class LookAges {
  /** Of each tick from `#first` on. */
  #counts: number[] = [];
  #first = 0;
  /** No place was last looked at before this tick. */
  #oldest = 0;
  #size = 0;

  add(tick: number): void {
    if (this.#size++ === 0) {
      this.#counts = [];
      this.#first = tick;
      this.#oldest = tick;
    }
    if (tick < this.#first) {
      this.#counts.unshift(...new Array<number>(this.#first - tick).fill(0));
      this.#first = tick;
    }
    while (this.#counts.length <= tick - this.#first) this.#counts.push(0);
    this.#counts[tick - this.#first]!++;
    this.#oldest = Math.min(this.#oldest, tick);
  }

  remove(tick: number): void {
    this.#counts[tick - this.#first]!--;
    this.#size--;
  }

  /** `undefined` when there is none. */
  oldest(): number | undefined {
    if (this.#size === 0) return undefined;
    while (this.#counts[this.#oldest - this.#first] === 0) this.#oldest++;
    if (this.#oldest - this.#first > WORTH_DROPPING) {
      this.#counts.splice(0, this.#oldest - this.#first);
      this.#first = this.#oldest;
    }
    return this.#oldest;
  }
}
