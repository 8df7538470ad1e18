import { PostgresEngine } from "../../src/storage/postgres/postgres-engine.ts";
import type { PostgresServer } from "../../test/support/postgres-server.ts";
import { Workload, type WorkloadSize } from "../store/workload.ts";
import { itemIdOf } from "./rates.ts";

const ASKED = 2_000;
const TRANSFERS_A_TICK = 1_000;
const TICKS_A_WRITE = 50;

export interface Percentiles {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface QuestionTimes {
  readonly sizes: readonly [number, number];
  readonly history: readonly [Percentiles, Percentiles];
  readonly earliest: readonly [Percentiles, Percentiles];
  /** p99 at the larger size over p99 at the smaller; target below 2. */
  readonly historyP99Growth: number;
  readonly earliestP99Growth: number;
}

/** The same items at both sizes: at the larger each has ten times the history. */
export async function measureQuestions(
  server: PostgresServer,
  size: WorkloadSize,
  sizes: readonly [number, number],
): Promise<QuestionTimes> {
  const url = await server.freshDatabase();
  const engine = new PostgresEngine({ url, serverName: "bench" });
  const workload = new Workload(size);
  await engine.open();
  let [sequence, filled] = [0, 0];
  const measureAt = async (transfers: number): Promise<Measured> => {
    while (filled < transfers) {
      const ticks = Array.from({ length: TICKS_A_WRITE }, () => workload.tick(TRANSFERS_A_TICK));
      sequence += ticks.length;
      filled += ticks.length * TRANSFERS_A_TICK;
      await engine.write(ticks, sequence);
    }
    await server.query(url, "VACUUM ANALYZE");
    await server.query(url, "CHECKPOINT");
    return ask(engine, workload);
  };
  const small = await measureAt(sizes[0]);
  const large = await measureAt(sizes[1]);
  await engine.close();
  return {
    sizes,
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

async function ask(engine: PostgresEngine, workload: Workload): Promise<Measured> {
  // Far apart and never the same twice.
  let asked = 0;
  const anyItem = (): string => itemIdOf(workload, (++asked * 7919) % workload.items);
  const anyPlayer = (): string => workload.players[(asked * 31) % workload.players.length] as string;
  return {
    history: await percentiles(() => engine.getItemTransferHistory(anyItem(), 100)),
    earliest: await percentiles(() => engine.getEarliestTransferTs(anyItem(), anyPlayer())),
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
