import { materialName } from "../model/material.ts";
import { isEligible, readItemId } from "../tagging/item-tag.ts";
import type { CommandCall } from "./handler.ts";

/** The tracked item in the caller's hand; when there is none, the caller has been told why. */
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
