/** What must be known of an item's row to say whether it may leave the store. */
interface Judged {
  readonly player: number;
  readonly timestampMs: number;
}

/**
 * Goes through one item's rows, the oldest first, and gives those that may leave: all before this time but the earliest of each player
 * and the last one. Rows come one by one, since an item may have a million.
 */
export function* archivable<Row extends Judged>(rows: Iterable<Row>, beforeMs: number): Generator<Row> {
  const players = new Set<number>();
  let held: Row | undefined;
  for (const row of rows) {
    // The one before has a later one, so that it is not the last.
    if (held !== undefined) yield held;
    held = undefined;
    if (row.timestampMs >= beforeMs) return;
    if (players.has(row.player)) held = row;
    players.add(row.player);
  }
}
