import { randomUUID } from "node:crypto";
import type { CaseAct, Log, QuarantinedItem } from "../../core/model/records.ts";
import type { EngineConfig } from "../engine.ts";
import { openStore } from "../open-store.ts";

/** What fails here fails the command, and is said by it. */
const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Puts items of quarantine on their way back, in a store that no server has open: each is handed over, under a fresh id, when
 * its player next joins. The cases say who did it.
 */
export async function sendBack(
  config: EngineConfig,
  items: readonly QuarantinedItem[],
  act: Pick<CaseAct, "by" | "atMs">,
): Promise<void> {
  const store = openStore({ config, retentionDays: 0, log: SILENT });
  try {
    for (const number of new Set(items.map(({ caseNumber }) => caseNumber))) {
      const record = await store.caseByNumber(number);
      if (record === undefined) continue;
      const acts = [...record.acts, { ...act, act: "restore" as const, note: "" }];
      await store.saveCase({ ...record, acts, updatedMs: act.atMs });
    }
    for (const item of items) {
      const { holderId } = item.takenFrom;
      await store.saveQuarantined({ ...item, state: "returning", returnToId: holderId, freshId: randomUUID() });
    }
  } finally {
    await store.close();
  }
}
