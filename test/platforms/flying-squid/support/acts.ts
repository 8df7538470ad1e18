import type { Bot } from "./bot.ts";

/** What players do, as the packets that a client of either version sends for it. */

export function dropHeld(bot: Bot, amount: "stack" | "one" = "stack"): void {
  bot.write("block_dig", { status: amount === "stack" ? 3 : 4, location: { x: 0, y: 0, z: 0 }, face: 0, sequence: 0 });
}

export function swapHands(bot: Bot): void {
  bot.write("block_dig", { status: 6, location: { x: 0, y: 0, z: 0 }, face: 0, sequence: 0 });
}

export function writeSlot(bot: Bot, slot: number, item: object): void {
  bot.write("set_creative_slot", { slot, item });
}

export function clearSlot(bot: Bot, slot: number): void {
  writeSlot(bot, slot, noItem(bot));
}

export const OUTSIDE = -999;

/** A click, in the player's own inventory by default. Up to 1.16, the client also says what it believes is in the slot. */
export function click(bot: Bot, slot: number, { window = 0, button = 0, mode = 0, named = noItem(bot) } = {}): void {
  const common = { windowId: window, slot, mouseButton: button, mode };
  if (bot.version === "1.16.5") bot.write("window_click", { ...common, action: 1, item: named });
  else bot.write("window_click", { ...common, stateId: 0, changedSlots: [], cursorItem: noItem(bot) });
}

/** The drop key over a slot of the open inventory. */
export function dropKeyOver(bot: Bot, slot: number): void {
  click(bot, slot, { mode: 4 });
}

export function closeInventory(bot: Bot): void {
  bot.write("close_window", { windowId: 0 });
}

function noItem({ version }: Bot): object {
  return version === "1.16.5" ? { present: false } : { itemCount: 0 };
}
