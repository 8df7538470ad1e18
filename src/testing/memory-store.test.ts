import { MemoryStore } from "./memory-store.ts";
import { CONTRACT_SERVER, storeContract } from "./store-contract.ts";

storeContract("memory", async () => ({ store: new MemoryStore({ serverName: CONTRACT_SERVER }) }));
