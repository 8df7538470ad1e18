import type { PurgeStep } from "../../engine.ts";
import type { PostgresConnection } from "../connection.ts";
import { COUNT_DOWN, transferTables } from "../partitions/partitions.ts";

/** About five hundred rows. A step looks up the newest row of each of their items, and the earliest of each item and player. */
const BLOCKS_A_STEP = 4;

/**
 * The purge that an operator asks for. Goes over the transfers in physical order, a few blocks a step, and deletes rows that are old
 * enough, except the newest row of each item and the earliest of each item and player.
 */
export class Purge {
  #block = 0;
  /** The tables that are left, the current one first. */
  #tables: string[] | undefined;

  /** `playerId`: only rows of this player are deleted. */
  async step(
    connection: PostgresConnection,
    server: number,
    olderThanMs: number,
    playerId?: string,
  ): Promise<PurgeStep> {
    this.#tables ??= await transferTables(connection);
    const [table] = this.#tables;
    const [size] = await connection.query(
      `SELECT pg_relation_size('${table}') / current_setting('block_size')::integer AS blocks`,
    );
    const from = this.#block;
    const to = from + BLOCKS_A_STEP;
    const deletedRows = await connection.transaction(async () => {
      const [row] = await connection.query(purgeOf(table as string), [
        `(${from},0)`,
        `(${to},0)`,
        olderThanMs,
        playerId ?? null,
      ]);
      const deleted = Number(row?.deleted);
      if (deleted > 0) await connection.query(COUNT_DOWN, [server, deleted]);
      return deleted;
    });
    const isTableDone = to >= Number(size?.blocks);
    this.#block = isTableDone ? 0 : to;
    if (isTableDone) this.#tables.shift();
    const hasMore = this.#tables.length > 0;
    if (!hasMore) this.#tables = undefined;
    return { deletedRows, hasMore };
  }
}

/** `player + 0` avoids the index by player: an item has few rows, a player may have a million. */
const purgeOf = (table: string) => `
  WITH old AS MATERIALIZED (
    SELECT ctid AS at, item, player, ts, tie FROM ${table}
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
    DELETE FROM ${table} AS t USING old
    JOIN newest ON newest.item = old.item
    JOIN earliest ON earliest.item = old.item AND earliest.player = old.player
    WHERE t.ctid = old.at AND (old.ts, old.tie) <> (newest.ts, newest.tie) AND (old.ts, old.tie) <> (earliest.ts, earliest.tie)
    RETURNING 1
  )
  SELECT count(*) AS deleted FROM deleted`;
