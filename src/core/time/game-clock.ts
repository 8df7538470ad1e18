import type { Clock } from "./clock.ts";

/** The length of a tick when nothing is slow. */
const TICK_MS = 50;

/** No tick takes longer than this: a larger step means that the clock was set. */
const LONGEST_TICK_MS = 5000;

/** A tick end that has taken this long leaves what can wait to the next one: each part then does only what it must. */
const TICK_END_MS = 2;

/** The moment at which a wait began. */
export interface WaitStart {
  readonly ms: number;
  readonly tick: number;
}

/**
 * The one clock of a running service: the wall clock, ticks, time as it passes from tick to tick, and the order of events. A wall
 * clock that is set, forward or back, neither ends a wait nor prolongs it.
 */
export class GameClock implements Clock {
  readonly #wall: Clock;
  #lastMs: number | undefined;
  #steadyMs = 0;
  #tick = 0;
  #lastSequence = 0;
  /** When the tick end under way began; `undefined` between tick ends. */
  #tickEndMs: number | undefined;
  #isSpent = false;

  constructor(wall: Clock) {
    this.#wall = wall;
  }

  /** The wall clock. */
  now(): number {
    return this.#wall.now();
  }

  /** Milliseconds of a clock that never goes back, to measure how long something takes. */
  elapsedMs(): number {
    return this.#wall.elapsedMs?.() ?? 0;
  }

  /** Tick ends that have begun so far. */
  get tick(): number {
    return this.#tick;
  }

  /** Milliseconds since the first tick end. A clock that is set does not change them. */
  get steadyMs(): number {
    return this.#steadyMs;
  }

  /** A wait begins now. */
  startWait(): WaitStart {
    return this.ago(0);
  }

  /**
   * The start of a wait that began `ms` ago, in an earlier process. Nobody counted its ticks, so they are taken to have had the usual
   * length.
   */
  ago(ms: number): WaitStart {
    return { ms: this.#steadyMs - ms, tick: this.#tick - Math.floor(ms / TICK_MS) };
  }

  /**
   * True if `ms` have passed, and also as many ticks as that is at 20 a second. A slow server needs those ticks to do what others do in
   * that time.
   */
  hasPassed(ms: number, since: WaitStart): boolean {
    return this.#steadyMs - since.ms >= ms && this.#tick - since.tick >= Math.ceil(ms / TICK_MS);
  }

  /** The next number in the order of looks and reported moves: within one millisecond, time does not tell which came first. */
  nextSequence(): number {
    return ++this.#lastSequence;
  }

  /** True if the tick end under way has taken as long as it may: what can wait, waits. Stays true until it is over. */
  get isSpent(): boolean {
    if (this.#tickEndMs === undefined) return false;
    this.#isSpent ||= this.elapsedMs() - this.#tickEndMs > TICK_END_MS;
    return this.#isSpent;
  }

  /** Called once when a tick end begins. */
  beginTickEnd(): void {
    this.#tickEndMs = this.elapsedMs();
    this.#isSpent = false;
    const now = this.now();
    const passed = this.#lastMs === undefined ? 0 : now - this.#lastMs;
    this.#steadyMs += passed >= 0 && passed <= LONGEST_TICK_MS ? passed : TICK_MS;
    this.#tick++;
    this.#lastMs = now;
  }

  finishTickEnd(): void {
    this.#tickEndMs = undefined;
  }
}
