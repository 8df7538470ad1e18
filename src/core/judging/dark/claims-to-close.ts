import type { Claim } from "../../store.ts";
import type { GameClock } from "../../time/game-clock.ts";

/** Claims that one tick end closes; the rest follows at the next. */
const CLOSED_PER_TICK = 64;

/** At least this many are closed, even if the tick end's time is spent. */
const MIN_CLOSED = 16;

/**
 * Claims on copies that awaited their second look and were seen to leave. A box may take thousands along, so they are closed in turn. Until
 * then they only say that the second look is still to come, which is true.
 */
export class ClaimsToClose {
  readonly #clock: Pick<GameClock, "isSpent">;
  readonly #isOpen: (claim: Claim) => boolean;
  readonly #onClose: (claim: Claim) => void;
  readonly #waiting = new Set<Claim>();
  #closed = 0;

  constructor(
    clock: Pick<GameClock, "isSpent">,
    isOpen: (claim: Claim) => boolean,
    /** Called when the claim's turn has come. */
    onClose: (claim: Claim) => void,
  ) {
    this.#clock = clock;
    this.#isOpen = isOpen;
    this.#onClose = onClose;
  }

  /** False while some are still to be closed. */
  get isDone(): boolean {
    return this.#waiting.size === 0;
  }

  isWaiting(claim: Claim): boolean {
    return this.#waiting.size > 0 && this.#waiting.has(claim);
  }

  /** Closes the claim now if the tick end has time for it, otherwise in its turn. */
  close(claim: Claim): void {
    if (this.#mayClose()) this.closeNow(claim);
    else this.#waiting.add(claim);
  }

  closeNow(claim: Claim): void {
    this.#waiting.delete(claim);
    this.#closed++;
    this.#onClose(claim);
  }

  /** Called once in every tick end. */
  closeWaiting(): void {
    for (const claim of this.#waiting) {
      // The second look may have closed it meanwhile.
      if (!this.#isOpen(claim)) this.#waiting.delete(claim);
      else if (this.#mayClose()) this.closeNow(claim);
      else break;
    }
    this.#closed = 0;
  }

  #mayClose(): boolean {
    return this.#closed < MIN_CLOSED || (this.#closed < CLOSED_PER_TICK && !this.#clock.isSpent);
  }
}
