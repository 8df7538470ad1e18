import { endOfMonth, monthStart } from "../../archive/files/month.ts";
import type { PostgresConnection, Statements } from "../connection.ts";
import { MOST_WAITING } from "./arrange.ts";
import {
  attach,
  COUNT_DOWN,
  createIndexes,
  createTable,
  EARLIEST,
  monthTable,
  type Partition,
  readPartitions,
  sqlMoment,
} from "./partitions.ts";

/** How far forgetting has come. Until "forgotten" it can stop at any step and leaves everything as it was. */
type ForgetStep = "locked" | "carried" | "counted" | "dropped" | "forgotten";

interface Forgetting {
  /** Months that end before this time are forgotten. */
  readonly beforeMs: number;
  /** The server whose count is reduced; only the sum of all servers is ever shown. */
  readonly server: number;
  readonly onStep?: (step: ForgetStep) => void;
}

/**
 * Drops the months that are entirely too old. The newest row of each item and the earliest of each item and player must stay: they are
 * copied into one table that replaces those of the months. Resolves with the number of deleted rows.
 */
export async function forget(connection: PostgresConnection, { beforeMs, ...rest }: Forgetting): Promise<number> {
  const endMs = monthStart(beforeMs);
  const parts = await firstParts(connection, endMs);
  if (parts.length === 0) return 0;
  return replaceParts(connection, parts, { endMs, keep: survivors, ...rest });
}

/** Moves the remaining rows of archived months into the first part, and drops the tables of those months. */
export async function foldArchived(connection: PostgresConnection): Promise<void> {
  const endMs = await archivedUntil(connection);
  if (endMs === undefined) return;
  const parts = await firstParts(connection, endMs);
  await replaceParts(connection, parts, { endMs, keep: (rows) => `${COLUMNS} FROM (${rows}) AS old`, server: 0 });
}

/** Returns the end of the archived months that still have their own tables; `undefined` if there are none. */
export async function archivedUntil(to: Statements): Promise<number | undefined> {
  const [row] = await to.query(LAST_ARCHIVED);
  const endMs = row?.month == null ? undefined : endOfMonth(row.month as string);
  const earliest = (await readPartitions(to))?.find(({ table }) => table === EARLIEST);
  return endMs !== undefined && earliest?.endMs !== undefined && earliest.endMs < endMs ? endMs : undefined;
}

const LAST_ARCHIVED = `
  SELECT max(month) AS month FROM dt_archives
  WHERE state = 'cleared' AND month < ALL (SELECT month FROM dt_archives WHERE state <> 'cleared')`;

/** Returns the first part and the months that end by this time. Returns nothing if there are no old rows, or all were handled before. */
async function firstParts(connection: PostgresConnection, endMs: number): Promise<Partition[]> {
  const parts = (await readPartitions(connection)) ?? [];
  const earliest = parts.find(({ table }) => table === EARLIEST);
  if (earliest?.endMs === undefined || earliest.endMs === endMs) return [];
  if (earliest.endMs > endMs) {
    const [row] = await connection.query(`SELECT FROM ${EARLIEST} WHERE ts < ${sqlMoment(endMs)} LIMIT 1`);
    return row === undefined ? [] : [earliest];
  }
  return parts.filter((part) => part.endMs !== undefined && part.endMs <= endMs);
}

interface Replacement extends Omit<Forgetting, "beforeMs"> {
  /** The new end of the first part. */
  readonly endMs: number;
  /** SQL that selects which of these rows stay. All of them are before the end. */
  readonly keep: (rows: string, endMs: number) => string;
}

/**
 * Replaces several tables by fewer. It is one transaction: readers see all of it or nothing, and a killed server leaves nothing half
 * done.
 */
