import type { Alert } from "../model/alert.ts";
import { isAtLeast, SEVERITIES, type Severity } from "../model/alert.ts";

/** How many players and items are remembered at once. Beyond that the oldest windows end early. */
const MAX_WINDOWS = 10_000;

interface Window {
  readonly key: string;
  readonly startMs: number;
  readonly sent: Severity;
  /** The most severe alert that was dropped, if it is more severe than the one that was sent. */
  held: Alert | undefined;
}

/**
 * Burst protection. Of the alerts with one key (a player and an item), the first is sent, and opens a window. Others within the window are
 * dropped, with one exception: if some are more severe than the alert that was sent, the most severe of them is held. `release` returns it
 * when the window ends, and it opens the next window.
 */
export class BurstWindow {
  readonly #windowMs: number;
  readonly #maxWindows: number;
  /** In the order in which they began. */
  readonly #windows = new Map<string, Window>();
  readonly #holding = new Set<Window>();
  /** Held alerts whose windows did not end by `release`. */
  readonly #overdue: Alert[] = [];
  /** The earliest end of a window that holds an alert, or earlier. */
  #nextDueMs = Number.POSITIVE_INFINITY;
  #lastSweepMs = 0;

  constructor(windowMs: number, maxWindows = MAX_WINDOWS) {
    this.#windowMs = windowMs;
    this.#maxWindows = maxWindows;
  }

  get size(): number {
    return this.#windows.size;
  }

  /** True if the alert must be sent now. */
  admits(key: string, alert: Alert, now: number): boolean {
    let window = this.#windows.get(key);
    if (window !== undefined && !this.#isOpen(window, now)) window = this.#renew(window, now);
    if (window === undefined) {
      this.#sweep(now);
      this.#begin(key, alert.severity, now);
      return true;
    }
    if (isMoreSevere(alert.severity, window.held?.severity ?? window.sent)) this.#hold(window, alert);
    return false;
  }

  /** When to call `release`; infinite if no alert is held. It may be too early, never too late. */
  get nextDueMs(): number {
    return this.#overdue.length > 0 ? Number.NEGATIVE_INFINITY : this.#nextDueMs;
  }

  /** Returns the held alerts whose windows have ended: they must be sent now. */
  release(now: number): Alert[] {
    for (const window of [...this.#holding]) if (!this.#isOpen(window, now)) this.#renew(window, now);
    this.#nextDueMs = Number.POSITIVE_INFINITY;
    for (const { startMs } of this.#holding) this.#nextDueMs = Math.min(this.#nextDueMs, startMs + this.#windowMs);
    return this.#overdue.splice(0);
  }

  /** Returns all held alerts, due or not, at a stop. */
  releaseAll(): Alert[] {
    for (const window of [...this.#holding]) this.#end(window);
    this.#nextDueMs = Number.POSITIVE_INFINITY;
    return this.#overdue.splice(0);
  }

  /** A clock that was set back must not keep a window open for hours. */
  #isOpen({ startMs }: Window, now: number): boolean {
    return now >= startMs && now - startMs < this.#windowMs;
  }

  #begin(key: string, sent: Severity, now: number): Window | undefined {
    if (this.#windowMs <= 0) return undefined;
    const window: Window = { key, startMs: now, sent, held: undefined };
    this.#windows.set(key, window);
    return window;
  }

  #hold(window: Window, alert: Alert): void {
    window.held = alert;
    this.#holding.add(window);
    this.#nextDueMs = Math.min(this.#nextDueMs, window.startMs + this.#windowMs);
  }

  #end(window: Window): void {
    this.#windows.delete(window.key);
    this.#holding.delete(window);
    if (window.held !== undefined) this.#overdue.push(window.held);
  }

  /** Ends a window. An alert that it held is sent now, and opens the next window, which is returned. */
  #renew(window: Window, now: number): Window | undefined {
    this.#end(window);
    return window.held && this.#begin(window.key, window.held.severity, now);
  }

  /**
   * Forgets windows that have ended: once per window length, and when the table is full. A window that holds an alert waits for `release`.
   */
  #sweep(now: number): void {
    const isFull = this.#windows.size >= this.#maxWindows;
    if (!isFull && now - this.#lastSweepMs < this.#windowMs && now >= this.#lastSweepMs) return;
    this.#lastSweepMs = now;
    for (const window of this.#windows.values()) {
      if (window.held === undefined && !this.#isOpen(window, now)) this.#end(window);
    }
    if (this.#windows.size < this.#maxWindows) return;
    let surplus = Math.ceil(this.#maxWindows / 10);
    for (const window of this.#windows.values()) {
      if (surplus-- === 0) break;
      this.#end(window);
    }
  }
}

function isMoreSevere(severity: Severity, than: Severity): boolean {
  return isAtLeast(severity, than) && SEVERITIES.indexOf(severity) !== SEVERITIES.indexOf(than);
}
