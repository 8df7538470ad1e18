import { materialName } from "../model/material.ts";
import type { CommandHandler } from "./handler.ts";
import { heldTrackedItem } from "./held-item.ts";

/** `/doubletake reissue`: a fresh id for the held item; what is inside it keeps its ids. */
export const reissueCommand: CommandHandler = {
  name: "reissue",
  parameters: [],
  permission: "doubletake.admin",
  about: "commands.about.reissue",
  async run(call) {
    const { context, caller, player } = call;
    const { messages, casework, game, log } = context;
    if (heldTrackedItem(call) === undefined || player === undefined) return;
    const item = player.heldItem()!;
    const { itemId, freshId } = game.reissue(player, item)!;
    const material = materialName(item.material);
    log.info(`${caller.name} gave ${material} ${itemId} the fresh id ${freshId}.`);
    caller.send(messages.text("commands.reissue.done", { material, id: freshId }));
    const caseNumber = await casework.reissued(itemId, freshId, caller.name);
    if (caseNumber !== undefined) caller.send(messages.text("commands.reissue.case", { case: caseNumber }));
  },
};
