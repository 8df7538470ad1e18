import type { TransferRecord } from "../store.ts";
import type { CommandCall } from "./handler.ts";

/** Shows an item's transfers, newest first, with the players' last known names. */
export async function showHistory({ doubletake, caller }: CommandCall, itemId: string, limit: number): Promise<void> {
  const { messages, store } = doubletake;
  const rows = await store.getItemTransferHistory(itemId, limit);
  if (rows.length === 0) caller.send(messages.text("commands.history.none", {}));
  const names = new Map<string, string>();
  for (const { playerUUID } of rows) {
    if (!names.has(playerUUID)) names.set(playerUUID, (await store.playerById(playerUUID))?.name ?? playerUUID);
  }
  for (const row of rows) caller.send(messages.text("commands.history.row", valuesOf(row, names.get(row.playerUUID)!)));
}

function valuesOf({ action, location, timestamp }: TransferRecord, player: string) {
  return { time: formatTime(timestamp), player, action, location };
}

/** `2026-11-15 02:27:53`, in the server's time zone. */
function formatTime(timestampMs: number): string {
  return new Date(timestampMs - new Date(timestampMs).getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, "2026-11-15T02:27:53".length)
    .replace("T", " ");
}
