import type { CommandHandler } from "./handler.ts";
import { choice } from "./parameters.ts";

/** `/doubletake notices on|off`: first-id notices for oneself, kept over restarts. */
export const noticesCommand: CommandHandler = {
  name: "notices",
  parameters: [choice("switch", ["on", "off"])],
  permission: "doubletake.alerts",
  about: "commands.about.notices",
  async run({ context, caller, player, args }) {
    const { messages, mutes, store } = context;
    if (player === undefined) {
      caller.send(messages.text("commands.notices.players-only", {}));
      return;
    }
    const isMuted = args.get("switch") === "off";
    await mutes.choose(player.id, isMuted, store);
    caller.send(messages.text(isMuted ? "commands.notices.switched-off" : "commands.notices.switched-on", {}));
  },
};
