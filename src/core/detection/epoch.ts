/**
 * The time since this process started. After an unclean stop the store may be newer than what the world was saved with:
 * what rests on history from before is then no evidence until the places themselves were looked at.
 */
export class Epoch {
  #isUnclean = false;
  /** Ids that this process has seen, in an unclean epoch. By id and not by time: clocks are set, also over a restart. */
  readonly #confirmed = new Set<string>();

  begin(wasCleanStop: boolean): void {
    this.#isUnclean = !wasCleanStop;
  }

  get isUnclean(): boolean {
    return this.#isUnclean;
  }

  /** The id was seen, or asked about and found where the store has it. */
  confirm(itemId: string): void {
    if (this.#isUnclean) this.#confirmed.add(itemId);
  }

  /** True when all that is known of the id was confirmed before a crash, which may have undone it. */
  isDoubtful(itemId: string): boolean {
    return this.#isUnclean && !this.#confirmed.has(itemId);
  }
}
