import type { Statements } from "../connection.ts";

/** A part of `dt_transfers`: the rows from one moment on to another, as a table of its own. */
export interface Partition {
  readonly table: string;
  /** Where its rows end; `undefined` for the one that takes what belongs nowhere else. */
  readonly endMs: number | undefined;
}

/** Everything before the first month: the table of earlier versions at first, later what forgetting keeps. */
export const EARLIEST = "dt_transfers_old";
/** What belongs to no month: rows of a clock that is far ahead. */
export const REST = "dt_transfers_rest";

export function monthTable(startMs: number): string {
  return `dt_transfers_${new Date(startMs).toISOString().slice(0, 7).replace("-", "_")}`;
}

/** The beginning of the month, counted from that of this time. */
export function monthStart(ms: number, monthsOn = 0): number {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + monthsOn, 1);
}

/** A moment as SQL. */
export function sqlMoment(ms: number): string {
  return `'${new Date(ms).toISOString()}'`;
}

/** The parts in the order of their time; `undefined` while all rows are in one table. */
export async function readPartitions(to: Statements): Promise<Partition[] | undefined> {
  const rows = await to.query(PARTITIONS);
  if (rows[0]?.kind !== "p") return undefined;
  return rows
    .filter(({ name }) => name !== null)
    .map(({ name, end_ms }) => ({ table: name as string, endMs: end_ms === null ? undefined : Number(end_ms) }))
    .sort((a, b) => (a.endMs ?? Number.POSITIVE_INFINITY) - (b.endMs ?? Number.POSITIVE_INFINITY));
}

/** The tables that hold rows. */
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
 * A table for a part, not yet one: whoever reads `dt_transfers` sees nothing of it. The check spares PostgreSQL the reading of all
 * rows when it becomes a part.
 */
export function createTable(table: string, startMs: number | undefined, endMs: number): string {
  const start = startMs === undefined ? "" : `ts >= ${sqlMoment(startMs)} AND `;
  return `CREATE TABLE ${table} (LIKE dt_transfers, CONSTRAINT dt_bounds CHECK (${start}ts < ${sqlMoment(endMs)}))`;
}

/** Made once the rows are in: that is quicker, and the index is smaller. */
export function createIndexes(table: string): string {
  return `CREATE INDEX ON ${table} (item, dt_hour(ts)); CREATE INDEX ON ${table} (player)`;
}

export function attach(table: string, startMs: number | undefined, endMs: number, to = "dt_transfers"): string {
  const start = startMs === undefined ? "MINVALUE" : sqlMoment(startMs);
  return `ALTER TABLE ${to} ATTACH PARTITION ${table} FOR VALUES FROM (${start}) TO (${sqlMoment(endMs)})`;
}
