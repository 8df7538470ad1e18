import type { Doubletake } from "../doubletake.ts";
import type { Messages } from "../messages/messages.ts";
import { timeText } from "../messages/time-text.ts";
import type { TransferRecord } from "../store.ts";
import { type CommandCall, sendAll } from "./handler.ts";
import { shownNames } from "./player-names.ts";

/** Shows an item's transfers, newest first, with the players' last known names. */
export async function showHistory(call: CommandCall, itemId: string, limit: number): Promise<void> {
  sendAll(call, await historyLines(call.doubletake, itemId, limit));
}

/** One line a transfer, or one that says that there is none. */
export async function historyLines(doubletake: Doubletake, itemId: string, limit: number): Promise<string[]> {
  const { messages, store } = doubletake;
  const rows = await store.getItemTransferHistory(itemId, limit);
  if (rows.length === 0) return [messages.text("commands.history.none", {})];
  return transferLines(doubletake, rows);
}

export async function transferLines(doubletake: Doubletake, rows: readonly TransferRecord[]): Promise<string[]> {
  const { messages, clock } = doubletake;
  const nameOf = await shownNames(
    doubletake,
    rows.map(({ playerUUID }) => playerUUID),
  );
  const now = clock.now();
  return rows.map((row) => rowText(messages, row, nameOf(row.playerUUID), now));
}

function rowText(
  messages: Messages,
  { action, location, timestamp }: TransferRecord,
  player: string,
  nowMs: number,
): string {
  return messages.text("commands.history.row", {
    time: timeText(messages, timestamp, nowMs),
    player,
    action,
    location,
  });
}
