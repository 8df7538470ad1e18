import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { BatchWriter, type Store } from "../../src/core/index.ts";
import { type Disturbed, leastDisturbed } from "../machine/least-disturbed.ts";
import { stolenMs } from "../machine/stolen-time.ts";
import { type Percentiles, percentiles, round } from "./percentiles.ts";
import { openSqlite } from "./sqlite-writing.ts";
import { type RowWriter, Workload } from "./workload.ts";

const TRANSFERS_A_S = 20_000;
/** Events come throughout a tick of 50 ms; the batch is handed over at its end. */
const PARTS_A_TICK = 5;
const PART_MS = 10;
const SIZE = { items: 50_000, players: 500 };

interface Run extends Disturbed {
  /** Part of the time in which the thread was busy, by processor time, which a busy machine does not distort. */
  readonly busyShare: number;
  readonly longestPauseMs: number;
  /** One pause in a thousand is longer. */
  readonly pauseP999Ms: number;
  /** From the first append of a batch to its commit; absent in runs without a store. */
  readonly ageMs?: Percentiles;
}

/** A thread that is busy for as long as the storage thread, and does nothing useful. */
const IDLE_COMPANY = "setInterval(() => { const end = performance.now() + 4; while (performance.now() < end); }, 10);";

/**
 * The game's thread without and with the store, in turns: busy time, pauses, and the age of uncommitted transfers. In two more
 * runs without the store, another thread only spins. Pauses that come with it are the machine's, which has to find a processor
 * for the game's thread as soon as any other thread is busy.
 */
export async function gameThread(seconds: number): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), "doubletake-bench-"));
  const runs: Run[] = [];
  const beside: Run[] = [];
  try {
    for (let turn = 0; turn < 4; turn++) {
      const isWith = turn % 2 === 1;
      const run = await leastDisturbed(seconds, async () => {
        const store = isWith ? openSqlite(join(mkdtempSync(join(folder, "run-")), "tracker.db")) : undefined;
        await store?.counts();
        const attempt = await play(store, seconds);
        await store?.close();
        return attempt;
      });
      runs.push(run);
      console.log(`game thread ${isWith ? "with" : "without"} the store: ${JSON.stringify(run)}`);
    }
    for (let turn = 0; turn < 2; turn++) beside.push(await playBesideIdleCompany(seconds));
  } finally {
    rmSync(folder, { recursive: true });
  }
  const [without1, with1, without2, with2] = runs as [Run, Run, Run, Run];
  const shares = [with1.busyShare - without1.busyShare, with2.busyShare - without2.busyShare];
  const longestWith = Math.max(with1.longestPauseMs, with2.longestPauseMs);
  const longestWithout = Math.max(without1.longestPauseMs, without2.longestPauseMs);
  return {
    runs,
    besideIdleCompany: beside,
    shareOfTime: round(Math.max(...shares)),
    shareSpread: shares.map(round),
    longestPauseAboveMs: round(longestWith - longestWithout),
    longestPauseAboveIdleCompanyMs: round(longestWith - Math.max(...beside.map((run) => run.longestPauseMs))),
    oldestUncommittedMs: round(Math.max(with1.ageMs?.max ?? 0, with2.ageMs?.max ?? 0)),
    oldestUncommittedP99Ms: round(Math.max(with1.ageMs?.p99 ?? 0, with2.ageMs?.p99 ?? 0)),
  };
}

async function playBesideIdleCompany(seconds: number): Promise<Run> {
  const run = await leastDisturbed(seconds, async () => {
    const company = new Worker(IDLE_COMPANY, { eval: true });
    const attempt = await play(undefined, seconds);
    await company.terminate();
    return attempt;
  });
  console.log(`game thread without the store, beside a thread that spins: ${JSON.stringify(run)}`);
  return run;
}

async function play(store: Store | undefined, seconds: number): Promise<Run> {
  const workload = new Workload(SIZE);
  // Collects the garbage of other parts of the bench now, so that V8 does not do it during a run.
  for (let round = 0; round < 2; round++) globalThis.gc?.();
  const batches = new BatchWriter();
  const writer = store ? batches : NO_WRITER;
  const ages: number[] = [];
  const acknowledged: Promise<unknown>[] = [];
  // The first second warms up and is not measured.
  let delay = monitorEventLoopDelay({ resolution: 1 });
  let warmAt = 0;
  let cpu = process.threadCpuUsage();
  let stolenBefore = stolenMs();
  const begin = performance.now();
  let parts = 0;
  let firstAppend = begin;
  let isWarm = false;
  while (performance.now() - begin < (seconds + 1) * 1000) {
    // A late timer catches up on what it missed.
    for (; parts * PART_MS < performance.now() - begin; parts++) {
      if (parts % PARTS_A_TICK === 0) firstAppend = performance.now();
      workload.nowMs = Date.now();
      workload.write(writer, (TRANSFERS_A_S * PART_MS) / 1000);
      if (!store || parts % PARTS_A_TICK !== PARTS_A_TICK - 1) continue;
      const batch = batches.finishBatch();
      const appended = firstAppend;
      const counts = isWarm;
      if (batch) acknowledged.push(store.append(batch).then(() => counts && ages.push(performance.now() - appended)));
    }
    await pause(PART_MS);
    if (isWarm || performance.now() - begin < 1000) continue;
    isWarm = true;
    warmAt = performance.now();
    cpu = process.threadCpuUsage();
    stolenBefore = stolenMs();
    delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
  }
  delay.disable();
  const { user, system } = process.threadCpuUsage(cpu);
  const busyShare = round((user + system) / 1000 / (performance.now() - warmAt));
  const stolen = stolenMs() - stolenBefore;
  await Promise.all(acknowledged);
  const pauses = { longestPauseMs: round(delay.max / 1e6), pauseP999Ms: round(delay.percentile(99.9) / 1e6) };
  const run = { busyShare, ...pauses, stolenMs: stolen };
  return store ? { ...run, ageMs: percentiles(ages) } : run;
}

/** Stands for a game without Doubletake: the same events happen, and nobody records them. */
const NO_WRITER: RowWriter = {
  addSeen: () => 0,
  addTransfer: () => undefined,
  addCustody: () => undefined,
};
