import type { Store } from "../store.ts";
import type { GameClock } from "../time/game-clock.ts";
import type { Servers } from "./server-states.ts";

/** Between two heartbeats, however slow the game is. */
const BEAT_MS = 5000;
/** The same until the first one was answered, and after one that was not. */
const SOON_MS = 1000;

/** Says that this server lives, and hears who else does. */
export class Heartbeats {
  readonly #clock: Pick<GameClock, "steadyMs">;
  readonly #servers: Servers;
  readonly #onAnswer: (hadOthers: boolean) => void;
  #nextMs = Number.NEGATIVE_INFINITY;
  /** Set when one was answered, until the next tick end: whether there were others before. */
  #hadOthers: boolean | undefined;

  /** `onAnswer`: it is known anew who else is there. Called at tick ends. */
  constructor(clock: Pick<GameClock, "steadyMs">, servers: Servers, onAnswer: (hadOthers: boolean) => void) {
    this.#clock = clock;
    this.#servers = servers;
    this.#onAnswer = onAnswer;
  }

  /** At a tick end. True when one was due. */
  tick(store: Store): boolean {
    const hadOthers = this.#hadOthers;
    this.#hadOthers = undefined;
    if (hadOthers !== undefined) this.#onAnswer(hadOthers);
    if (this.#clock.steadyMs < this.#nextMs) return false;
    // Whoever joins waits until it is known whether there are others.
    this.#nextMs = this.#clock.steadyMs + (this.#servers.isKnown ? BEAT_MS : SOON_MS);
    const { hasOthers } = this.#servers;
    this.#beat(store).then(
      () => {
        this.#hadOthers ??= hasOthers;
      },
      // The store says by itself that it is away; what is known of the others stays. Once it is back they must not take this server for silent.
      () => {
        this.#nextMs = Math.min(this.#nextMs, this.#clock.steadyMs + SOON_MS);
      },
    );
    return true;
  }

  async #beat(store: Store): Promise<void> {
    await store.heartbeat({ lagRows: store.health().journalledRows, isStopping: false });
    this.#servers.update(await store.servers());
  }
}
