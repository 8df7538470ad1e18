import type { Later } from "../core/index.ts";

/** Timers that ring when a test says so. */
export class HandTimers {
  readonly #set = new Set<{ readonly delayMs: number; readonly act: () => void }>();

  readonly later: Later = (delayMs, act) => {
    const timer = { delayMs, act };
    this.#set.add(timer);
    return () => this.#set.delete(timer);
  };

  /** How many timers are set, and have neither rung nor been cancelled. */
  get waiting(): number {
    return this.#set.size;
  }

  /** Rings all timers that are set. */
  ring(): void {
    const due = [...this.#set];
    this.#set.clear();
    for (const { act } of due) act();
  }
}
