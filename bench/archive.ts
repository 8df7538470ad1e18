/**
 * The archive against the store that it is made from: `npm run bench -- archive`, or `archive postgres`; `--full` uses ten million
 * transfers.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Store } from "../src/core/index.ts";
import { readIdWords } from "../src/core/model/item-id.ts";
import { ArchiveFolder } from "../src/storage/archive/files/archive-folder.ts";
import type { EngineConfig } from "../src/storage/engine.ts";
import { openStore } from "../src/storage/open-store.ts";
import { type ArchivedDatabase, postgresDatabase, sqliteDatabase } from "./archive/databases.ts";
import type { BenchOptions } from "./run.ts";
import { BenchFailed } from "./server/bench-failed.ts";
import { percentiles, round } from "./store/percentiles.ts";
import { writeTransfers } from "./store/sqlite-writing.ts";
import { Workload } from "./store/workload.ts";
import { countsBehindAll } from "./store-postgres/rates.ts";

const MILLION = 1_000_000;
/**
 * As in the store bench, but an item has few owners. If everybody handled every item, nearly every row would be a player's
 * earliest, which stays in the store.
 */
const SIZE = { items: 50_000, players: 500, owners: 4 };
/** The workload's rows are of January 2026. Were later months due as well, PostgreSQL would be asked for each whether it has rows. */
const AFTER_ALL_MS = Date.UTC(2026, 1, 2);
const QUESTIONS = 200;
const WARM_UP = 20;

const DATABASES: Readonly<Record<string, (folder: string) => ArchivedDatabase | Promise<ArchivedDatabase>>> = {
  sqlite: sqliteDatabase,
  postgres: postgresDatabase,
};

export async function run({ full, only }: Pick<BenchOptions, "full" | "only">): Promise<Record<string, unknown>> {
  const [engine = "sqlite"] = only;
  const open = DATABASES[engine];
  if (open === undefined)
    throw new BenchFailed(`archive: there is ${Object.keys(DATABASES).join(" or ")}, not ${engine}`);
  const folder = mkdtempSync(join(tmpdir(), "doubletake-bench-archive-"));
  const database = await open(folder);
  try {
    return { engine, ...(await measure(database, folder, full ? 10 : 1)) };
  } finally {
    await database.remove();
    rmSync(folder, { recursive: true });
  }
}

async function measure(database: ArchivedDatabase, folder: string, millions: number): Promise<Record<string, unknown>> {
  const archive = new ArchiveFolder(join(folder, "archive"));
  const plain = open(database.config, archive, 0, () => undefined);
  const workloads: Workload[] = [];
  for (let seed = 1; seed <= millions; seed++) {
    const workload = new Workload(SIZE, seed);
    workloads.push(workload);
    await writeTransfers(plain, workload, MILLION);
    console.log(`archive: ${seed} million transfers are written`);
  }
  await countsBehindAll(plain);
  const storeMs = await historyMs(plain, workloads);
  await plain.close();
  const storeBytes = (await database.bytes()) / (millions * MILLION);
  const copySeconds = await database.copySeconds();

  const [begun, before] = [performance.now(), process.cpuUsage()];
  let isMoved = false;
  const store = open(database.config, archive, daysSince(AFTER_ALL_MS), (line) => {
    isMoved ||= line.includes("into the archive");
  });
  while (!isMoved) await pause(20);
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(before);
  const processorSeconds = (user + system) / 1e6;
  const manifests = archive.manifests();
  const rows = manifests.reduce((sum, manifest) => sum + manifest.rows, 0);
  const bytes = manifests.reduce((sum, { month }) => sum + statSync(archive.fileOf(month)).size, 0);
  const archivedMs = await historyMs(store, workloads);
  await store.close();
  return {
    baseline: "the same transfers in the database: their size, their histories, and the time of a copy in it",
    transfers: millions * MILLION,
    archived: rows,
    bytesPerTransfer: round(bytes / rows),
    targetBytes: 10,
    storeBytesPerTransfer: round(storeBytes),
    timesSmaller: round(storeBytes / (bytes / rows)),
    seconds: round(seconds),
    rowsPerSecond: Math.round(rows / seconds),
    secondsForTenMillion: round((seconds / rows) * 10 * MILLION),
    // The thread has a low priority, so on a busy machine this figure says more.
    processorSecondsForTenMillion: round((processorSeconds / rows) * 10 * MILLION),
    targetSeconds: 120,
    copySeconds: round(copySeconds),
    timesTheCopy: round(seconds / copySeconds),
    historyMs: archivedMs,
    targetHistoryMs: 100,
    storeHistoryMs: storeMs,
  };
}

function open(
  database: EngineConfig,
  archive: ArchiveFolder,
  archiveAfterDays: number,
  onLine: (line: string) => void,
): Store {
  const config = { ...database, archiveFolder: archive.path };
  const say = (line: string): void => {
    console.log(line);
    onLine(line);
  };
  const log = { info: say, warn: say, error: say };
  return openStore({ config, retentionDays: 0, archiveAfterDays, retentionPauseMs: 0, log });
}

function daysSince(ms: number): number {
  return Math.floor((Date.now() - ms) / 86_400_000);
}

async function historyMs(store: Store, workloads: readonly Workload[]) {
  const times: number[] = [];
  for (let n = 0; n < WARM_UP + QUESTIONS; n++) {
    const workload = workloads[n % workloads.length] as Workload;
    const item = readIdWords(workload.idWords(Math.floor(Math.random() * SIZE.items)), 0);
    const begin = performance.now();
    await store.getItemTransferHistory(item, 100);
    if (n >= WARM_UP) times.push(performance.now() - begin);
  }
  return percentiles(times);
}
