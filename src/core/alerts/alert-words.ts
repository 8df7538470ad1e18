import type { AlertTextKey, MessageValue, MessageValues } from "../messages/message-keys.ts";
import type { Messages } from "../messages/messages.ts";
import type { AlertType, Severity } from "../model/alert.ts";

/** The values that every text about an alert can have filled in, whatever its type. `details` is added to these. */
export interface SharedWords {
  readonly player: MessageValue;
  readonly type: AlertType;
  readonly severity: Severity;
  readonly material: string;
  readonly actual: number;
  readonly expected: number;
  readonly excess: number;
  readonly server: string;
}

/** What is known about an alert, as words for its texts. `player` is empty if nobody is named. */
export function sharedWords(
  messages: Messages,
  known: Omit<SharedWords, "player" | "excess"> & { readonly player: string },
): SharedWords {
  const { type, severity, material, actual, expected, server } = known;
  const player = known.player === "" ? messages.rendered("alerts.nobody", {}) : known.player;
  return { player, type, severity, material, actual, expected, excess: actual - expected, server };
}

/** The type's own text. An operator's text may contain the built-in one, as `{details}`. */
export function ownText<Key extends AlertTextKey>(
  messages: Messages,
  key: Key,
  values: Omit<MessageValues<Key>, "details">,
): string {
  const filled = (details: MessageValue) => ({ ...values, details }) as MessageValues<Key>;
  const builtIn = messages.withoutEdits().text(key, filled(""));
  return messages.text(key, filled({ rendered: builtIn }));
}
