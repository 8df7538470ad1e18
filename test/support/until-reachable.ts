import { setTimeout as pause } from "node:timers/promises";
import type { Store } from "../../src/core/index.ts";

/** Resolves when the store's database answers. */
export async function untilReachable(store: Store): Promise<void> {
  while (!store.health().isReachable) await pause(50);
}
