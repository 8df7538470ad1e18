import { type Batch, BatchWriter, idWords, type TransferRecord } from "../../../core/storage-face.ts";
import { manifestsFor } from "../../../storage/archive/cleared-months.ts";
import { ArchiveFolder } from "../../../storage/archive/files/archive-folder.ts";
import { continueHistory } from "../../../storage/archive/files/archive-history.ts";
import type { Engine } from "../../../storage/engine.ts";

const DAY = 86_400_000;
export const JANUARY = Date.UTC(2026, 0, 1);
export const APRIL = Date.UTC(2026, 3, 1);
export const ITEMS = Array.from(
  { length: 40 },
  (_, n) => `${String(n * 7919).padStart(8, "0")}-0000-4000-8000-000000000000`,
);
export const PLAYERS = Array.from({ length: 5 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`);

/** Transfers from January to May: some of one item in the same millisecond, some without a block. Always the same. */
export function fiveMonths(moments = 3000): Batch {
  const writer = new BatchWriter();
  let state = 7;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
  for (const item of ITEMS) writer.addSeen(idWords(item), 0, PLAYERS[0] as string, "BOW", JANUARY);
  for (let n = 0; n < moments; n++) {
    const item = ITEMS[below(ITEMS.length)] as string;
    const player = PLAYERS[below(PLAYERS.length)] as string;
    const ts = JANUARY + Math.floor((n / moments) * 150 * DAY);
    for (let times = below(10) === 0 ? 3 : 1; times > 0; times--) {
      if (below(20) === 0) writer.addTransferAtText(idWords(item), 0, player, "GIVE", `somewhere ${below(3)}`, ts);
      else writer.addTransfer(idWords(item), 0, player, "DROP", "world", below(100), 64, -below(100), ts);
    }
  }
  return writer.finishBatch() as Batch;
}

/** Returns the whole history of each item, as if nothing had been archived. */
export async function histories(
  engine: Pick<Engine, "ask" | "clearedMonths">,
  folder?: ArchiveFolder,
): Promise<Map<string, TransferRecord[]>> {
  const all = new Map<string, TransferRecord[]>();
  // Not the object that writes.
  const reader = folder && new ArchiveFolder(folder.path);
  for (const item of ITEMS) {
    const before = reader ? manifestsFor(await engine.clearedMonths(), reader.manifests()) : [];
    const stored = await engine.ask("getItemTransferHistory", item, 10_000);
    all.set(item, reader ? await continueHistory(reader, before, stored, item, 10_000) : stored);
  }
  return all;
}
