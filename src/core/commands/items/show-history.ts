import type { Messages } from "../../messages/messages.ts";
import { locationText } from "../../messages/place-text.ts";
import { timeText } from "../../messages/time-text.ts";
import type { TransferRecord } from "../../store.ts";
import type { CommandContext } from "../command-context.ts";
import { type CommandCall, sendAll } from "../handler.ts";
import { shownNames } from "../resolve-player.ts";

/** Shows an item's transfers, newest first, with the players' last known names. */
export async function showHistory(call: CommandCall, itemId: string, limit: number): Promise<void> {
  sendAll(call, await historyLines(call.context, itemId, limit));
}

/** One line for each transfer, or one that says that there is none. */
export async function historyLines(context: CommandContext, itemId: string, limit: number): Promise<string[]> {
  const { messages, store } = context;
  const rows = await store.getItemTransferHistory(itemId, limit);
  if (rows.length === 0) return [messages.text("commands.history.none", {})];
  return transferLines(context, rows);
}

export async function transferLines(context: CommandContext, rows: readonly TransferRecord[]): Promise<string[]> {
  const { messages, clock, server: own } = context;
  const nameOf = await shownNames(
    context,
    rows.map(({ playerUUID }) => playerUUID),
  );
  const now = clock.now();
  return rows.map((row) =>
    rowText(messages, { ...row, server: own.hasOthers ? (row.server ?? "") : "" }, nameOf(row.playerUUID), now),
  );
}

function rowText(
  messages: Messages,
  { action, location, timestamp, server }: TransferRecord,
  player: string,
  nowMs: number,
): string {
  return messages.text("commands.history.row", {
    time: timeText(messages, timestamp, nowMs),
    player,
    action,
    location: locationText(messages, location, server),
  });
}
