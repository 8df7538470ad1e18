import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Store } from "../../src/core/index.ts";
import { openStore } from "../../src/storage/open-store.ts";
import { Workload } from "./workload.ts";

const TRANSFERS = 1_000_000;
const TRANSFERS_A_BATCH = 1000;
const BATCHES_IN_FLIGHT = 40;
const RAW_ROWS_A_TRANSACTION = 5000;

/**
 * Our rate against a bare insert, alternating in one run on one file system, and the size of what was written. A bare insert is
 * so short that a single run says as much about the machine's state at that moment as about the insert, so it runs before and
 * after ours.
 */
export async function sqliteWriting(rounds: number): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), "doubletake-bench-"));
  const rates: { ours: number; raw: number; cpuRatio: number }[] = [];
  let bytesPerRow = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      const rawBefore = bareInserts(join(folder, "raw-before.db"));
      const file = join(folder, `ours-${round}`, "tracker.db");
      const store = openSqlite(file);
      await store.counts();
      const [before, gameBefore] = [process.cpuUsage(), process.threadCpuUsage()];
      const ours = await writeTransfers(store, new Workload({ items: 50_000, players: 500 }), TRANSFERS);
      const gameCpu = cpuMs(process.threadCpuUsage(gameBefore));
      const ourCpu = cpuMs(process.cpuUsage(before)) - gameCpu;
      await store.close();
      bytesPerRow = checkpointedBytes(file) / TRANSFERS;
      const rawAfter = bareInserts(join(folder, "raw-after.db"));
      const raw = TRANSFERS / ((rawBefore.seconds + rawAfter.seconds) / 2);
      const cpuRatio = (rawBefore.cpuMs + rawAfter.cpuMs) / 2 / ourCpu;
      rates.push({ ours, raw, cpuRatio });
      console.log(
        `sqlite: ${Math.round(ours)} rows/s, bare insert ${Math.round(raw)} rows/s, ratio ${(ours / raw).toFixed(3)}, by processor time ${cpuRatio.toFixed(3)}`,
      );
      rmSync(join(folder, `ours-${round}`), { recursive: true });
      for (const name of ["raw-before.db", "raw-after.db"]) rmSync(join(folder, name));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const middle = rates.toSorted((a, b) => a.ours / a.raw - b.ours / b.raw)[Math.floor(rates.length / 2)];
  console.log(`sqlite: ${bytesPerRow.toFixed(1)} bytes a transfer`);
  return {
    rowsPerS: Math.round(middle?.ours ?? 0),
    rawRowsPerS: Math.round(middle?.raw ?? 0),
    ratio: (middle?.ours ?? 0) / (middle?.raw ?? 1),
    ratios: rates.map(({ ours, raw }) => ours / raw),
    // Processor time of the bare insert over that of all our threads except the game's. A busy machine distorts this less.
    cpuRatios: rates.map(({ cpuRatio }) => cpuRatio),
    bytesPerRow,
  };
}

function cpuMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

export function openSqlite(file: string): Store {
  const log = { info: console.log, warn: console.log, error: console.log };
  return openStore({ config: { engine: "sqlite", file, serverName: "bench" }, retentionDays: 0, log });
}

/** Appends as fast as the store accepts it. Returns the rate from the first append to the last commit. */
export async function writeTransfers(store: Store, workload: Workload, transfers: number): Promise<number> {
  await store.counts();
  const inFlight: Promise<unknown>[] = [];
  const begin = performance.now();
  for (let done = 0; done < transfers; done += TRANSFERS_A_BATCH) {
    inFlight.push(store.append(workload.tick(TRANSFERS_A_BATCH)));
    if (inFlight.length >= BATCHES_IN_FLIGHT) await inFlight.shift();
  }
  await Promise.all(inFlight);
  return transfers / ((performance.now() - begin) / 1000);
}

/** Eight integers a row into a table without an index, with the settings of our own connection. */
function bareInserts(file: string): { readonly seconds: number; readonly cpuMs: number } {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE t (a, b, c, d, e, f, g, h)");
  const insert = db.prepare("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  const ts = Date.UTC(2026, 0, 15);
  const [begin, before] = [performance.now(), process.cpuUsage()];
  for (let row = 0; row < TRANSFERS; ) {
    db.exec("BEGIN");
    for (const end = row + RAW_ROWS_A_TRANSACTION; row < end; row++) {
      insert.run(row % 50_000, row % 500, row % 8, row % 3, row % 4000, row % 128, -(row % 4000), ts + row);
    }
    db.exec("COMMIT");
  }
  const bare = { seconds: (performance.now() - begin) / 1000, cpuMs: cpuMs(process.cpuUsage(before)) };
  db.close();
  return bare;
}

/** The size of all files of a closed database. */
export function checkpointedBytes(file: string): number {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  const folder = join(file, "..");
  return readdirSync(folder).reduce((bytes, name) => bytes + statSync(join(folder, name)).size, 0);
}
