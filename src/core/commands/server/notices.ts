import type { Player } from "../../platform.ts";
import type { CommandContext } from "../command-context.ts";
import type { CommandHandler } from "../handler.ts";
import { choice } from "../parameters.ts";

/** `/doubletake notices on|off`: first-id notices for the caller, kept over restarts. */
export const noticesCommand: CommandHandler = {
  name: "notices",
  parameters: [choice("switch", ["on", "off"])],
  permission: "doubletake.alerts",
  about: "commands.about.notices",
  async run({ context, caller, player, args }) {
    caller.send(
      player === undefined
        ? context.messages.text("commands.notices.players-only", {})
        : await switchNotices(context, player, args.get("switch") === "on"),
    );
  },
};

/** Resolves with the answer once the choice is kept. */
export async function switchNotices(context: CommandContext, player: Player, isOn: boolean): Promise<string> {
  const { messages, mutes, store } = context;
  await mutes.choose(player.id, !isOn, store);
  return messages.text(isOn ? "commands.notices.switched-on" : "commands.notices.switched-off", {});
}
