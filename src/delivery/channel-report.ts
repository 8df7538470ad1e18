import {
  type ChannelHealth,
  type ChannelName,
  type Clock,
  type DeliveryFailure,
  OncePerMinute,
} from "../core/index.ts";
import type { Notice } from "./thread-protocol.ts";

/** Keeps the counts of one channel and decides what the operator reads: one warning a minute, and one line when it works again. */
export class ChannelReport {
  readonly #channel: ChannelName;
  readonly #host: string;
  readonly #tell: (notice: Notice) => void;
  readonly #warnings: OncePerMinute;
  readonly #total = { delivered: 0, lost: 0, overflowed: 0 };
  /** Counts since the last notice. */
  #untold = { lost: 0, overflowed: 0 };
  /** The last warning to the operator that is still open. */
  #told: "failing" | "overflowing" | undefined;
  #failure: DeliveryFailure | undefined;

  constructor(channel: ChannelName, host: string, clock: Clock, tell: (notice: Notice) => void) {
    this.#channel = channel;
    this.#host = host;
    this.#warnings = new OncePerMinute(clock);
    this.#tell = tell;
  }

  noteDelivered(isQueueEmpty: boolean): void {
    this.#total.delivered++;
    this.#failure = undefined;
    const isOver = this.#told === "failing" || (this.#told === "overflowing" && isQueueEmpty);
    if (!isOver) return;
    this.#told = undefined;
    this.#tell({ ...this.#who(), kind: "working-again", ...this.#takeUntold() });
  }

  /** Call this if a test message failed. No alert was lost, and the person who asked gets the answer. */
  noteTestFailed(failure: DeliveryFailure): void {
    this.#failure = failure;
  }

  noteFailed(failure: DeliveryFailure): void {
    this.#failure = failure;
    this.#total.lost++;
    this.#untold.lost++;
    this.#warn();
  }

  /** Called now and then: repeats the warning about a failing channel every minute until it works again, even if nothing is sent. */
  remind(): void {
    if (this.#told === "failing") this.#warn();
  }

  noteOverflow(count: number): void {
    if (count === 0) return;
    this.#total.overflowed += count;
    this.#untold.overflowed += count;
    this.#warn();
  }

  noteUnsentAtStop(count: number): void {
    if (count > 0) this.#tell({ ...this.#who(), kind: "unsent-at-stop", count });
  }

  health(waiting: number): ChannelHealth {
    const failure = this.#failure;
    const state = failure ? "failing" : this.#total.delivered > 0 ? "working" : "untried";
    return { ...this.#who(), state, waiting, ...this.#total, ...(failure && { failure }) };
  }

  #warn(): void {
    this.#warnings.run(() => {
      const failure = this.#failure;
      this.#told = failure ? "failing" : "overflowing";
      const { lost, overflowed } = this.#takeUntold();
      if (failure) this.#tell({ ...this.#who(), kind: "failing", failure, lost, overflowed });
      else this.#tell({ ...this.#who(), kind: "overflowing", overflowed });
    });
  }

  #who(): { channel: ChannelName; host: string } {
    return { channel: this.#channel, host: this.#host };
  }

  #takeUntold(): { lost: number; overflowed: number } {
    const untold = this.#untold;
    this.#untold = { lost: 0, overflowed: 0 };
    return untold;
  }
}
