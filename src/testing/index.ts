/** For tests of adapters and plugins: a fake game server, a store in memory, and the contract suite of each port. */
export { FakeItem, type FakeStack, fakeStack } from "./fake-item.ts";
export { FakePlatform } from "./fake-platform.ts";
export { FakePlayer } from "./fake-player.ts";
export { platformContract } from "./platform-contract/platform-contract.ts";
export { storeContract } from "./store-contract/store-contract.ts";
export { MemoryDatabase } from "./stores/memory-database.ts";
export { MemoryStore } from "./stores/memory-store.ts";
