import { DAY_MS } from "../../../core/storage-face.ts";
import { monthStart } from "../../archive/files/month.ts";
import type { PostgresConnection, Statements } from "../connection.ts";
import { attach, EARLIEST, REST, sqlMoment } from "./partitions.ts";

/** The earlier versions' table ends at least this far ahead, because reading it through must be done by then. */
const MAX_READING_MS = 7 * DAY_MS;
/** Everybody else queues behind a session that waits for a table. */
export const MOST_WAITING = "SET LOCAL lock_timeout = '3s'";

/** How far arranging has come. It can stop after any step, and later continues from there. */
type ArrangeStep = "bounded" | "moved" | "checked" | "switching" | "switched";

/**
 * Makes the one table of earlier versions the first part of a partitioned table, while servers read and write it. Nothing is copied.
 * It first sets a bound on the table's times. Then it reads the table through to check the bound, which takes long but blocks nobody.
 * Then the tables change places. The tables themselves show how far this has come.
 */
export async function arrange(
  connection: PostgresConnection,
  onStep: (step: ArrangeStep) => void = () => undefined,
): Promise<void> {
  let bound = await readBound(connection);
  if (bound === undefined || bound.endMs < Date.now() + DAY_MS) {
    await setBound(connection);
    bound = await readBound(connection);
  }
  if (bound === undefined) throw new TypeError("the bound that was set is not there");
  onStep("bounded");
  if (!bound.isChecked) {
    await connection.query(moveFarRows(bound.endMs));
    onStep("moved");
    await connection.query("ALTER TABLE dt_transfers VALIDATE CONSTRAINT dt_bounds");
  }
  onStep("checked");
  await connection.transaction(() => changePlaces(connection, bound.endMs, onStep));
  onStep("switched");
}

interface Bound {
  readonly endMs: number;
  readonly isChecked: boolean;
}

async function readBound(to: Statements): Promise<Bound | undefined> {
  const [row] = await to.query(BOUND);
  return row && { endMs: Number(row.end_ms), isChecked: row.is_checked === true };
}

/** Rows beyond the bound, from a clock that is far ahead, are set aside until the tables have changed places. */
async function setBound(connection: PostgresConnection): Promise<void> {
  const [row] = await connection.query("SELECT EXISTS (SELECT FROM dt_transfers) AS has_rows");
  const endMs = row?.has_rows ? monthStart(Date.now() + MAX_READING_MS, 1) : monthStart(Date.now());
  await connection.transaction(async () => {
    await connection.query(MOST_WAITING);
    await connection.query(`
      ALTER TABLE dt_transfers DROP CONSTRAINT IF EXISTS dt_bounds;
      DROP TRIGGER IF EXISTS dt_set_aside ON dt_transfers;
      CREATE TABLE IF NOT EXISTS ${REST} (LIKE dt_transfers INCLUDING INDEXES);
      WITH near AS (DELETE FROM ${REST} WHERE ts < ${sqlMoment(endMs)} RETURNING *)
      INSERT INTO dt_transfers SELECT * FROM near;
      CREATE OR REPLACE FUNCTION dt_set_aside() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO ${REST} VALUES (NEW.*);
          RETURN NULL;
        END
      $$;
      CREATE TRIGGER dt_set_aside BEFORE INSERT ON dt_transfers
        FOR EACH ROW WHEN (NEW.ts >= ${sqlMoment(endMs)}) EXECUTE FUNCTION dt_set_aside();
      ALTER TABLE dt_transfers ADD CONSTRAINT dt_bounds CHECK (ts < ${sqlMoment(endMs)}) NOT VALID`);
  });
}

async function changePlaces(
  connection: PostgresConnection,
  endMs: number,
  onStep: (step: ArrangeStep) => void,
): Promise<void> {
  await connection.query(MOST_WAITING);
  await connection.query("LOCK TABLE dt_transfers IN ACCESS EXCLUSIVE MODE");
  // A view refers to the table itself, not to its name.
  const [view] = await connection.query("SELECT pg_get_viewdef('tracker_item_transfers'::regclass) AS text");
  await connection.query(`
    DROP TRIGGER dt_set_aside ON dt_transfers;
    DROP FUNCTION dt_set_aside();
    ALTER TABLE dt_transfers RENAME TO ${EARLIEST};
    ALTER INDEX dt_transfers_by_item RENAME TO ${EARLIEST}_by_item;
    ALTER INDEX dt_transfers_by_player RENAME TO ${EARLIEST}_by_player;
    CREATE TABLE dt_transfers (LIKE ${EARLIEST}) PARTITION BY RANGE (ts);
    CREATE INDEX dt_transfers_by_item ON dt_transfers (item, dt_hour(ts));
    CREATE INDEX dt_transfers_by_player ON dt_transfers (player);
    ${attach(EARLIEST, undefined, endMs)};
    ALTER TABLE dt_transfers ATTACH PARTITION ${REST} DEFAULT;
    CREATE OR REPLACE VIEW tracker_item_transfers AS ${String(view?.text)}`);
  onStep("switching");
}

const BOUND = `
  SELECT convalidated AS is_checked,
    (extract(epoch FROM substring(pg_get_constraintdef(oid) FROM '< ''([^'']*)''')::timestamptz) * 1000)::float8 AS end_ms
  FROM pg_constraint WHERE conrelid = to_regclass('dt_transfers') AND conname = 'dt_bounds'`;

const moveFarRows = (endMs: number) => `
  WITH far AS (DELETE FROM dt_transfers WHERE ts >= ${sqlMoment(endMs)} RETURNING *)
  INSERT INTO ${REST} SELECT * FROM far`;
