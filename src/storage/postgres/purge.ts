import type { PurgeStep } from "../engine.ts";
import type { PostgresConnection } from "./connection.ts";

/** About five hundred rows, of which each item's and player's history is looked at once. */
const BLOCKS_A_STEP = 4;

/**
 * Goes over the transfers in the order in which they lie, a few blocks a step, and deletes what is old enough and
 * neither the newest row of its item nor the earliest of its item and player.
 */
export class Purge {
  #block = 0;

  /** `playerId`: only rows of this player are deleted. */
  async step(
    connection: PostgresConnection,
    server: number,
    olderThanMs: number,
    playerId?: string,
  ): Promise<PurgeStep> {
    const [size] = await connection.query(
      "SELECT pg_relation_size('dt_transfers') / current_setting('block_size')::integer AS blocks",
    );
    const from = this.#block;
    const to = from + BLOCKS_A_STEP;
    const deletedRows = await connection.transaction(async () => {
      const [row] = await connection.query(PURGE, [`(${from},0)`, `(${to},0)`, olderThanMs, playerId ?? null]);
      const deleted = Number(row?.deleted);
      if (deleted > 0) await connection.query(COUNT_DOWN, [server, deleted]);
      return deleted;
    });
    const hasMore = to < Number(size?.blocks);
    this.#block = hasMore ? to : 0;
    return { deletedRows, hasMore };
  }
}

/** `player + 0`: an item has few rows, a player may have a million, so that index must not be used. */
const PURGE = `
  WITH old AS MATERIALIZED (
    SELECT ctid AS at, item, player, ts, tie FROM dt_transfers
    WHERE ctid >= $1::tid AND ctid < $2::tid AND ts < to_timestamp($3::float8 / 1000)
      AND ($4::uuid IS NULL OR player = (SELECT ref FROM dt_players WHERE uuid = $4))
  ), newest AS (
    SELECT old_item.item, newest.ts, newest.tie FROM (SELECT DISTINCT item FROM old) AS old_item
    CROSS JOIN LATERAL (
      SELECT ts, tie FROM dt_transfers WHERE item = old_item.item
      ORDER BY dt_hour(ts) DESC, ts DESC, tie DESC LIMIT 1
    ) AS newest
  ), earliest AS (
    SELECT pair.item, pair.player, earliest.ts, earliest.tie FROM (SELECT DISTINCT item, player FROM old) AS pair
    CROSS JOIN LATERAL (
      SELECT ts, tie FROM dt_transfers WHERE item = pair.item AND player + 0 = pair.player
      ORDER BY dt_hour(ts), ts, tie LIMIT 1
    ) AS earliest
  ), deleted AS (
    DELETE FROM dt_transfers AS t USING old
    JOIN newest ON newest.item = old.item
    JOIN earliest ON earliest.item = old.item AND earliest.player = old.player
    WHERE t.ctid = old.at AND (old.ts, old.tie) <> (newest.ts, newest.tie) AND (old.ts, old.tie) <> (earliest.ts, earliest.tie)
    RETURNING 1
  )
  SELECT count(*) AS deleted FROM deleted`;

const COUNT_DOWN = "UPDATE dt_servers SET transfers = transfers - $2 WHERE ref = $1";
