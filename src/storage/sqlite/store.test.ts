import { join } from "node:path";
import type { TestContext } from "node:test";
import { SILENT_LOG } from "../../core/storage-face.ts";
import { oddTextContract } from "../../testing/store-contract/odd-texts.ts";
import { CONTRACT_SERVER, rowContract, storeContract } from "../../testing/store-contract/store-contract.ts";
import { threadHere } from "../../testing/unpublished/stores/thread-here.ts";
import { temporaryFolder } from "../../testing/unpublished/temporary-folder.ts";
import { openStore } from "../open-store.ts";

/** The model opens often. */
const modelRuns = process.env.DOUBLETAKE_ROUNDS ? 40 : 5;

oddTextContract("sqlite on disk", (context) => open(context));
oddTextContract("sqlite on disk, compacting all the time", (context) => open(context, 4));
storeContract("sqlite on disk", (context) => open(context), { modelRuns });
rowContract("sqlite on disk, compacting all the time", (context) => open(context, 4), { modelRuns });

async function open(context: TestContext, compactAtRows?: number) {
  const file = join(temporaryFolder(context), "tracker.db");
  const config = { engine: "sqlite", file, serverName: CONTRACT_SERVER, compactAtRows } as const;
  const openAgain = () => openStore({ config, retentionDays: 0, log: SILENT_LOG, startThread: threadHere });
  let store = openAgain();
  context.after(() => store.close());
  const reopen = async () => {
    await store.close();
    store = openAgain();
    return store;
  };
  return { store, reopen };
}
