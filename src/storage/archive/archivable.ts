/**
 * Goes through one item's rows, the oldest first, and says which of them may leave the store: all before this time except each player's
 * earliest and the item's last one. Rows come one by one, because an item may have a million.
 */
export class ArchivableRows<Row> {
  readonly #beforeMs: number;
  readonly #archive: (row: Row, follows: boolean) => void;
  readonly #players = new Set<number>();
  #last: Row | undefined;
  #isLastEarliest = true;
  /** True if the row before the last one was archived. */
  #follows = false;

  /** `archive` is called for each row that may leave. `follows`: the row right before it in the store may leave as well. */
  constructor(beforeMs: number, archive: (row: Row, follows: boolean) => void) {
    this.#beforeMs = beforeMs;
    this.#archive = archive;
  }

  /** Takes the next row. False if no later one need be taken. */
  take(row: Row, player: number, timestampMs: number): boolean {
    // This row is later than the last one, so that one is not the item's last.
    if (this.#last !== undefined && !this.#isLastEarliest) this.#archive(this.#last, this.#follows);
    this.#last = undefined;
    if (timestampMs >= this.#beforeMs) return false;
    this.#follows = !this.#isLastEarliest;
    this.#isLastEarliest = !this.#players.has(player);
    if (this.#isLastEarliest) this.#players.add(player);
    this.#last = row;
    return true;
  }
}
