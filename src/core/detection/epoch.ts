/**
 * The time since this process started. After an unclean stop the store may be newer than what the world was saved with:
 * what rests on history from before is then no evidence until the places themselves were looked at.
 */
export class Epoch {
  #startedMs = 0;
  #isUnclean = false;

  begin(startedMs: number, wasCleanStop: boolean): void {
    this.#startedMs = startedMs;
    this.#isUnclean = !wasCleanStop;
  }

  /** True when something confirmed at that time may have been undone by a crash. */
  isDoubtful(confirmedMs: number): boolean {
    return this.#isUnclean && confirmedMs < this.#startedMs;
  }

  get isUnclean(): boolean {
    return this.#isUnclean;
  }
}
