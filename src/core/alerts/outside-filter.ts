import type { ChannelName } from "../config/settings.ts";
import type { Alert } from "../model/alert.ts";
import { isAtLeast, type Severity } from "../model/alert.ts";
import type { Clock, RunLater } from "../time/clock.ts";
import { BurstWindow } from "./burst-window.ts";

interface OutsideFilterParts {
  readonly channels: readonly ChannelName[];
  readonly minSeverity: Severity;
  readonly rateLimitSeconds: number;
  readonly clock: Clock;
  readonly runLater: RunLater;
  readonly pass: (alert: Alert, channels: readonly ChannelName[]) => void;
}

/**
 * Decides what may leave the game: severity first, then at most one alert per player and item in a window. Each channel has its own
 * windows, because `sendDuplicateAlert` goes to one channel only and must not silence the others.
 */
export class OutsideFilter {
  readonly #parts: OutsideFilterParts;
  readonly #windows: ReadonlyMap<ChannelName, BurstWindow>;
  #wakeUp: { readonly dueMs: number; readonly cancel: () => void } | undefined;

  constructor(parts: OutsideFilterParts) {
    this.#parts = parts;
    this.#windows = new Map(parts.channels.map((name) => [name, new BurstWindow(parts.rateLimitSeconds * 1000)]));
  }

  isHeard(severity: Severity): boolean {
    return this.#parts.channels.length > 0 && isAtLeast(severity, this.#parts.minSeverity);
  }

  /** Offers the alert to every channel, or only to the one named. */
  offer(alert: Alert, only?: ChannelName): void {
    if (!this.isHeard(alert.severity)) return;
    const now = this.#parts.clock.now();
    const key = burstKey(alert);
    const open = this.#parts.channels.filter(
      (name) => (only === undefined || name === only) && this.#windows.get(name)!.admits(key, alert, now),
    );
    if (open.length > 0) this.#parts.pass(alert, open);
    this.#planRelease(now);
  }

  /** Sends the alerts that wait for their windows to end. */
  flush(): void {
    this.#wakeUp?.cancel();
    this.#wakeUp = undefined;
    this.#passAll((window) => window.releaseAll());
  }

  #release(): void {
    this.#wakeUp = undefined;
    const now = this.#parts.clock.now();
    this.#passAll((window) => window.release(now));
    this.#planRelease(now);
  }

  #passAll(take: (window: BurstWindow) => Alert[]): void {
    const released = new Map<Alert, ChannelName[]>();
    for (const [name, window] of this.#windows) {
      for (const alert of take(window)) released.set(alert, [...(released.get(alert) ?? []), name]);
    }
    for (const [alert, channels] of released) this.#parts.pass(alert, channels);
  }

  #planRelease(now: number): void {
    let dueMs = Number.POSITIVE_INFINITY;
    for (const window of this.#windows.values()) dueMs = Math.min(dueMs, window.nextDueMs);
    if (dueMs === Number.POSITIVE_INFINITY || (this.#wakeUp && this.#wakeUp.dueMs <= dueMs)) return;
    this.#wakeUp?.cancel();
    this.#wakeUp = { dueMs, cancel: this.#parts.runLater(Math.max(0, dueMs - now), () => this.#release()) };
  }
}

/** The item is known by its id; a ledger's alert has none, and is about a material. */
function burstKey({ player, itemId, material }: Alert): string {
  return `${itemId === "" ? material : itemId} ${player}`;
}
