import { materialName } from "../material.ts";
import { readItemId } from "../tagging/item-tag.ts";
import type { CommandHandler } from "./handler.ts";

/** What a player gets who names no material: never stackable, and in every version of the game. */
const DEFAULT_MATERIAL = "minecraft:diamond_sword";

/** `/dttest give`: a fresh tagged item to try things with. */
export const giveCommand: CommandHandler = {
  name: "give",
  parameters: [{ name: "material", kind: "word", isOptional: true, choices: [] }],
  permission: "doubletake.test",
  about: "commands.about.give",
  run({ context, caller, player, args }) {
    const { messages, platform } = context;
    const wanted = (args.get("material") ?? DEFAULT_MATERIAL).toLowerCase();
    const name = wanted.includes(":") ? wanted : `minecraft:${wanted}`;
    if (player === undefined) caller.send(messages.text("commands.players-only", {}));
    else if (platform.createItem === undefined || player.give === undefined) {
      caller.send(messages.text("commands.give.unsupported", {}));
    } else {
      const item = platform.createItem(name);
      const material = materialName(name);
      if (item === undefined) return caller.send(messages.text("commands.give.unknown-material", { material }));
      if (item.maxStackSize !== 1) return caller.send(messages.text("commands.held.not-tracked", { material }));
      if (!player.give(item)) return caller.send(messages.text("commands.give.no-room", {}));
      context.report({ kind: "interaction", player, item, action: "GIVE" });
      caller.send(messages.text("commands.give.done", { material, id: readItemId(item) ?? "" }));
    }
  },
};
