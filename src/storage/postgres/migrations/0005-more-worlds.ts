/**
 * Allows more than 32,767 worlds, without rewriting a table of rows (`world-refs.ts`). Views that others have built on ours stay, because
 * a view is replaced and never dropped. While the column changes its type, the view shows nothing, but only in this transaction.
 */
export const moreWorlds = {
  number: 5,
  name: "more worlds",
  sql: `
    CREATE FUNCTION dt_world(world smallint, beside smallint) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN CASE WHEN beside >= 0 THEN world
        ELSE (world::integer & 65535) | (((-1 - beside::integer) >> 9) << 16) END;
    CREATE FUNCTION dt_beside(beside smallint) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN CASE WHEN beside >= 0 THEN beside ELSE (-1 - beside::integer) & 511 END;

    CREATE OR REPLACE VIEW tracker_item_transfers AS
      SELECT i.uuid AS item_uuid, i.uuid AS player_uuid, CASE WHEN true THEN u.action ELSE a.name END AS action,
             CASE WHEN true THEN u.location ELSE a.name || ':' END AS location, i.first_seen AS ts, s.name AS server
      FROM dt_items i, dt_unusual u, dt_actions a, dt_servers s WHERE false;
    ALTER TABLE dt_worlds ALTER COLUMN ref TYPE integer;
    CREATE OR REPLACE VIEW tracker_item_transfers AS
      SELECT i.uuid AS item_uuid,
             p.uuid AS player_uuid,
             CASE WHEN w.is_unusual THEN u.action ELSE a.name END AS action,
             CASE WHEN w.is_unusual THEN u.location
                  ELSE w.name || ':' || t.x || ',' || t.y || ',' || t.z END AS location,
             t.ts,
             s.name AS server
      FROM dt_transfers t
      JOIN dt_items i ON i.ref = t.item
      JOIN dt_players p ON p.ref = t.player
      JOIN dt_worlds w ON w.ref = dt_world(t.world, t.action)
      JOIN dt_servers s ON s.ref = w.server
      LEFT JOIN dt_actions a ON a.ref = dt_beside(t.action)
      LEFT JOIN dt_unusual u ON w.is_unusual AND u.ref = t.x;
  `,
};
