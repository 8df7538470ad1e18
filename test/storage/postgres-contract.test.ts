import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { openStore } from "../../src/storage/open-store.ts";
import { CONTRACT_SERVER, type OpenStore, storeContract } from "../../src/testing/store-contract.ts";
import { CollectedLog } from "../support/collected-log.ts";
import { type PostgresServer, sharedPostgres } from "../support/postgres-server.ts";
import { untilReachable } from "../support/until-reachable.ts";

let server: PostgresServer;
before(async () => {
  server = await sharedPostgres();
});
after(() => server.remove());

/** Every opening starts a thread, and the model opens often. */
const modelRuns = process.env.DOUBLETAKE_ROUNDS ? 40 : 5;

const open: OpenStore = async (context) => {
  const url = await server.freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), "doubletake-journal-"));
  const log = new CollectedLog();
  const openOnce = () =>
    openStore({
      config: { engine: "postgres", url, serverName: CONTRACT_SERVER, journalFolder: folder, journalLimitMb: 64 },
      retentionDays: 0,
      log,
    });
  let store = openOnce();
  context.after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  // A machine that is busy elsewhere may take longer to connect than a store waits before it answers without its database.
  await untilReachable(store);
  return {
    store,
    hasWarnedOfUnknownIds: () => log.lines.some((line) => line.includes("whether ids are new cannot be told")),
    reopen: async () => {
      await store.close();
      store = openOnce();
      return store;
    },
  };
};

storeContract("PostgreSQL, behind the journal and the background thread", open, { modelRuns });
