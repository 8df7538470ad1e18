/** Players who have said goodbye and are served all the same: a client need not close its connection. */
export class LingeringPlayers {
  readonly #isServed: (playerId: string) => boolean;
  readonly #onStayed: (playerId: string) => void;
  readonly #onGone: (playerId: string) => void;
  /** Who has quit since the last sign of life of this server, and before it: who quits may be listed for a moment longer. */
  #quit = new Set<string>();
  #quitEarlier = new Set<string>();
  readonly #lingering = new Set<string>();

  /** `onStayed`: who had quit is still served, and counts as being here; `onGone`: and now is not any more. */
  constructor(
    isServed: (playerId: string) => boolean,
    onStayed: (playerId: string) => void,
    onGone: (playerId: string) => void,
  ) {
    this.#isServed = isServed;
    this.#onStayed = onStayed;
    this.#onGone = onGone;
  }

  joined(playerId: string): void {
    for (const players of [this.#quit, this.#quitEarlier, this.#lingering]) players.delete(playerId);
  }

  left(playerId: string): void {
    this.#lingering.delete(playerId);
    this.#quit.add(playerId);
  }

  /** Every few seconds. */
  check(): void {
    for (const playerId of this.#lingering) {
      if (this.#isServed(playerId)) continue;
      this.#lingering.delete(playerId);
      this.#onGone(playerId);
    }
    for (const playerId of this.#quitEarlier) {
      if (!this.#isServed(playerId)) continue;
      this.#lingering.add(playerId);
      this.#onStayed(playerId);
    }
    this.#quitEarlier = this.#quit;
    this.#quit = new Set();
  }
}
