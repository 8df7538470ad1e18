import { readFileSync, rmSync } from "node:fs";
import pg from "pg";
import { rowsOf, type Store, type StoreCounts } from "../../src/core/index.ts";
import { readIdWords } from "../../src/core/model/item-id.ts";
import { SILENT_LOG } from "../../src/core/model/log.ts";
import { openStore } from "../../src/storage/open-store.ts";
import { CopyIn } from "../../src/storage/postgres/writing/copy-in.ts";
import { COPY_TRANSFERS } from "../../src/storage/postgres/writing/transfer-columns.ts";
import type { PostgresServer } from "../../test/support/postgres-server.ts";
import { Workload, type WorkloadSize } from "../store/workload.ts";

const TRANSFERS_A_TICK = 1_000;
/** The most rows that may wait between the threads before more are made. A game never has this many in flight. */
const MAX_WAITING_ROWS = 400_000;
const INSERTS = 40_000;
const POOL = 10;

/** Transfers per second, from the append on the game's thread to the commit in PostgreSQL, including custody. */
export async function ourRate(
  url: string,
  journalFolder: string,
  size: WorkloadSize,
  transfers: number,
): Promise<number> {
  const workload = new Workload(size);
  const store = openStore({
    config: { engine: "postgres", url, serverName: "bench", journalFolder, journalLimitMb: 1024 },
    retentionDays: 0,
    log: SILENT_LOG,
  });
  await store.counts();
  const began = performance.now();
  for (let sent = 0; sent < transfers; sent += TRANSFERS_A_TICK) {
    void store.append(workload.tick(TRANSFERS_A_TICK));
    while (store.health().pendingRows > MAX_WAITING_ROWS) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const { transfers: arrived } = await countsBehindAll(store);
  const seconds = (performance.now() - began) / 1000;
  await store.close();
  if (arrived !== transfers) throw new Error(`${arrived} transfers arrived instead of ${transfers}`);
  return transfers / seconds;
}

/**
 * A question sees everything before it: when it is answered, all rows are committed. It is refused while that takes too long,
 * and asked again.
 */
export async function countsBehindAll(store: Store): Promise<StoreCounts> {
  for (;;) {
    try {
      return await store.counts();
    } catch (error) {
      if (!/still taking the rows/.test(String(error))) throw error;
    }
  }
}

/** Copies the rows of our run, in the order of events, into the same table (emptied, indexes kept) in one stream. */
export async function copyRate(server: PostgresServer, url: string): Promise<number> {
  const [folder] = await server.query(url, "SHOW data_directory");
  const file = `${folder?.data_directory}/doubletake-bench.copy`;
  await server.query(url, `COPY (SELECT * FROM dt_transfers ORDER BY ts, tie) TO '${file}' (FORMAT binary)`);
  const data = readFileSync(file);
  rmSync(file);
  const [{ count } = { count: 0 }] = await server.query(url, "SELECT count(*)::integer FROM dt_transfers");
  await server.query(url, "TRUNCATE dt_transfers");
  await server.query(url, "CHECKPOINT");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const began = performance.now();
  await client.query(new CopyIn(COPY_TRANSFERS, piecesOf(data))).done;
  const seconds = (performance.now() - began) / 1000;
  await client.end();
  return Number(count) / seconds;
}

/** Writes as other products do: text columns, one INSERT and commit per event, over ten connections. */
export async function insertRate(server: PostgresServer, url: string, size: WorkloadSize): Promise<number> {
  await server.query(
    url,
    `CREATE TABLE plain_transfers (id bigserial PRIMARY KEY, item_uuid uuid NOT NULL, player_uuid uuid NOT NULL,
       action text NOT NULL, location text NOT NULL, ts timestamptz NOT NULL DEFAULT now());
     CREATE INDEX ON plain_transfers (item_uuid, ts)`,
  );
  const workload = new Workload(size);
  const rows = [...rowsOf(workload.tick(INSERTS))].filter(({ location, text }) => location && !text.includes(":"));
  const pool = new pg.Pool({ connectionString: url, max: POOL });
  const text = "INSERT INTO plain_transfers (item_uuid, player_uuid, action, location) VALUES ($1, $2, $3, $4)";
  let next = 0;
  const began = performance.now();
  const worker = async (): Promise<void> => {
    for (let row = rows[next++]; row; row = rows[next++]) {
      await pool.query({ name: "insert", text, values: [row.itemId, row.playerId, row.text, row.location] });
    }
  };
  await Promise.all(Array.from({ length: POOL }, worker));
  const seconds = (performance.now() - began) / 1000;
  await pool.end();
  return rows.length / seconds;
}

export function itemIdOf(workload: Workload, item: number): string {
  return readIdWords(workload.idWords(item), 0);
}

function* piecesOf(data: Buffer): Generator<Buffer> {
  for (let at = 0; at < data.length; at += 1 << 18) yield data.subarray(at, at + (1 << 18));
}
