import { describeTestOutcome } from "../../channels/channel-status.ts";
import { CHANNEL_NAMES, type ChannelName } from "../../config/settings.ts";
import type { CommandHandler } from "../handler.ts";
import { choice } from "../parameters.ts";

/** `/doubletake notify test <channel>`: sends one test message, bypassing filter and queue. */
export const notifyCommand: CommandHandler = {
  name: "notify",
  parameters: [choice("what", ["test"]), choice("channel", CHANNEL_NAMES)],
  permission: "doubletake.admin",
  about: "commands.about.notify",
  async run({ context: { messages, channels }, caller, args }) {
    if (channels === undefined) {
      caller.send(messages.text("commands.notify.unavailable", {}));
      return;
    }
    const outcome = await channels.test(args.get("channel") as ChannelName);
    caller.send(describeTestOutcome(messages, outcome));
  },
};
