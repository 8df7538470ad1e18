import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readIdWords, type Store } from "../../src/core/index.ts";
import { type Percentiles, percentiles, round } from "./percentiles.ts";
import { openSqlite, writeTransfers } from "./sqlite-writing.ts";
import { Workload } from "./workload.ts";

const MILLION = 1_000_000;
const QUESTIONS = 4000;
const SIZE = { items: 50_000, players: 500 };

interface Answers {
  readonly historyMs: Percentiles;
  readonly earliestMs: Percentiles;
}

/**
 * History (limit 100) and earliest transfer, asked one by one from the game's thread, at 1 and at 10 million rows. The
 * larger database is the smaller one ten times over: each million brings its own 50,000 items, as on a server that grows
 * older, so that a history is about as long in both.
 */
export async function sqliteQuestions(): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), "doubletake-bench-"));
  const store = openSqlite(join(folder, "tracker.db"));
  try {
    const workloads = [await grow(store, 1)];
    const small = await ask(store, workloads);
    for (let seed = 2; seed <= 10; seed++) workloads.push(await grow(store, seed));
    const large = await ask(store, workloads);
    console.log(
      `sqlite: history at 1M ${JSON.stringify(small.historyMs)}, at 10M ${JSON.stringify(large.historyMs)} ms`,
    );
    console.log(
      `sqlite: earliest at 1M ${JSON.stringify(small.earliestMs)}, at 10M ${JSON.stringify(large.earliestMs)} ms`,
    );
    return {
      at1M: small,
      at10M: large,
      historyP99Growth: round(large.historyMs.p99 / small.historyMs.p99),
      earliestP99Growth: round(large.earliestMs.p99 / small.earliestMs.p99),
    };
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

async function grow(store: Store, seed: number): Promise<Workload> {
  const workload = new Workload(SIZE, seed);
  workload.nowMs += seed * 86_400_000;
  await writeTransfers(store, workload, MILLION);
  return workload;
}

async function ask(store: Store, workloads: readonly Workload[]): Promise<Answers> {
  const historyMs: number[] = [];
  const earliestMs: number[] = [];
  for (let n = -QUESTIONS / 10; n < QUESTIONS; n++) {
    const workload = workloads[Math.abs(n) % workloads.length] as Workload;
    const item = readIdWords(workload.idWords(Math.floor(Math.random() * SIZE.items)), 0);
    const player = workload.players[Math.floor(Math.random() * SIZE.players)] as string;
    const begin = performance.now();
    await store.getItemTransferHistory(item, 100);
    const middle = performance.now();
    await store.getEarliestTransferTs(item, player);
    // The first tenth warms up.
    if (n < 0) continue;
    historyMs.push(middle - begin);
    earliestMs.push(performance.now() - middle);
  }
  return { historyMs: percentiles(historyMs), earliestMs: percentiles(earliestMs) };
}
