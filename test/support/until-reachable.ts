import { setTimeout as pause } from "node:timers/promises";
import type { Store } from "../../src/core/index.ts";

/** Resolves when the store's database answers. */
export async function untilReachable(store: Store): Promise<void> {
  while (!store.health().isReachable) await pause(50);
}

/** Resolves when the database has taken everything that was in the journal: before that, questions may be refused. */
export async function untilDelivered(store: Store): Promise<void> {
  await untilReachable(store);
  while (store.health().journalledRows > 0) await pause(50);
}

/** Resolves when rows are in the journal. */
export async function untilJournalled(store: Store): Promise<void> {
  while (store.health().journalledRows === 0) await pause(50);
}
