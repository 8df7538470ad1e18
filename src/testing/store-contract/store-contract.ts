import { describe } from "node:test";
import { batchContract } from "./batches.ts";
import { caseContract, sharedCaseContract } from "./cases.ts";
import { custodyContract } from "./custody.ts";
import { disputeContract } from "./disputes.ts";
import { itemContract } from "./items.ts";
import { modelContract } from "./model.ts";
import { networkContract, ownServerContract } from "./network.ts";
import { playerContract } from "./players.ts";
import { promiseContract } from "./promises.ts";
import { quarantineContract, sharedQuarantineContract } from "./quarantine.ts";
import type { OpenSharedStore, OpenStore } from "./store-under-test.ts";
import { transferContract } from "./transfers.ts";

export { CONTRACT_SERVER, type OpenSharedStore, type OpenStore } from "./store-under-test.ts";

interface ContractOptions {
  /** How many random sequences are compared with the model; each opens a store. */
  readonly modelRuns?: number;
}

/** What every store must do. The memory store, SQLite and PostgreSQL all run it, each on a real store of its kind. */
export function storeContract(name: string, open: OpenStore, options: ContractOptions = {}): void {
  rowContract(name, open, options);
  describe(`store contract, documents: ${name}`, () => {
    caseContract(open);
    quarantineContract(open);
    ownServerContract(open);
  });
}

/** The part about items and what happened to them, which each engine writes in its own way. */
export function rowContract(name: string, open: OpenStore, { modelRuns = 40 }: ContractOptions = {}): void {
  describe(`store contract, rows: ${name}`, () => {
    transferContract(open);
    itemContract(open);
    playerContract(open);
    batchContract(open);
    custodyContract(open);
    promiseContract(open);
    modelContract(open, modelRuns);
  });
}

/** What a store must also do when several servers share its database. */
export function sharedStoreContract(name: string, open: OpenSharedStore): void {
  describe(`contract of shared stores: ${name}`, () => {
    sharedCaseContract(open);
    sharedQuarantineContract(open);
    networkContract(open);
    disputeContract(open);
  });
}
