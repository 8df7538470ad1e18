/**
 * The time since this process started. After an unclean stop the store may be newer than what the world was saved with:
 * what rests on history from before is then no evidence until the places themselves were looked at.
 */
export class CrashDoubt {
  #isUnclean = false;
  /** Ids that this process has seen, in an unclean epoch. By id and not by time: clocks are set, also over a restart. */
  readonly #confirmed = new Set<string>();
  #doubtfulBeforeMs = Number.NEGATIVE_INFINITY;

  /** `crashNoticedMs` is when the last crash was noticed, be it several starts ago; left out when there was none. */
  begin(wasCleanStop: boolean, startedMs: number, crashNoticedMs = Number.NEGATIVE_INFINITY): void {
    this.#isUnclean = !wasCleanStop;
    // Should the clock have been set back since, what this process sees is no matter of doubt all the same.
    this.#doubtfulBeforeMs = Math.min(startedMs, crashNoticedMs);
  }

  get isUnclean(): boolean {
    return this.#isUnclean;
  }

  /** The id was seen, or asked about and found where the store has it. */
  confirm(itemId: string): void {
    if (this.#isUnclean) this.#confirmed.add(itemId);
  }

  /** True when something was confirmed before the last crash, and not since: a clean restart meanwhile makes it no better. */
  isFromBeforeCrash(confirmedMs: number): boolean {
    return confirmedMs < this.#doubtfulBeforeMs;
  }

  /** True when all that is known of the id was confirmed before a crash, which may have undone it. */
  isDoubtful(itemId: string): boolean {
    return this.#isUnclean && !this.#confirmed.has(itemId);
  }
}
