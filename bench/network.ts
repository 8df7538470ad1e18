// What a network costs: acts, switches of server, proofs, and 50 servers on one PostgreSQL.
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../test/support/postgres-server.ts";
import { startBenchServer } from "./network/bench-server.ts";
import { manyServers } from "./network/many-servers.ts";
import { proofTimes } from "./network/proof-times.ts";
import { actCost, switchCost } from "./network/switch-cost.ts";
import type { BenchOptions } from "./run.ts";

const SERVERS = 50;
const ACTS_PER_S = 1_000;
const BY_NOTIFICATION_MS = 1_000;
const BY_POLLING_MS = 4_000;

export async function run({ full, seconds = 30 }: Omit<BenchOptions, "json">): Promise<Record<string, unknown>> {
  const postgres = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), "doubletake-bench-network-"));
  const loadBefore = loadavg()[0];
  const proofs = full ? 50 : 10;
  try {
    const pair = async (name: string, isNotified: boolean) => {
      const url = await postgres.freshDatabase();
      const start = (end: string, firstId: number) =>
        startBenchServer({ url, folder, name: `${name}-${end}`, firstId, isNotified });
      return { url, servers: [await start("a", 1_000_000), await start("b", 2_000_000)] as const };
    };
    const told = await pair("told", true);
    const acts = await actCost(told.url, told.servers);
    const switches = await switchCost(told.servers);
    const byNotification = await proofTimes(told.servers, proofs, 3_000_000, BY_NOTIFICATION_MS);
    for (const { store } of told.servers) await store.close();
    const asking = await pair("asking", false);
    const byPolling = await proofTimes(asking.servers, proofs, 4_000_000, BY_POLLING_MS);
    for (const { store } of asking.servers) await store.close();
    const load = { servers: SERVERS, actsPerS: ACTS_PER_S, seconds };
    const many = await manyServers(postgres, await postgres.freshDatabase(), folder, load);
    return {
      loadOfTheMachine: { before: loadBefore, after: loadavg()[0] },
      acts,
      switches,
      byNotification,
      byPolling,
      many,
    };
  } finally {
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
