import { type ArchiveColumns, rowAt } from "../../archive/files/archive-columns.ts";
import type { PostgresConnection } from "../connection.ts";
import { COUNT_DOWN } from "../partitions/partitions.ts";

/**
 * Deletes rows that are sealed in the archive. A row is deleted only if all its values are the same there, its item has a later row, and
 * its item and player have an earlier one.
 */
export async function clearArchived(
  connection: PostgresConnection,
  server: number,
  columns: ArchiveColumns,
): Promise<void> {
  const rows = columns.itemId.map((_, at) => rowAt(columns, at));
  const values = [
    rows.map(({ itemId }) => itemId),
    rows.map(({ timestampMs }) => timestampMs),
    rows.map(({ playerId }) => playerId),
    rows.map(({ action }) => action),
    rows.map(({ location }) => location),
    rows.map(({ server: name }) => name),
  ];
  await connection.transaction(async () => {
    const deleted = await connection.change(CLEAR, values);
    if (deleted > 0) await connection.query(COUNT_DOWN, [server, deleted]);
  });
}

/** `dt_hour` is in the index. `player + 0` avoids the index by player: an item has few rows, a player may have a million. */
const CLEAR = `
  WITH sealed AS MATERIALIZED (
    SELECT DISTINCT i.ref AS item, p.ref AS player, timestamptz 'epoch' + s.ms * interval '1 millisecond' AS ts,
      s.action, s.location, s.server
    FROM unnest($1::uuid[], $2::float8[], $3::uuid[], $4::text[], $5::text[], $6::text[])
      AS s (item, ms, player, action, location, server)
    JOIN dt_items AS i ON i.uuid = s.item JOIN dt_players AS p ON p.uuid = s.player
  )
  DELETE FROM dt_transfers AS t USING sealed AS s, dt_worlds AS w, dt_servers AS n
  WHERE t.item = s.item AND dt_hour(t.ts) = dt_hour(s.ts) AND t.ts = s.ts AND t.player + 0 = s.player
    AND w.ref = dt_world(t.world, t.action) AND n.ref = w.server AND n.name = s.server
    AND CASE WHEN w.is_unusual
      THEN EXISTS (SELECT FROM dt_unusual AS u WHERE u.ref = t.x AND u.action = s.action AND u.location = s.location)
      ELSE w.name || ':' || t.x || ',' || t.y || ',' || t.z = s.location
        AND dt_beside(t.action) = (SELECT a.ref FROM dt_actions AS a WHERE a.name = s.action) END
    AND EXISTS (SELECT FROM dt_transfers AS l 
      WHERE l.item = t.item AND dt_hour(l.ts) >= dt_hour(t.ts) AND (l.ts, l.tie) > (t.ts, t.tie))
    AND EXISTS (SELECT FROM dt_transfers AS e
      WHERE e.item = t.item AND dt_hour(e.ts) <= dt_hour(t.ts) AND e.player + 0 = t.player AND (e.ts, e.tie) < (t.ts, t.tie))`;
