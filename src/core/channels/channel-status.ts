import type { ChannelName } from "../config/settings.ts";
import type { Messages } from "../messages/messages.ts";
import { type DeliveryFailure, describeFailure } from "./delivery-failure.ts";

/** What staff can ask about the channels. Nothing here holds a secret: of an address, only the host's name is shown. */
export interface ChannelStatus {
  /** Sends one message now, bypassing filter and queue, with one try. Never rejects. */
  test(channel: ChannelName): Promise<TestOutcome>;
  /** Every channel, enabled or not, in the order of config.yml. Never rejects. */
  health(): Promise<readonly ChannelHealth[]>;
}

export type TestOutcome =
  | { readonly kind: "delivered"; readonly channel: ChannelName; readonly host: string }
  | {
      readonly kind: "failed";
      readonly channel: ChannelName;
      readonly host: string;
      readonly failure: DeliveryFailure;
    }
  /** Not enabled in config.yml. */
  | { readonly kind: "off"; readonly channel: ChannelName }
  /** Enabled, but this key is empty or not a web address. */
  | { readonly kind: "incomplete"; readonly channel: ChannelName; readonly key: string };

/** `untried`: nothing was sent since the start. */
type ChannelState = "off" | "incomplete" | "untried" | "working" | "failing";

export interface ChannelHealth {
  readonly channel: ChannelName;
  readonly state: ChannelState;
  /** Empty for a channel that is off. */
  readonly host: string;
  /** Alerts in its queue, the one under way included. */
  readonly waiting: number;
  readonly delivered: number;
  /** Alerts that were given up, and those that found the queue full. */
  readonly lost: number;
  readonly overflowed: number;
  /** Present while it is failing. */
  readonly failure?: DeliveryFailure;
}

/** The answer of `notify test`, in the language of the messages. */
export function describeTestOutcome(messages: Messages, outcome: TestOutcome): string {
  const { channel } = outcome;
  switch (outcome.kind) {
    case "delivered":
      return messages.text("notifications.outcome.delivered", { channel, host: outcome.host });
    case "failed": {
      const reason = { rendered: describeFailure(messages, outcome.failure) };
      return messages.text("notifications.outcome.failed", { channel, host: outcome.host, reason });
    }
    case "off":
      return messages.text("notifications.outcome.off", { channel });
    case "incomplete":
      return messages.text("notifications.outcome.incomplete", { channel, key: outcome.key });
  }
}
