import { type Span, stretchesIn } from "../../archive/row-spans.ts";
import type { PostgresConnection } from "../connection.ts";
import { COUNT_DOWN } from "../partitions/partitions.ts";

/** A number that changes with any value of the transfer `t`. The checksum of several rows is the sum of theirs, modulo 2^32. */
export const ROW_CHECKSUM = "hash_record(ROW(t.ts, t.item, t.player, t.x, t.z, t.y, t.world, t.action, t.tie))";

/**
 * Deletes spans of rows that are sealed in the archive; `nth` in a span is the row's `tie`. Resolves with false, and deletes nothing, if any span
 * is not as the archive read it: a row was purged or came late.
 */
export async function clearArchivedSpans(
  connection: PostgresConnection,
  server: number,
  spans: Float64Array,
): Promise<boolean> {
  const stretches = [...stretchesIn(spans)];
  const of = (column: keyof Span) => stretches.map(({ spans: [span] }) => (span as Span)[column]);
  const values = [
    stretches.map(({ item }) => item),
    of("fromMs"),
    of("fromNth"),
    of("toMs"),
    of("toNth"),
    Math.min(...of("fromMs")),
    Math.max(...of("toMs")),
  ];
  try {
    await connection.transaction(async () => {
      await connection.query(USE_INDEX);
      const found = await connection.query(DELETE, values);
      const isAsRead = found.every(({ n, rows, checksum }) => {
        const stretch = stretches[(n as number) - 1];
        return rows === stretch?.rows && (checksum as number) >>> 0 === stretch?.checksum;
      });
      if (found.length < stretches.length || !isAsRead) throw new NotAsRead();
      await connection.query(COUNT_DOWN, [server, stretches.reduce((sum, { rows }) => sum + rows, 0)]);
    });
    return true;
  } catch (error) {
    if (error instanceof NotAsRead) return false;
    throw error;
  }
}

class NotAsRead extends Error {}

/** With old statistics PostgreSQL would read the whole table for each step. */
const USE_INDEX = "SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off";

/**
 * `dt_hour` is in the index. A span whose item has no later row stays. The last two values only tell the database which parts of the table it
 * need not look at.
 */
const DELETE = `
  WITH wanted AS MATERIALIZED (
    SELECT n, item, from_tie, to_tie, timestamptz 'epoch' + from_ms * interval '1 millisecond' AS from_ts,
      timestamptz 'epoch' + to_ms * interval '1 millisecond' AS to_ts
    FROM unnest($1::integer[], $2::float8[], $3::smallint[], $4::float8[], $5::smallint[])
      WITH ORDINALITY AS s (item, from_ms, from_tie, to_ms, to_tie, n)
  ), span AS MATERIALIZED (
    SELECT * FROM wanted WHERE EXISTS (SELECT FROM dt_transfers AS l
      WHERE l.item = wanted.item AND dt_hour(l.ts) >= dt_hour(wanted.to_ts) AND (l.ts, l.tie) > (wanted.to_ts, wanted.to_tie))
  ), deleted AS (
    DELETE FROM dt_transfers AS t USING span
    WHERE t.item = span.item AND dt_hour(t.ts) >= dt_hour(span.from_ts) AND dt_hour(t.ts) <= dt_hour(span.to_ts)
      AND (t.ts, t.tie) >= (span.from_ts, span.from_tie) AND (t.ts, t.tie) <= (span.to_ts, span.to_tie)
      AND t.ts >= timestamptz 'epoch' + $6::float8 * interval '1 millisecond'
      AND t.ts <= timestamptz 'epoch' + $7::float8 * interval '1 millisecond'
    RETURNING span.n, ${ROW_CHECKSUM} AS checksum
  )
  SELECT n::integer, count(*)::integer AS rows, sum(checksum)::float8 AS checksum FROM deleted GROUP BY n`;
