import type { Store } from "../store.ts";
import type { GameClock } from "../time/game-clock.ts";
import type { Servers } from "./server-states.ts";

/** Time between two heartbeats, however slow the game is. */
const BEAT_MS = 5000;
/** The same until the first one is answered, and after one that was not. */
const SOON_MS = 1000;

/** Tells other servers that this one is alive, and learns which of them are. */
export class Heartbeats {
  readonly #clock: Pick<GameClock, "steadyMs">;
  readonly #servers: Servers;
  readonly #mayBeat: () => boolean;
  readonly #onAnswer: (hadOthers: boolean) => void;
  #nextMs = Number.NEGATIVE_INFINITY;
  /** Whether there were others before the last answer. Set from an answer until the next tick end. */
  #hadOthers: boolean | undefined;

  /**
   * `mayBeat`: false while something must reach the database before the others take this server for one that answers. `onAnswer` is called
   * at a tick end when the list of servers has been updated.
   */
  constructor(
    clock: Pick<GameClock, "steadyMs">,
    servers: Servers,
    mayBeat: () => boolean,
    onAnswer: (hadOthers: boolean) => void,
  ) {
    this.#clock = clock;
    this.#servers = servers;
    this.#mayBeat = mayBeat;
    this.#onAnswer = onAnswer;
  }

  /** Called at a tick end. True if a heartbeat was due. */
  tick(store: Store): boolean {
    const hadOthers = this.#hadOthers;
    this.#hadOthers = undefined;
    if (hadOthers !== undefined) this.#onAnswer(hadOthers);
    if (this.#clock.steadyMs < this.#nextMs || !this.#mayBeat()) return false;
    // Players who join wait until it is known whether there are others.
    this.#nextMs = this.#clock.steadyMs + (this.#servers.isKnown ? BEAT_MS : SOON_MS);
    const { hasOthers } = this.#servers;
    this.#beat(store).then(
      () => {
        this.#hadOthers ??= hasOthers;
      },
      // The store itself reports that it is away. What is known of the others stays. Once it is back, they must not take this server for
      // silent.
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
