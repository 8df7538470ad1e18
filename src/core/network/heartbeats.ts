import type { Store } from "../store.ts";
import type { GameClock } from "../time/game-clock.ts";
import type { Servers } from "./server-states.ts";

/** Time between two heartbeats, however slow the game is. */
const BEAT_MS = 5000;
/** The same until the first one is answered, and after one that was not. */
const SOON_MS = 1000;
/** How long a heartbeat waits at most while the store answers. With the time between two, others do not take that for silence. */
const MAX_HELD_MS = 5000;

/** Tells other servers that this one is alive, and learns which of them are. */
export class Heartbeats {
  readonly #clock: Pick<GameClock, "steadyMs">;
  readonly #servers: Servers;
  readonly #mayBeat: () => boolean;
  readonly #onAnswer: (hadOthers: boolean) => void;
  #nextMs = Number.NEGATIVE_INFINITY;
  /** Whether there were others before the last answer. Set from an answer until the next tick end. */
  #hadOthers: boolean | undefined;
  /** Since when a heartbeat waits although the store answers. */
  #heldSinceMs: number | undefined;

  /**
   * `mayBeat`: false while something must reach the database before the others take this server for one that answers. What the database
   * does not take although it answers is waited for only a little while. `onAnswer` is called at a tick end when the list of servers has
   * been updated.
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

  /** Called at a tick end. True if a heartbeat was due. One that must wait only asks for the other servers. */
  tick(store: Store): boolean {
    const hadOthers = this.#hadOthers;
    this.#hadOthers = undefined;
    if (hadOthers !== undefined) this.#onAnswer(hadOthers);
    if (this.#clock.steadyMs < this.#nextMs) return false;
    const mayBeat = this.#mayBeat();
    const isHeld = !mayBeat && !this.#hasWaited;
    // Players who join wait until it is known whether there are others.
    this.#nextMs = this.#clock.steadyMs + (this.#servers.isKnown && !isHeld ? BEAT_MS : SOON_MS);
    const { hasOthers } = this.#servers;
    this.#ask(store, isHeld).then(
      () => {
        this.#hadOthers ??= hasOthers;
        this.#heldSinceMs = mayBeat ? undefined : (this.#heldSinceMs ?? this.#clock.steadyMs);
      },
      // The store itself reports that it is away. What is known of the others stays. Once it is back, they must not take this server for
      // silent.
      () => {
        this.#nextMs = Math.min(this.#nextMs, this.#clock.steadyMs + SOON_MS);
        this.#heldSinceMs = undefined;
      },
    );
    return true;
  }

  get #hasWaited(): boolean {
    return this.#heldSinceMs !== undefined && this.#clock.steadyMs - this.#heldSinceMs >= MAX_HELD_MS;
  }

  async #ask(store: Store, isHeld: boolean): Promise<void> {
    if (!isHeld) await store.heartbeat({ lagRows: store.health().journalledRows, isStopping: false });
    this.#servers.update(await store.servers());
  }
}
