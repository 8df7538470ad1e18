import { materialName } from "../../model/material.ts";
import { isEligible, readItemId } from "../../tagging/item-tag.ts";
import { type CommandCall, type CommandHandler, numberOf } from "../handler.ts";
import { LIMIT } from "../parameters.ts";
import { showHistory } from "./show-history.ts";

/** Section 8: this command shows ten transfers. */
const SHOWN_TRANSFERS = 10;

/** `/dttest uuid`: the id of the held item and its last ten transfers. */
export const uuidCommand: CommandHandler = {
  name: "uuid",
  parameters: [],
  permission: "doubletake.test",
  about: "commands.about.uuid",
  async run(call) {
    const held = heldTrackedItem(call);
    if (held === undefined) return;
    call.caller.send(call.context.messages.text("commands.uuid.id", held));
    await showHistory(call, held.id, SHOWN_TRANSFERS);
  },
};

const DEFAULT_LIMIT = 10;

/** `/dttest history [limit]`: the held item's history, newest first. */
export const historyOfHeldItemCommand: CommandHandler = {
  name: "history",
  parameters: [LIMIT],
  permission: "doubletake.test",
  about: "commands.about.held-history",
  async run(call) {
    const held = heldTrackedItem(call);
    if (held === undefined) return;
    call.caller.send(call.context.messages.text("commands.history.title", held));
    await showHistory(call, held.id, numberOf(call, "limit", DEFAULT_LIMIT));
  },
};

/** The tracked item in the caller's hand. If there is none, the caller has been told why. */
export function heldTrackedItem({
  context,
  caller,
  player,
}: CommandCall): { id: string; material: string } | undefined {
  const { messages } = context;
  if (player === undefined) {
    caller.send(messages.text("commands.players-only", {}));
    return undefined;
  }
  const item = player.heldItem();
  if (item === undefined) {
    caller.send(messages.text("commands.held.none", {}));
    return undefined;
  }
  const material = materialName(item.material);
  const id = readItemId(item);
  if (id !== null) return { id, material };
  caller.send(messages.text(isEligible(item) ? "commands.held.no-id" : "commands.held.not-tracked", { material }));
  return undefined;
}
