import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe } from "node:test";
import type { Store } from "../../src/core/index.ts";
import { openStore } from "../../src/storage/open-store.ts";
import type { StartThread } from "../../src/storage/thread/storage-thread.ts";
import { batchContract } from "../../src/testing/store-contract/batches.ts";
import { modelContract } from "../../src/testing/store-contract/model.ts";
import { oddTextContract } from "../../src/testing/store-contract/odd-texts.ts";
import { promiseContract } from "../../src/testing/store-contract/promises.ts";
import {
  CONTRACT_SERVER,
  type OpenSharedStore,
  sharedStoreContract,
  storeContract,
} from "../../src/testing/store-contract/store-contract.ts";
import { RecordingLog } from "../../src/testing/unpublished/recording-log.ts";
import { threadHere } from "../../src/testing/unpublished/stores/thread-here.ts";
import { type PostgresServer, sharedPostgres } from "../support/postgres-server.ts";
import { untilReachable } from "../support/until-reachable.ts";

let server: PostgresServer;
before(async () => {
  server = await sharedPostgres();
});
after(() => server.remove());

/** The model opens often. The thread does nothing on tables in parts that it does not do on whole ones. */
const [runsOnThread, runsHere] = process.env.DOUBLETAKE_ROUNDS ? [40, 40] : [5, 1];

/** A database whose tables are laid out, for copies: what lays them out has tests of its own. */
async function laidOut(partitions: number): Promise<string> {
  const url = await server.freshDatabase();
  const journalFolder = mkdtempSync(join(tmpdir(), "doubletake-journal-"));
  const config = {
    engine: "postgres",
    url,
    serverName: "layout",
    journalFolder,
    journalLimitMb: 64,
    partitions,
  } as const;
  const store = openStore({ config, retentionDays: 0, log: new RecordingLog(), startThread: threadHere });
  await untilReachable(store);
  await store.close();
  // Past the fence that keeps servers of 1.0.0 from writing.
  await server.query(url, "SET session_replication_role = replica; DELETE FROM dt_servers");
  rmSync(journalFolder, { recursive: true, force: true });
  return url;
}

const layouts = new Map<number, Promise<string>>();

function layoutOf(partitions: number): Promise<string> {
  const layout = layouts.get(partitions) ?? laidOut(partitions);
  layouts.set(partitions, layout);
  return layout;
}

/** `startThread` is a thread of its own when left out, as in a game server. */
function openWith(partitions: number, startThread?: StartThread): OpenSharedStore {
  return async (context) => {
    const url = await server.freshDatabase(await layoutOf(partitions));
    const folder = mkdtempSync(join(tmpdir(), "doubletake-journal-"));
    const log = new RecordingLog();
    const openOnce = (serverName = CONTRACT_SERVER) => {
      const journalFolder = join(folder, serverName);
      const config = {
        engine: "postgres",
        url,
        serverName,
        journalFolder,
        journalLimitMb: 64,
        instance: serverName,
        partitions,
      } as const;
      return openStore({ config, retentionDays: 0, log, ...(startThread && { startThread }) });
    };
    let store = openOnce();
    const others: Store[] = [];
    context.after(async () => {
      await Promise.all([store, ...others].map((opened) => opened.close()));
      rmSync(folder, { recursive: true, force: true });
    });
    // A machine that is busy elsewhere may take longer to connect than a store waits before it answers without its database.
    await untilReachable(store);
    return {
      store,
      hasWarnedOfUnknownIds: () => log.lines.some((line) => line.includes("whether ids are new cannot be told")),
      beside: async (serverName) => {
        const other = openOnce(serverName);
        others.push(other);
        await untilReachable(other);
        return other;
      },
      reopen: async () => {
        await store.close();
        store = openOnce();
        return store;
      },
    };
  };
}

for (const [name, partitions] of [
  ["PostgreSQL, behind the journal", 0],
  ["PostgreSQL, with tables by item in parts", 4],
] as const) {
  const open = openWith(partitions, threadHere);
  storeContract(name, open, { modelRuns: runsHere });
  oddTextContract(name, open);
  sharedStoreContract(name, open);
}

// The same messages, between two threads.
describe("PostgreSQL, behind the journal and the background thread", () => {
  const open = openWith(0);
  batchContract(open);
  promiseContract(open);
  modelContract(open, runsOnThread);
});
