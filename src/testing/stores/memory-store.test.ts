import {
  CONTRACT_SERVER,
  type OpenSharedStore,
  sharedStoreContract,
  storeContract,
} from "../store-contract/store-contract.ts";
import { MemoryDatabase } from "./memory-database.ts";
import { MemoryStore } from "./memory-store.ts";

const open: OpenSharedStore = async () => {
  const database = new MemoryDatabase();
  return {
    store: new MemoryStore({ serverName: CONTRACT_SERVER, database }),
    beside: async (serverName) => new MemoryStore({ serverName, database }),
  };
};

storeContract("memory", open);
sharedStoreContract("memory", open);