async function replaceParts(
  connection: PostgresConnection,
  old: readonly Partition[],
  { server, onStep, ...replacement }: Replacement,
): Promise<number> {
  const tables = old.map(({ table }) => table);
  const deleted = await connection.transaction(async () => {
    await connection.query(`${MOST_WAITING}; SET LOCAL work_mem = '64MB'`);
    // A journal may still bring rows as old as these: those wait. All other rows are written as usual.
    await connection.query(`LOCK TABLE ${tables.join(", ")} IN SHARE MODE`);
    onStep?.("locked");
    const fresh = await carryOver(connection, old, replacement);
    onStep?.("carried");
    const names = fresh.map(({ name }) => name);
    const gone = (await countRows(connection, tables)) - (await countRows(connection, names));
    // Before the parts change, because a writer also locks its server's row first, and then the parts.
    await connection.query(COUNT_DOWN, [server, gone]);
    onStep?.("counted");
    await connection.query(
      [
        ...tables.map((table) => `ALTER TABLE dt_transfers DETACH PARTITION ${table}`),
        ...tables.map((table) => `DROP TABLE ${table}`),
        ...fresh.map(({ name, table }) => `ALTER TABLE ${name} RENAME TO ${table}`),
        ...fresh.map(({ table, startMs, endMs }) => attach(table, startMs, endMs)),
      ].join(";"),
    );
    onStep?.("dropped");
    return gone;
  });
  onStep?.("forgotten");
  return deleted;
}

interface FreshTable {
  readonly name: string;
  /** Its final name. */
  readonly table: string;
  readonly startMs: number | undefined;
  readonly endMs: number;
}

/**
 * Fills the tables that will replace the old ones. In a store of an earlier version, the first part also holds months that are not too
 * old: each of them gets its own table.
 */
async function carryOver(
  connection: PostgresConnection,
  old: readonly Partition[],
  { endMs, keep }: Pick<Replacement, "endMs" | "keep">,
): Promise<FreshTable[]> {
  const all = old.map(({ table }) => `SELECT * FROM ${table}`).join(" UNION ALL ");
  const fresh = freshTables(endMs, Math.max(...old.map((part) => part.endMs ?? 0)));
  // A temporary partitioned table distributes the rows among the new tables.
  await connection.query(
    [
      `CREATE TABLE ${SORTER} (LIKE dt_transfers) PARTITION BY RANGE (ts)`,
      ...fresh.map((table) => createTable(table.name, table.startMs, table.endMs)),
      ...fresh.map((table) => attach(table.name, table.startMs, table.endMs, SORTER)),
      `INSERT INTO ${SORTER} ${keep(`SELECT * FROM (${all}) AS old WHERE ts < ${sqlMoment(endMs)}`, endMs)}`,
      `INSERT INTO ${SORTER} ${COLUMNS} FROM (${all}) AS old WHERE ts >= ${sqlMoment(endMs)}`,
      ...fresh.map(({ name }) => `ALTER TABLE ${SORTER} DETACH PARTITION ${name}; ${createIndexes(name)}`),
      `DROP TABLE ${SORTER}`,
    ].join(";"),
  );
  return fresh;
}

const SORTER = "dt_transfers_new";

function freshTables(endMs: number, lastEndMs: number): FreshTable[] {
  const fresh: FreshTable[] = [{ name: `${EARLIEST}_new`, table: EARLIEST, startMs: undefined, endMs }];
  for (let startMs = endMs; startMs < lastEndMs; startMs = monthStart(startMs, 1)) {
    const table = monthTable(startMs);
    fresh.push({ name: `${table}_new`, table, startMs, endMs: monthStart(startMs, 1) });
  }
  return fresh;
}

async function countRows(connection: PostgresConnection, tables: readonly string[]): Promise<number> {
  const [row] = await connection.query(
    `SELECT ${tables.map((table) => `(SELECT count(*) FROM ${table})`).join(" + ")} AS count`,
  );
  return Number(row?.count);
}

const COLUMNS = "SELECT ts, item, player, x, z, y, world, action, tie";

/** These parts hold all rows before the end, so the earliest row is among them. The newest row of an item may be in a later part. */
const survivors = (rows: string, endMs: number) => `
  ${COLUMNS} FROM (
    SELECT *, row_number() OVER (PARTITION BY item ORDER BY ts DESC, tie DESC) AS from_newest,
      row_number() OVER (PARTITION BY item, player ORDER BY ts, tie) AS from_earliest
    FROM (${rows}) AS old
  ) AS ranked
  WHERE from_earliest = 1 OR (from_newest = 1 AND NOT EXISTS (
    SELECT FROM dt_transfers AS later WHERE later.item = ranked.item AND later.ts >= ${sqlMoment(endMs)}))
  ORDER BY item, ts, tie`;
