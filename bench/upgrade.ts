/**
 * The upgrade of a SQLite store of 1.0.0, without and with `kill -9` in the middle: `npm run bench -- upgrade`; `--full` uses ten million
 * transfers. The store is made by SQL in the layout of 1.0.0, in the middle of a run.
 */
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { SILENT_LOG } from "../src/core/model/log.ts";
import { openStore } from "../src/storage/open-store.ts";
import { makeOldStore } from "../test/support/old-sqlite-store.ts";
import { SqliteProgram } from "../test/support/sqlite-program.ts";
import type { BenchOptions } from "./run.ts";
import { BenchFailed } from "./server/bench-failed.ts";
import { round } from "./store/percentiles.ts";

const MILLION = 1_000_000;
const ITEMS = 50_000;
/** As many rows as an idle server of 1.0.0 had in its append area at most. */
const RECENT = 131_072;
const BYTES_A_MB = 1 << 20;
/** A start is killed once there is a file of this name: while it copies, and while the tables are changed. */
const KILLS = { whileCopying: ".backup.saving", whileChanging: ".backup" };

export async function run({ full }: Pick<BenchOptions, "full">): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), "doubletake-bench-upgrade-"));
  try {
    const folded = (full ? 10 : 1) * MILLION;
    const old = join(folder, "old.db");
    makeOldStore(old, { items: ITEMS, folded, recent: RECENT });
    const transfers = folded + RECENT;
    const sums = sumsOf(old);
    const undisturbed = join(folder, "undisturbed.db");
    copyFileSync(old, undisturbed);
    const [cpuBefore, startedMs] = [process.cpuUsage(), performance.now()];
    await answered(undisturbed, transfers);
    const firstAnswerMs = performance.now() - startedMs;
    const { user, system } = process.cpuUsage(cpuBefore);
    requireSame(sums, sumsOf(undisturbed));
    const kills: Record<string, unknown> = {};
    for (const [when, ending] of Object.entries(KILLS)) {
      kills[when] = await killAndGoOn(sums, old, join(folder, `${when}.db`), ending, transfers);
    }
    return {
      transfers,
      notFolded: RECENT,
      fileMb: round(statSync(old).size / BYTES_A_MB),
      firstAnswerMs: round(firstAnswerMs),
      processorMs: round((user + system) / 1000),
      kills,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Starts the upgrade in a process of its own, kills it, and starts it again. */
async function killAndGoOn(
  sums: unknown,
  old: string,
  file: string,
  ending: string,
  transfers: number,
): Promise<Record<string, unknown>> {
  copyFileSync(old, file);
  const program = new SqliteProgram(file, { first: transfers });
  while (!copiesOf(file).some((name) => name.endsWith(ending))) await pause(1);
  await program.kill();
  const acknowledged = program.through - transfers + 1;
  const layout = layoutOf(file);
  const startedMs = performance.now();
  const found = await answered(file, transfers);
  const firstAnswerMs = round(performance.now() - startedMs);
  if (found < transfers + Math.max(0, acknowledged))
    throw new BenchFailed(`${found} transfers are left of ${transfers}`);
  requireSame(sums, sumsOf(file));
  const copies = copiesOf(file);
  for (const copy of copies) requireSame(sums, sumsOf(copy));
  return { layoutThen: layout, firstAnswerMs, copies: copies.length };
}

function copiesOf(file: string): string[] {
  const names = readdirSync(dirname(file)).filter((found) => found.startsWith(`${basename(file)}.layout-`));
  return names.map((name) => join(dirname(file), name));
}

/** Opens the store, which upgrades it, and returns how many transfers it has. */
async function answered(file: string, atLeast: number): Promise<number> {
  const store = openStore({
    config: { engine: "sqlite", file, serverName: "bench" },
    retentionDays: 0,
    log: SILENT_LOG,
  });
  const { transfers } = await store.counts();
  await store.close();
  if (transfers < atLeast) throw new BenchFailed(`${transfers} transfers are left of ${atLeast}`);
  return transfers;
}

/** Count and sum of the old transfers, and counts of the documents: the same in every layout. */
function sumsOf(file: string): unknown {
  const db = new DatabaseSync(file, { readOnly: true });
  const transfers = db
    .prepare(
      "SELECT count(*) AS rows, sum(ts % 1000003) AS times FROM tracker_item_transfers WHERE server <> 'program'",
    )
    .get();
  const tables = ["cases", "claims", "quarantine", "notes"].map(
    (table) => db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n,
  );
  db.close();
  return JSON.stringify([transfers, tables]);
}

function requireSame(before: unknown, after: unknown): void {
  if (before !== after) throw new BenchFailed(`before the upgrade ${before}, after it ${after}`);
}

function layoutOf(file: string): unknown {
  const db = new DatabaseSync(file, { readOnly: true });
  const version = db.prepare("PRAGMA user_version").get()?.user_version;
  db.close();
  return version;
}
