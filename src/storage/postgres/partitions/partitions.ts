import { monthOf } from "../../archive/files/month.ts";
import type { Statements } from "../connection.ts";

/** A part of `dt_transfers`: a table with the rows between two moments. */
export interface Partition {
  readonly table: string;
  /** The end of its time range; `undefined` for the part that takes rows that fit nowhere else. */
  readonly endMs: number | undefined;
}

/** Everything before the first month: at first the table of earlier versions, later the rows that forgetting keeps. */
export const EARLIEST = "dt_transfers_old";
/** Rows that belong to no month, because they come from a clock that is far ahead. */
export const REST = "dt_transfers_rest";

/** Takes deleted rows off a server's count of transfers. */
export const COUNT_DOWN = "UPDATE dt_servers SET transfers = transfers - $2 WHERE ref = $1";

export function monthTable(startMs: number): string {
  return `dt_transfers_${monthOf(startMs).replace("-", "_")}`;
}

export function sqlMoment(ms: number): string {
  return `'${new Date(ms).toISOString()}'`;
}

/** Returns the parts in order of time; `undefined` while all rows are in one table. */
export async function readPartitions(to: Statements): Promise<Partition[] | undefined> {
  const rows = await to.query(PARTITIONS);
  if (rows[0]?.kind !== "p") return undefined;
  return rows
    .filter(({ name }) => name !== null)
    .map(({ name, end_ms }) => ({ table: name as string, endMs: end_ms === null ? undefined : Number(end_ms) }))
    .sort((a, b) => (a.endMs ?? Number.POSITIVE_INFINITY) - (b.endMs ?? Number.POSITIVE_INFINITY));
}

/** Returns the tables that hold transfers. */
export async function transferTables(to: Statements): Promise<string[]> {
  return (await readPartitions(to))?.map(({ table }) => table) ?? ["dt_transfers"];
}

const PARTITIONS = `
  SELECT parent.relkind::text AS kind, part.relname::text AS name,
    (extract(epoch FROM substring(pg_get_expr(part.relpartbound, part.oid) FROM 'TO \\(''([^'']*)''\\)')::timestamptz) * 1000)::float8
      AS end_ms
  FROM pg_class AS parent
  LEFT JOIN pg_inherits AS tie ON tie.inhparent = parent.oid
  LEFT JOIN pg_class AS part ON part.oid = tie.inhrelid
  WHERE parent.oid = to_regclass('dt_transfers')`;

/**
 * Makes the table for a part without attaching it, so readers of `dt_transfers` do not see it yet. Because of the check, PostgreSQL need
 * not read all its rows when it is attached.
 */
export function createTable(table: string, startMs: number | undefined, endMs: number): string {
  const start = startMs === undefined ? "" : `ts >= ${sqlMoment(startMs)} AND `;
  return `CREATE TABLE ${table} (LIKE dt_transfers, CONSTRAINT dt_bounds CHECK (${start}ts < ${sqlMoment(endMs)}))`;
}

/** Run this after the rows are inserted: that is quicker, and the indexes are smaller. */
export function createIndexes(table: string): string {
  return `CREATE INDEX ON ${table} (item, dt_hour(ts)); CREATE INDEX ON ${table} (player)`;
}

export function attach(table: string, startMs: number | undefined, endMs: number, to = "dt_transfers"): string {
  const start = startMs === undefined ? "MINVALUE" : sqlMoment(startMs);
  return `ALTER TABLE ${to} ATTACH PARTITION ${table} FOR VALUES FROM (${start}) TO (${sqlMoment(endMs)})`;
}
