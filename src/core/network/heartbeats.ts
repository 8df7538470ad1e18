import type { Store } from "../store.ts";
import type { GameClock } from "../time/game-clock.ts";
import type { Servers } from "./server-states.ts";

/** Ticks between two heartbeats: five seconds. */
const BEAT_TICKS = 100;
/** The same until the first one was answered, and after one that was not: a second. */
const SOON_TICKS = 20;

/** Says that this server lives, and hears who else does. */
export class Heartbeats {
  readonly #clock: Pick<GameClock, "tick">;
  readonly #servers: Servers;
  readonly #onAnswer: (hadOthers: boolean) => void;
  #nextTick = 0;

  /** `onAnswer`: it is known anew who else is there. */
  constructor(clock: Pick<GameClock, "tick">, servers: Servers, onAnswer: (hadOthers: boolean) => void) {
    this.#clock = clock;
    this.#servers = servers;
    this.#onAnswer = onAnswer;
  }

  /** At a tick end. True when one was due. */
  tickEnd(store: Store): boolean {
    if (this.#clock.tick < this.#nextTick) return false;
    // Whoever joins waits until it is known whether there are others.
    this.#nextTick = this.#clock.tick + (this.#servers.isKnown ? BEAT_TICKS : SOON_TICKS);
    const { hasOthers } = this.#servers;
    this.#beat(store).then(
      () => this.#onAnswer(hasOthers),
      // The store says by itself that it is away; what is known of the others stays. Once it is back they must not take this server for silent.
      () => {
        this.#nextTick = Math.min(this.#nextTick, this.#clock.tick + SOON_TICKS);
      },
    );
    return true;
  }

  async #beat(store: Store): Promise<void> {
    await store.heartbeat({ lagRows: store.health().journalledRows, isStopping: false });
    this.#servers.update(await store.servers());
  }
}
