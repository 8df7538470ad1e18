import type { ChannelHealth } from "../channels/channel-status.ts";
import { describeFailure } from "../channels/delivery-failure.ts";
import type { Messages } from "../messages/messages.ts";

/** One channel in the answer to `status`: whether it works. Of its address only the host's name. */
export function channelLine(messages: Messages, health: ChannelHealth): string {
  const { channel, host, waiting, delivered, lost, overflowed, failure } = health;
  switch (health.state) {
    case "off":
      return messages.text("commands.status.channel-off", { channel });
    case "incomplete":
      return messages.text("commands.status.channel-incomplete", { channel });
    case "untried":
      return messages.text("commands.status.channel-untried", { channel, host });
    case "working":
      return messages.text("commands.status.channel-working", { channel, host, delivered, waiting });
    case "failing": {
      const reason = failure === undefined ? "?" : { rendered: describeFailure(messages, failure) };
      return messages.text("commands.status.channel-failing", {
        channel,
        host,
        reason,
        waiting,
        lost: lost + overflowed,
      });
    }
  }
}
