import type { ChannelName } from "../config/settings.ts";
import type { Messages } from "../messages/messages.ts";
import type { Alert } from "../model/alert.ts";

/** One way out of the game: where its messages go and what they look like. It sends nothing itself. */
export interface Channel {
  readonly name: ChannelName;
  readonly isEnabled: boolean;
  /** The required keys of its section, with their values. Secret. */
  readonly required: Readonly<Record<string, string>>;
  /** The key among those that holds the address. */
  readonly addressKey: string;
  /** Where to POST. Secret, and meaningful only if no value of `required` is empty. */
  readonly address: string;
  /** The JSON body for an alert; whatever the alert contains, it stays within the limits of the format. */
  alertBody(alert: Alert, messages: Messages): object;
  /** The JSON body of `notify test`. */
  testBody(messages: Messages, timestamp: number): object;
}
