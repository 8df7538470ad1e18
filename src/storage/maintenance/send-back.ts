import { randomUUID } from "node:crypto";
import { type CaseAct, type QuarantinedItem, returningEntry, SILENT_LOG } from "../../core/storage-face.ts";
import type { EngineConfig } from "../engine.ts";
import { openStore } from "../open-store.ts";

/**
 * Marks quarantined items for return, in a store that no server has open. Each is handed over under a fresh id when its player
 * next joins. The cases record who did it.
 */
export async function sendBack(
  config: EngineConfig,
  items: readonly QuarantinedItem[],
  act: Pick<CaseAct, "by" | "atMs">,
): Promise<void> {
  // Without an instance this writes in the server's name, but the server still counts as stopped.
  const { instance: _, ...own } = { instance: "", ...config };
  // A failure here fails the command, which reports it.
  const store = openStore({ config: own, retentionDays: 0, log: SILENT_LOG });
  try {
    for (const number of new Set(items.map(({ caseNumber }) => caseNumber))) {
      await store.changeCase(number, { atMs: act.atMs, acts: [{ ...act, act: "restore", note: "" }] });
    }
    for (const item of items) {
      await store.changeQuarantined(returningEntry(item, randomUUID()), "held");
    }
  } finally {
    await store.close();
  }
}
