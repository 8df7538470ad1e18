/** What `archivable` needs to know about a row. */
interface Judged {
  readonly player: number;
  readonly timestampMs: number;
}

/**
 * Goes through one item's rows, the oldest first, and yields those that may leave the store: all before this time except each player's
 * earliest and the item's last one. Rows come one by one, because an item may have a million.
 */
export function* archivable<Row extends Judged>(rows: Iterable<Row>, beforeMs: number): Generator<Row> {
  const players = new Set<number>();
  let held: Row | undefined;
  for (const row of rows) {
    // This row is later than the held one, so the held one is not the last.
    if (held !== undefined) yield held;
    held = undefined;
    if (row.timestampMs >= beforeMs) return;
    if (players.has(row.player)) held = row;
    players.add(row.player);
  }
}
