import type { Platform, Player } from "../../platform.ts";
import type { PassListener } from "./pass-listener.ts";

/** Looks that one tick may carry; a scan of 500 players takes 16 ticks. */
const PLAYERS_PER_TICK = 32;

/** At least this many are looked at, even if the tick end's time is spent. */
const MIN_PLAYERS = 8;

/** Section 3: looks at every online player every `interval` ticks, a slice a tick. The first pass begins after `interval` ticks. */
export class PeriodicScan {
  readonly #platform: Platform;
  readonly #interval: number;
  readonly #scan: (player: Player) => void;
  readonly #isSpent: () => boolean;
  readonly #listener: PassListener | undefined;
  #ticks = 0;
  /** False until the first pass. */
  hasBegun = false;
  #waiting: Player[] = [];

  constructor(
    platform: Platform,
    interval: number,
    scan: (player: Player) => void,
    listener?: PassListener,
    isSpent: () => boolean = () => false,
  ) {
    this.#isSpent = isSpent;
    this.#platform = platform;
    this.#interval = interval;
    this.#scan = scan;
    this.#listener = listener;
  }

  /** Called once a tick. */
  tick(): void {
    // A pass that takes longer than the interval is finished first: otherwise the last players would never be looked at.
    if (++this.#ticks % this.#interval === 0 && !this.isRunning) this.start();
    if (this.#waiting.length > 0) this.slice();
  }

  /** Begins a pass over all players who are online now. */
  start(): void {
    this.hasBegun = true;
    this.#waiting = [...this.#platform.players()].reverse();
    this.#listener?.onPassBegin();
    if (!this.isRunning) this.#listener?.onPassEnd();
  }

  get isRunning(): boolean {
    return this.#waiting.length > 0;
  }

  /** One tick's share of a pass. */
  slice(): void {
    for (let count = 0; count < PLAYERS_PER_TICK; count++) {
      if (count >= MIN_PLAYERS && this.#isSpent()) return;
      const player = this.#waiting.pop();
      if (player === undefined) break;
      this.#scan(player);
    }
    if (!this.isRunning) this.#listener?.onPassEnd();
  }
}
