import { CHANNEL_NAMES, type ChannelName, describeTestOutcome, SILENT_LOG, withoutColours } from "../../operators.ts";
import type { CommandSpec } from "../command-spec.ts";
import { messagesOf } from "../messages-of.ts";

export const notifyCommand: CommandSpec = {
  name: "notify",
  summary: "sends a test message to a channel",
  words: [
    { name: "test", choices: ["test"] },
    { name: "channel", choices: CHANNEL_NAMES },
  ],
  options: {},
  about:
    "Sends one message to a channel of config.yml, and says whether it arrived. Exit code 1 if it did not, or if the channel is off.",
  example: "doubletake notify test embed_chat",
  hasJson: true,
  async run({ words: [, channel], readSetup, output }) {
    const setup = readSetup();
    const messages = messagesOf(setup);
    // Imported only here, because it loads the running service, which no other command needs.
    const { openOutsideAlerts } = await import("../../delivery/open-outside-alerts.ts");
    const outside = openOutsideAlerts({ config: setup.config, messages, log: SILENT_LOG });
    try {
      const outcome = await outside.test(channel as ChannelName);
      output.json(outcome);
      output.line(withoutColours(describeTestOutcome(messages.inEnglish(), outcome)));
      return outcome.kind === "delivered" ? 0 : 1;
    } finally {
      await outside.close();
    }
  },
};
