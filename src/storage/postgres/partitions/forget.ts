import type { PostgresConnection, Statements } from "../connection.ts";
import { MOST_WAITING } from "./arrange.ts";
import {
  attach,
  createIndexes,
  createTable,
  EARLIEST,
  monthStart,
  monthTable,
  type Partition,
  readPartitions,
  sqlMoment,
} from "./partitions.ts";

/** How far forgetting has come; until "forgotten" it can end at any of them as if it had not begun. */
type ForgetStep = "locked" | "carried" | "counted" | "dropped" | "forgotten";

export interface Forgetting {
  /** Months that end before this time are forgotten. */
  readonly beforeMs: number;
  /** Whose count goes down; only the sum of all is ever shown. */
  readonly server: number;
  readonly onStep?: (step: ForgetStep) => void;
}

/**
 * Drops the months that are wholly too old. What must stay of them, the newest row of each item and the earliest of each item and player, is
 * carried over into one table, which takes the place of theirs. Resolves with the number of rows that are gone.
 */
export async function forget(connection: PostgresConnection, { beforeMs, ...rest }: Forgetting): Promise<number> {
  const endMs = monthStart(beforeMs);
  const parts = await firstParts(connection, endMs);
  if (parts.length === 0) return 0;
  return replaceParts(connection, parts, { endMs, keep: survivors, ...rest });
}

/** Months that are in the archive: what is left of them moves into the first part, and their tables are dropped. */
export async function foldArchived(connection: PostgresConnection): Promise<void> {
  const endMs = await archivedUntil(connection);
  if (endMs === undefined) return;
  const parts = await firstParts(connection, endMs);
  await replaceParts(connection, parts, { endMs, keep: (rows) => `${COLUMNS} FROM (${rows}) AS old`, server: 0 });
}

/** Where archived months end that still have tables of their own; `undefined` when there is none. */
export async function archivedUntil(to: Statements): Promise<number | undefined> {
  const [row] = await to.query(LAST_ARCHIVED);
  const endMs = row?.month == null ? undefined : monthStart(Date.parse(`${row.month}-01T00:00:00Z`), 1);
  const earliest = (await readPartitions(to))?.find(({ table }) => table === EARLIEST);
  return endMs !== undefined && earliest?.endMs !== undefined && earliest.endMs < endMs ? endMs : undefined;
}

const LAST_ARCHIVED = `
  SELECT max(month) AS month FROM dt_archives
  WHERE state = 'cleared' AND month < ALL (SELECT month FROM dt_archives WHERE state <> 'cleared')`;

/** The first part, and the months that are over; nothing when none of them has rows that are too old and were not gone through before. */
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
  /** Where the first part ends from here on. */
  readonly endMs: number;
  /** What stays of these rows, all of them before the end. */
  readonly keep: (rows: string, endMs: number) => string;
}

/**
 * Puts one table in the place of several. All in one transaction: whoever reads sees all of it or nothing, and a server that is killed leaves
 * nothing half done.
 */
async function replaceParts(
  connection: PostgresConnection,
  old: readonly Partition[],
  { server, onStep, ...replacement }: Replacement,
): Promise<number> {
  const tables = old.map(({ table }) => table);
  const deleted = await connection.transaction(async () => {
    await connection.query(`${MOST_WAITING}; SET LOCAL work_mem = '64MB'`);
    // A journal may bring rows as old as these: they wait. All others go on.
    await connection.query(`LOCK TABLE ${tables.join(", ")} IN SHARE MODE`);
    onStep?.("locked");
    const fresh = await carryOver(connection, old, replacement);
    onStep?.("carried");
    const names = fresh.map(({ name }) => name);
    const gone = (await countRows(connection, tables)) - (await countRows(connection, names));
    // Before the parts change: a writer holds its server's row first, and then the parts.
    await connection.query("UPDATE dt_servers SET transfers = transfers - $2 WHERE ref = $1", [server, gone]);
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
  /** What it is called in the end. */
  readonly table: string;
  readonly startMs: number | undefined;
  readonly endMs: number;
}

/**
 * Fills the tables that will take the old ones' place. The first part of a store that was made by an earlier version has months in it that
 * are not too old: each gets a table of its own.
 */
async function carryOver(
  connection: PostgresConnection,
  old: readonly Partition[],
  { endMs, keep }: Pick<Replacement, "endMs" | "keep">,
): Promise<FreshTable[]> {
  const all = old.map(({ table }) => `SELECT * FROM ${table}`).join(" UNION ALL ");
  const fresh = freshTables(endMs, Math.max(...old.map((part) => part.endMs ?? 0)));
  // Rows find their tables by way of one that has them as its parts for that long.
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

/** All rows before the end are in these parts, so that the earliest row of all is the earliest of these; a newer one may be elsewhere. */
const survivors = (rows: string, endMs: number) => `
  ${COLUMNS} FROM (
    SELECT *, row_number() OVER (PARTITION BY item ORDER BY ts DESC, tie DESC) AS from_newest,
      row_number() OVER (PARTITION BY item, player ORDER BY ts, tie) AS from_earliest
    FROM (${rows}) AS old
  ) AS ranked
  WHERE from_earliest = 1 OR (from_newest = 1 AND NOT EXISTS (
    SELECT FROM dt_transfers AS later WHERE later.item = ranked.item AND later.ts >= ${sqlMoment(endMs)}))
  ORDER BY item, ts, tie`;
