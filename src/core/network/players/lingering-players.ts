import { LONGEST_SILENCE_MS } from "../../looking/superseded-sessions.ts";
import type { GameClock } from "../../time/game-clock.ts";

/** Players who have quit and are still served: a client need not close its connection. */
export class LingeringPlayers {
  readonly #clock: Pick<GameClock, "steadyMs">;
  readonly #isServed: (playerId: string) => boolean;
  readonly #onStayed: (playerId: string) => void;
  readonly #onGone: (playerId: string) => void;
  /** Players who have quit lately, and when. */
  readonly #quit = new Map<string, number>();
  readonly #lingering = new Set<string>();

  /** `onStayed`: a player who had quit is still served, and counts as being here. `onGone`: such a player is no longer served. */
  constructor(
    clock: Pick<GameClock, "steadyMs">,
    isServed: (playerId: string) => boolean,
    onStayed: (playerId: string) => void,
    onGone: (playerId: string) => void,
  ) {
    this.#clock = clock;
    this.#isServed = isServed;
    this.#onStayed = onStayed;
    this.#onGone = onGone;
  }

  onPlayerJoin(playerId: string): void {
    this.#quit.delete(playerId);
    this.#lingering.delete(playerId);
  }

  onPlayerQuit(playerId: string): void {
    this.#lingering.delete(playerId);
    this.#quit.set(playerId, this.#clock.steadyMs);
  }

  /** Every few seconds. */
  checkServed(): void {
    for (const playerId of this.#lingering) {
      if (this.#isServed(playerId)) continue;
      this.#lingering.delete(playerId);
      this.#onGone(playerId);
    }
    for (const [playerId, quitMs] of this.#quit) {
      if (!this.#isServed(playerId)) this.#quit.delete(playerId);
      // Until then, the client may be gone.
      else if (this.#clock.steadyMs - quitMs > LONGEST_SILENCE_MS) {
        this.#quit.delete(playerId);
        this.#lingering.add(playerId);
        this.#onStayed(playerId);
      }
    }
  }
}
