import { MemoryDatabase } from "./memory-database.ts";
import { MemoryStore } from "./memory-store.ts";
import { CONTRACT_SERVER, storeContract } from "./store-contract.ts";

storeContract("memory", async () => {
  const database = new MemoryDatabase();
  return {
    store: new MemoryStore({ serverName: CONTRACT_SERVER, database }),
    beside: async (serverName) => new MemoryStore({ serverName, database }),
  };
});
