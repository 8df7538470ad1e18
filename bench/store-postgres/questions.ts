import { PostgresEngine } from "../../src/storage/postgres/engine.ts";
import type { PostgresServer } from "../../test/support/postgres-server.ts";
import { Workload, type WorkloadSize } from "../store/workload.ts";
import { itemIdOf } from "./rates.ts";

const MILLION = 1_000_000;
const DAY_MS = 86_400_000;
const ASKED = 4_000;
const TRANSFERS_A_TICK = 1_000;
const TICKS_A_WRITE = 50;

interface Percentiles {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The first of each pair is at 1 million rows, the second at 10 million. */
export interface QuestionTimes {
  readonly history: readonly [Percentiles, Percentiles];
  readonly earliest: readonly [Percentiles, Percentiles];
  /** p99 at the larger size over p99 at the smaller; target below 2. */
  readonly historyP99Growth: number;
  readonly earliestP99Growth: number;
}

/**
 * The larger database is the smaller one ten times over, as with SQLite. Each million is of another day and brings its own
 * items, as on a server that grows older, so a history is about as long in both.
 */
export async function measureQuestions(server: PostgresServer, size: WorkloadSize): Promise<QuestionTimes> {
  const url = await server.freshDatabase();
  const engine = new PostgresEngine({ url, serverName: "bench" });
  await engine.open();
  const workloads: Workload[] = [];
  let sequence = 0;
  const measureAt = async (millions: number): Promise<Measured> => {
    while (workloads.length < millions) {
      const workload = new Workload(size, workloads.length + 1);
      workloads.push(workload);
      workload.nowMs += workloads.length * DAY_MS;
      for (let filled = 0; filled < MILLION; filled += TICKS_A_WRITE * TRANSFERS_A_TICK) {
        const ticks = Array.from({ length: TICKS_A_WRITE }, () => workload.tick(TRANSFERS_A_TICK));
        sequence += ticks.length;
        await engine.write(ticks, sequence);
      }
    }
    await server.query(url, "VACUUM ANALYZE");
    await server.query(url, "CHECKPOINT");
    return ask(engine, workloads);
  };
  const small = await measureAt(1);
  const large = await measureAt(10);
  await engine.close();
  console.log(`postgres: history at 1M ${JSON.stringify(small.history)}, at 10M ${JSON.stringify(large.history)}`);
  console.log(`postgres: earliest at 1M ${JSON.stringify(small.earliest)}, at 10M ${JSON.stringify(large.earliest)}`);
  return {
    history: [small.history, large.history],
    earliest: [small.earliest, large.earliest],
    historyP99Growth: large.history.p99Ms / small.history.p99Ms,
    earliestP99Growth: large.earliest.p99Ms / small.earliest.p99Ms,
  };
}

interface Measured {
  readonly history: Percentiles;
  readonly earliest: Percentiles;
}

async function ask(engine: PostgresEngine, workloads: readonly Workload[]): Promise<Measured> {
  // Items are far apart, and none is asked for twice.
  let asked = 0;
  const workload = (): Workload => workloads[asked % workloads.length] as Workload;
  const anyItem = (): string => itemIdOf(workload(), (++asked * 7919) % workload().items);
  const anyPlayer = (): string => workload().players[(asked * 31) % workload().players.length] as string;
  return {
    history: await percentiles(() => engine.ask("getItemTransferHistory", anyItem(), 100)),
    earliest: await percentiles(() => engine.ask("getEarliestTransferTs", anyItem(), anyPlayer())),
  };
}

async function percentiles(question: () => Promise<unknown>): Promise<Percentiles> {
  for (let warming = 0; warming < ASKED / 10; warming++) await question();
  const times: number[] = [];
  for (let asked = 0; asked < ASKED; asked++) {
    const began = performance.now();
    await question();
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] as number;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}
