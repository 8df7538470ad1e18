/**
 * Goes through one item's rows, the oldest first, and says which of them may leave the store: all before this time except each player's
 * earliest and the item's last one. Rows come one by one, because an item may have a million.
 */
export class ArchivableRows {
  readonly #beforeMs: number;
  readonly #players = new Set<number>();
  #mayLeave = false;
  /** True if the row right before the last one asked about may leave as well. */
  follows = false;

  constructor(beforeMs: number) {
    this.#beforeMs = beforeMs;
  }

  /** True if the next row may leave. `hasLater`: the item has a later row than this one, and this one comes clearly before it. */
  mayLeave(player: number, timestampMs: number, hasLater: boolean): boolean {
    this.follows = this.#mayLeave;
    const players = this.#players.size;
    this.#players.add(player);
    this.#mayLeave = hasLater && timestampMs < this.#beforeMs && this.#players.size === players;
    return this.#mayLeave;
  }
}
