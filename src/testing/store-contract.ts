import { describe } from "node:test";
import { batchContract } from "./store-contract/batches.ts";
import { caseContract } from "./store-contract/cases.ts";
import { custodyContract } from "./store-contract/custody.ts";
import { disputeContract } from "./store-contract/disputes.ts";
import { itemContract } from "./store-contract/items.ts";
import { modelContract } from "./store-contract/model.ts";
import { networkContract } from "./store-contract/network.ts";
import { playerContract } from "./store-contract/players.ts";
import { promiseContract } from "./store-contract/promises.ts";
import { quarantineContract } from "./store-contract/quarantine.ts";
import type { OpenStore } from "./store-contract/store-under-test.ts";
import { transferContract } from "./store-contract/transfers.ts";

export { CONTRACT_SERVER, type OpenStore, type StoreUnderTest } from "./store-contract/store-under-test.ts";

/**
 * What every store must do. The memory store, SQLite and PostgreSQL all run it, each on a real store of its kind.
 * `modelRuns`: how many random sequences are compared with the model; each opens a store.
 */
export function storeContract(name: string, open: OpenStore, { modelRuns = 40 }: { modelRuns?: number } = {}): void {
  describe(`store contract: ${name}`, () => {
    transferContract(open);
    itemContract(open);
    playerContract(open);
    batchContract(open);
    custodyContract(open);
    caseContract(open);
    quarantineContract(open);
    networkContract(open);
    disputeContract(open);
    promiseContract(open);
    modelContract(open, modelRuns);
  });
}
