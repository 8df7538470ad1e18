import type { Serenity } from "@serenityjs/core";

/** How often we ask whether a tick has ended, in seconds. */
const ASK_EVERY_S = 0.01;

/**
 * Calls back between two ticks. Serenity's own tick signal comes only while somebody is online, and in the middle of the loop.
 * Its simulations always run, before the next tick begins and while no packet is being handled.
 */
export class Ticks {
  readonly #serenity: Serenity;
  readonly #callbacks = new Set<() => void>();
  #seen: bigint;

  constructor(serenity: Serenity) {
    this.#serenity = serenity;
    this.#seen = serenity.currentTick;
    serenity.simulate(ASK_EVERY_S, () => this.#ask());
  }

  on(callback: () => void): () => void {
    this.#callbacks.add(callback);
    return () => this.#callbacks.delete(callback);
  }

  /** Resolves after `count` ticks, or after `patienceMs` if the server has stopped ticking. */
  after(count: number, patienceMs: number): Promise<void> {
    return new Promise((resolve) => {
      let left = count;
      const finish = () => {
        end();
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(finish, patienceMs);
      const end = this.on(() => {
        if (--left <= 0) finish();
      });
    });
  }

  #ask(): void {
    if (this.#serenity.currentTick === this.#seen) return;
    this.#seen = this.#serenity.currentTick;
    for (const callback of this.#callbacks) {
      try {
        callback();
      } catch (error) {
        // A simulation that throws ends the server's loop (0.8.21).
        this.#serenity.logger.error("[Doubletake] The end of a tick failed:", error);
      }
    }
  }
}
