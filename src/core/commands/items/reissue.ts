import { materialName } from "../../model/material.ts";
import type { CommandCall, CommandHandler } from "../handler.ts";
import { optional, optionalChoice } from "../parameters.ts";
import { heldTrackedItem } from "./held-item.ts";

const WORLD = optionalChoice("what", ["world"]);
const STEP = optionalChoice("step", ["check", "now", "done"]);

/**
 * `/doubletake reissue`: gives the held item a fresh id; items inside it keep theirs. `/doubletake reissue world <server>`: this server's
 * world is a copy of that server's, and gets ids of its own.
 */
export const reissueCommand: CommandHandler = {
  name: "reissue",
  parameters: [WORLD, optional("server", "server"), STEP],
  permission: "doubletake.admin",
  about: "commands.about.reissue",
  async run(call) {
    const { args, caller, context } = call;
    const server = args.get("server");
    if (!args.has("what")) await reissueHeld(call);
    else if (server === undefined) caller.send(context.messages.text("commands.usage", { usage: call.usage }));
    else await reissueWorld(call, server, args.get("step") ?? "check");
  },
};

async function reissueHeld(call: CommandCall): Promise<void> {
  const { context, caller, player } = call;
  const { messages, staffActs, liveItems, log } = context;
  if (heldTrackedItem(call) === undefined || player === undefined) return;
  const item = player.heldItem()!;
  const { itemId, freshId } = liveItems.reissue(player, item)!;
  const material = materialName(item.material);
  log.info(`${caller.name} gave ${material} ${itemId} the fresh id ${freshId}.`);
  caller.send(messages.text("commands.reissue.done", { material, id: freshId }));
  const caseNumber = await staffActs.recordReissue(itemId, freshId, caller.name);
  if (caseNumber !== undefined) caller.send(messages.text("commands.reissue.case", { case: caseNumber }));
}

/** Without `now` or `done` it only says what would be done. */
async function reissueWorld({ context, caller }: CommandCall, server: string, step: string): Promise<void> {
  const { messages, staffActs, copiedWorlds, log } = context;
  if (!copiedWorlds?.isCopyOf(server)) {
    caller.send(messages.text("commands.reissue.not-copied", { server }));
    return;
  }
  const command = `/doubletake reissue world ${server}`;
  if (step === "done") {
    await copiedWorlds.stopExcusing(server);
    log.warn(`${caller.name} ended the treatment of ${server} as a server with a copy of this world.`);
    caller.send(messages.text("commands.reissue.over", { server }));
    return;
  }
  const count = await copiedWorlds.count(server);
  if (count === 0) caller.send(messages.text("commands.reissue.none", { server }));
  if (step !== "now") {
    if (count > 0) caller.send(messages.plural("commands.reissue.would", { count, server, command: `${command} now` }));
    return;
  }
  if (count > 0) caller.send(messages.plural("commands.reissue.reissuing", { count }));
  const reissued = await copiedWorlds.reissue(server);
  if (reissued === 0) return;
  log.warn(`${caller.name} gave ${reissued} items of this world fresh ids: it is a copy of ${server}'s.`);
  caller.send(messages.plural("commands.reissue.reissued", { count: reissued, command: `${command} done` }));
  await staffActs.recordWorldReissue(server, reissued, caller.name);
}
