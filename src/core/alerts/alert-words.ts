import type { MessageValue, MessageValues } from "../messages/message-keys.ts";
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

/** The texts that say what an alert is about. */
type OwnKey =
  | "alerts.duplicate-item"
  | "alerts.duplicate-suspected"
  | "alerts.duplicate-ended"
  | "alerts.copied-world"
  | "alerts.item-relocated"
  | "alerts.rule-hit"
  | "alerts.forged-id"
  | "alerts.refused-item"
  | "alerts.refused-copy"
  | "alerts.balance-discrepancy"
  | "alerts.balance-unclear";

export function sharedWords(
  messages: Messages,
  alert: {
    readonly type: AlertType;
    readonly severity: Severity;
    /** Empty if nobody is named. */
    readonly player: string;
    readonly material: string;
    readonly actual: number;
    readonly expected: number;
    readonly server: string;
  },
): SharedWords {
  const { type, severity, player, material, actual, expected, server } = alert;
  return {
    player: player === "" ? messages.rendered("alerts.nobody", {}) : player,
    type,
    severity,
    material,
    actual,
    expected,
    excess: actual - expected,
    server,
  };
}

/** The type's own text. An operator's text may contain the built-in one, as `{details}`. */
export function ownText<Key extends OwnKey>(
  messages: Messages,
  key: Key,
  values: Omit<MessageValues<Key>, "details">,
): string {
  const filled = (details: MessageValue) => ({ ...values, details }) as MessageValues<Key>;
  const builtIn = messages.withoutEdits().text(key, filled(""));
  return messages.text(key, filled({ rendered: builtIn }));
}
