/** Knows when the next step of background work is due, and wakes the loop then. */
export class DueTimer {
  readonly #wake: () => void;
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;

  constructor(wake: () => void) {
    this.#wake = wake;
  }

  /** Plans the next step after this time, and cancels any earlier plan. */
  after(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isDue = true;
      this.#wake();
    }, ms);
  }

  /** Returns true once when a step is due; the caller must take it. */
  takeDue(): boolean {
    const isDue = this.#isDue;
    this.#isDue = false;
    return isDue;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#isDue = false;
  }
}
