import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../../src/core/index.ts";
import { readIdWords } from "../../src/core/model/item-id.ts";
import { type Percentiles, percentiles, round } from "./percentiles.ts";
import { openSqlite, writeTransfers } from "./sqlite-writing.ts";
import { Workload } from "./workload.ts";

const MILLION = 1_000_000;
const QUESTIONS = 4000;
const WARM_UP = 400;
const SIZE = { items: 50_000, players: 500 };

interface Answers {
  readonly historyMs: Percentiles;
  readonly earliestMs: Percentiles;
}

/**
 * History (limit 100) and earliest transfer, asked one by one from the game's thread. A database of 1 million rows and one of
 * 10 million are asked in turns, so that other work of the machine affects both. The larger one is the smaller one ten times
 * over: each million brings its own 50,000 items, as on a server that grows older, so a history is about as long in both.
 */
export async function sqliteQuestions(): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), "doubletake-bench-"));
  const stores = { small: openSqlite(join(folder, "small.db")), large: openSqlite(join(folder, "large.db")) };
  try {
    const first = await grow(stores.small, 1);
    const all: Workload[] = [];
    for (let seed = 1; seed <= 10; seed++) all.push(await grow(stores.large, seed));
    const [small, large] = [new Questions(stores.small, [first]), new Questions(stores.large, all)];
    for (let n = 0; n < WARM_UP + QUESTIONS; n++) {
      await small.ask(n >= WARM_UP);
      await large.ask(n >= WARM_UP);
    }
    const answers = { small: small.answers(), large: large.answers() };
    return told(answers.small, answers.large);
  } finally {
    await Promise.all([stores.small.close(), stores.large.close()]);
    rmSync(folder, { recursive: true });
  }
}

function told(small: Answers, large: Answers): Record<string, unknown> {
  for (const name of ["historyMs", "earliestMs"] as const)
    console.log(`sqlite: ${name} at 1M ${JSON.stringify(small[name])}, at 10M ${JSON.stringify(large[name])}`);
  return {
    at1M: small,
    at10M: large,
    historyP99Growth: round(large.historyMs.p99 / small.historyMs.p99),
    earliestP99Growth: round(large.earliestMs.p99 / small.earliestMs.p99),
  };
}

async function grow(store: Store, seed: number): Promise<Workload> {
  const workload = new Workload(SIZE, seed);
  workload.nowMs += seed * 86_400_000;
  await writeTransfers(store, workload, MILLION);
  return workload;
}

/** Questions to one database, and how long each took. */
class Questions {
  readonly #store: Store;
  readonly #workloads: readonly Workload[];
  readonly #historyMs: number[] = [];
  readonly #earliestMs: number[] = [];
  #asked = 0;

  constructor(store: Store, workloads: readonly Workload[]) {
    this.#store = store;
    this.#workloads = workloads;
  }

  async ask(counts: boolean): Promise<void> {
    const workload = this.#workloads[this.#asked++ % this.#workloads.length] as Workload;
    const item = readIdWords(workload.idWords(Math.floor(Math.random() * SIZE.items)), 0);
    const player = workload.players[Math.floor(Math.random() * SIZE.players)] as string;
    const begin = performance.now();
    await this.#store.getItemTransferHistory(item, 100);
    const middle = performance.now();
    await this.#store.getEarliestTransferTs(item, player);
    if (!counts) return;
    this.#historyMs.push(middle - begin);
    this.#earliestMs.push(performance.now() - middle);
  }

  answers(): Answers {
    return { historyMs: percentiles(this.#historyMs), earliestMs: percentiles(this.#earliestMs) };
  }
}
