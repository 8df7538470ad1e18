import { materialName } from "../../model/material.ts";
import type { Player } from "../../platform.ts";
import { readItemId } from "../../tagging/item-tag.ts";
import type { CommandContext } from "../command-context.ts";
import type { CommandHandler } from "../handler.ts";
import { optional } from "../parameters.ts";

/** The material if the player names none: never stackable, and in every version of the game. */
const DEFAULT_MATERIAL = "minecraft:diamond_sword";

/** `/dttest give`: gives a fresh tagged item to try things with. */
export const giveCommand: CommandHandler = {
  name: "give",
  parameters: [optional("material", "word")],
  permission: "doubletake.test",
  about: "commands.about.give",
  run({ context, caller, player, args }) {
    caller.send(
      player === undefined
        ? context.messages.text("commands.players-only", {})
        : giveItem(context, player, args.get("material")),
    );
  },
};

/** Gives a player an item if possible. Returns the answer. */
export function giveItem(context: CommandContext, player: Player, wanted = DEFAULT_MATERIAL): string {
  const { messages, platform } = context;
  if (platform.createItem === undefined || player.give === undefined) {
    return messages.text("commands.give.unsupported", {});
  }
  const name = wanted.includes(":") ? wanted.toLowerCase() : `minecraft:${wanted.toLowerCase()}`;
  const item = platform.createItem(name);
  const material = materialName(name);
  if (item === undefined) return messages.text("commands.give.unknown-material", { material });
  if (item.maxStackSize !== 1) return messages.text("commands.held.not-tracked", { material });
  if (!player.give(item)) return messages.text("commands.give.no-room", {});
  context.report({ kind: "interaction", player, item, action: "GIVE" });
  return messages.text("commands.give.done", { material, id: readItemId(item) ?? "" });
}
