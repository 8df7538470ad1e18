import { parseLocation, type StoreQuestions, type TransferRecord } from "../../../core/storage-face.ts";
import { storableText } from "../../storable-text.ts";
import type { Row, Statements } from "../connection.ts";

type TransferQuestion =
  | "getItemTransferHistory"
  | "getEarliestTransferTs"
  | "lastTransferAt"
  | "transfersAt"
  | "itemsOfPlayer";

export function transferQuestions(to: Statements, server: number): Pick<StoreQuestions, TransferQuestion> {
  return {
    async getItemTransferHistory(itemId, limit) {
      return (await to.query(HISTORY, [itemId, limit])).map(transferFrom);
    },

    async getEarliestTransferTs(itemId, playerId) {
      const [row] = await to.query(EARLIEST, [itemId, playerId]);
      return row?.ts == null ? null : Math.round(row.ts as number);
    },

    /** On this server only, because another may have a world of the same name. */
    async lastTransferAt(itemId, location, actions) {
      const block = parseLocation(location);
      if (block === undefined) return undefined;
      const { world, x, y, z } = block;
      const name = storableText(world);
      const values = [itemId, x, y, z, name, server, actions, `${name}:${x},${y},${z}`];
      const [row] = await to.query(LAST_AT_BLOCK, values);
      return row && transferFrom(row);
    },

    async transfersAt({ world, x, y, z }, { offset, limit }) {
      const name = world === undefined ? null : storableText(world);
      const rows = await to.query(AT_BLOCK, [x, y, z, name, server, limit, offset, `:${x},${y},${z}`]);
      return rows.map((row) => ({
        ...transferFrom(row),
        itemId: row.id as string,
        material: row.material as string,
      }));
    },

    async itemsOfPlayer(playerId, { offset, limit }) {
      const rows = await to.query(HANDLED, [playerId, limit, offset]);
      return rows.map(({ id, material, action, location, ts, server_name }) => ({
        itemId: id as string,
        material: material as string,
        lastAction: action as string,
        lastLocation: location as string,
        lastTimestamp: Math.round(ts as number),
        lastServer: server_name as string,
      }));
    },
  };
}

function transferFrom({ player, action, location, ts, server_name }: Row): TransferRecord {
  return {
    playerUUID: player as string,
    action: action as string,
    location: location as string,
    timestamp: Math.round(ts as number),
    server: server_name as string,
  };
}

/** Reads a transfer's columns; `t`, `w`, `s`, `a` and `u` are its tables. */
export const ACTION_AND_LOCATION = `
  CASE WHEN w.is_unusual THEN u.action ELSE a.name END AS action,
  CASE WHEN w.is_unusual THEN u.location ELSE w.name || ':' || t.x || ',' || t.y || ',' || t.z END AS location,
  (extract(epoch FROM t.ts) * 1000)::float8 AS ts, s.name AS server_name`;
export const WITH_TEXTS = `
  JOIN dt_worlds AS w ON w.ref = dt_world(t.world, t.action)
  JOIN dt_servers AS s ON s.ref = w.server
  LEFT JOIN dt_actions AS a ON a.ref = dt_beside(t.action)
  LEFT JOIN dt_unusual AS u ON w.is_unusual AND u.ref = t.x`;

/** The index returns the hours, newest first; the rows of each hour are sorted as they are read. */
const HISTORY = `
  SELECT p.uuid::text AS player, ${ACTION_AND_LOCATION}
  FROM (
    SELECT * FROM dt_transfers WHERE item = (SELECT ref FROM dt_items WHERE uuid = $1)
    ORDER BY dt_hour(ts) DESC, ts DESC, tie DESC LIMIT $2
  ) AS t
  JOIN dt_players AS p ON p.ref = t.player ${WITH_TEXTS}
  ORDER BY t.ts DESC, t.tie DESC`;

const LAST_AT_BLOCK = `
  SELECT p.uuid::text AS player, ${ACTION_AND_LOCATION}
  FROM dt_transfers AS t
  JOIN dt_players AS p ON p.ref = t.player ${WITH_TEXTS}
  WHERE t.item = (SELECT ref FROM dt_items WHERE uuid = $1) AND w.server = $6 AND CASE WHEN w.is_unusual
    THEN u.location = $8 AND u.action = ANY ($7::text[])
    ELSE t.x = $2::int8 AND t.y = $3::int8 AND t.z = $4::int8 AND w.name = $5 AND a.name = ANY ($7::text[]) END
  ORDER BY t.ts DESC, t.tie DESC LIMIT 1`;

/**
 * Reads all transfers: an index by block would cost more than the rare questions of staff. The first condition leaves few rows to join;
 * those whose location is kept as text have 0 as y and z.
 */
const AT_BLOCK = `
  SELECT p.uuid::text AS player, i.uuid::text AS id, coalesce(m.name, '') AS material, ${ACTION_AND_LOCATION}
  FROM dt_transfers AS t
  JOIN dt_players AS p ON p.ref = t.player ${WITH_TEXTS}
  JOIN dt_items AS i ON i.ref = t.item LEFT JOIN dt_materials AS m ON m.ref = i.material
  WHERE (t.x = $1::int8 AND t.y = $2::int8 AND t.z = $3::int8 OR t.y = 0 AND t.z = 0) AND w.server = $5
    AND CASE WHEN w.is_unusual THEN right(u.location, length($8)) = $8 AND ($4::text IS NULL OR u.location = $4 || $8)
    ELSE t.x = $1::int8 AND t.y = $2::int8 AND t.z = $3::int8 AND ($4::text IS NULL OR w.name = $4) END
  ORDER BY t.ts DESC, t.item DESC, t.tie DESC LIMIT $6 OFFSET $7`;

/** `player + 0` avoids the index by player: an item has few rows, a player may have a million. */
const EARLIEST = `
  SELECT (extract(epoch FROM min(ts)) * 1000)::float8 AS ts FROM dt_transfers
  WHERE item = (SELECT ref FROM dt_items WHERE uuid = $1) AND player + 0 = (SELECT ref FROM dt_players WHERE uuid = $2)`;

const HANDLED = `
  SELECT i.uuid::text AS id, coalesce(m.name, '') AS material, ${ACTION_AND_LOCATION}
  FROM (
    SELECT * FROM (
      SELECT DISTINCT ON (item) * FROM dt_transfers WHERE player = (SELECT ref FROM dt_players WHERE uuid = $1)
      ORDER BY item, ts DESC, tie DESC
    ) AS last ORDER BY ts DESC, tie DESC, item LIMIT $2 OFFSET $3
  ) AS t
  JOIN dt_items AS i ON i.ref = t.item LEFT JOIN dt_materials AS m ON m.ref = i.material ${WITH_TEXTS}
  ORDER BY t.ts DESC, t.tie DESC, t.item`;
