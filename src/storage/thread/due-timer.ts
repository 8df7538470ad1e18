/** For work that is done in steps between requests: says when the next one is due, and wakes the loop then. */
export class DueTimer {
  readonly #wake: () => void;
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;

  constructor(wake: () => void) {
    this.#wake = wake;
  }

  /** The next step is due so much later, whatever was planned before. */
  after(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isDue = true;
      this.#wake();
    }, ms);
  }

  /** True once when a step is due: whoever asks takes it. */
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
