import type { PostgresConnection } from "../connection.ts";
import { COUNT_DOWN } from "../partitions/partitions.ts";
import { tidArray } from "../writing/binary-arrays.ts";
import { readBlockSpan } from "./block-spans.ts";

/** A number that changes with any value of the transfer `t`. The checksum of several rows is the sum of theirs, modulo 2^32. */
export const ROW_CHECKSUM = "hash_record(ROW(t.ts, t.item, t.player, t.x, t.z, t.y, t.world, t.action, t.tie))";

/**
 * Deletes rows that are sealed in the archive, where the archive read them (see `BlockSpans`). Resolves with false, and deletes nothing, if
 * any of them is not there as it was: it was purged, or its table was rewritten. Also if an item has no later row any more. Rows that
 * came late are at other places, and stay.
 */
export async function clearArchivedSpans(
  connection: PostgresConnection,
  server: number,
  numbers: Float64Array,
): Promise<boolean> {
  const { table, rows, last, checksum } = readBlockSpan(numbers);
  try {
    await connection.transaction(async () => {
      const [name] = await connection.query("SELECT oid::regclass::text AS table FROM pg_class WHERE oid = $1", [
        table,
      ]);
      if (name === undefined) throw new NotAsRead();
      await connection.query(FOR_STEP);
      const values = [tidArray(rows), tidArray(last), table];
      const [found] = await connection.query(deleteFrom(name.table as string), values);
      const isAsRead = found?.rows === rows.length && (found.checksum as number) >>> 0 === checksum;
      if (!isAsRead || found.newest !== 0) throw new NotAsRead();
      await connection.query(COUNT_DOWN, [server, rows.length]);
    });
    return true;
  } catch (error) {
    if (error instanceof NotAsRead) return false;
    throw error;
  }
}

class NotAsRead extends Error {}

/**
 * With old statistics PostgreSQL would read whole tables for each step. The steps of a month need not wait for the disk: what records that
 * its rows are gone does, and if the database loses a step, it has lost that as well.
 */
const FOR_STEP = `
  SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off;
  SET LOCAL synchronous_commit = off`;

/** `dt_hour` is in the index. Only an item's last row that leaves needs a later row: it is itself a later row of the others. */
const deleteFrom = (table: string) => `
  WITH deleted AS (
    DELETE FROM ${table} AS t WHERE t.ctid = ANY ($1::tid[]) AND t.tableoid = $3::oid RETURNING ${ROW_CHECKSUM} AS checksum
  )
  SELECT count(*)::integer AS rows, sum(checksum)::float8 AS checksum,
    (SELECT count(*)::integer FROM ${table} AS t WHERE t.ctid = ANY ($2::tid[]) AND NOT EXISTS (
      SELECT FROM dt_transfers AS l
      WHERE l.item = t.item AND dt_hour(l.ts) >= dt_hour(t.ts) AND (l.ts, l.tie) > (t.ts, t.tie))) AS newest
  FROM deleted`;
