import type { PluralPlaceholders, TextPlaceholders } from "./text-placeholders.ts";

/** A text of the game, of messages outside it, or of the report. `src/locales/en.yml` is the list of them, and the default messages.yml. */
export type MessageKey = keyof TextPlaceholders;

/**
 * A text that depends on a number. It is a section with one text for each plural form of the language (`one`, `few`, `many`, `other`);
 * `{count}` is the number.
 */
export type PluralKey = keyof PluralPlaceholders;

/** The placeholders that the specification offers in every text about an alert (section 2.6), the severity, and the server. */
const ALERT = ["player", "type", "severity", "material", "details", "actual", "expected", "excess", "server"] as const;

/** What is filled in although the English text does without it. An operator's own text may use it. */
export const ALSO_FILLED = {
  "alerts.broadcast": ALERT,
  "alerts.duplicate-item": [...ALERT, "id"],
  "alerts.duplicate-suspected": [...ALERT, "id"],
  "alerts.duplicate-ended": [...ALERT, "id"],
  "alerts.copied-world": [...ALERT, "id"],
  "alerts.item-relocated": [...ALERT, "id"],
  "alerts.rule-hit": [...ALERT, "id"],
  "alerts.forged-id": ALERT,
  "alerts.refused-item": [...ALERT, "id"],
  "alerts.refused-copy": ALERT,
  "alerts.balance-discrepancy": ALERT,
  "alerts.balance-unclear": ALERT,
  "notices.first-id": ["id"],
  "notifications.message": [...ALERT, "players", "locations"],
} as const satisfies Partial<Record<MessageKey, readonly string[]>>;

type AlsoFilled = typeof ALSO_FILLED;

/** The texts that say what an alert is about, for each kind of alert. */
export type AlertTextKey = Exclude<Extract<keyof AlsoFilled, `alerts.${string}`>, "alerts.broadcast">;

type Filled<Key extends MessageKey> =
  | TextPlaceholders[Key]
  | (Key extends keyof AlsoFilled ? AlsoFilled[Key][number] : never);

/** The keys of texts without placeholders. */
export type PlainMessageKey = {
  [Key in MessageKey]: [Filled<Key>] extends [never] ? Key : never;
}[MessageKey];

/**
 * A value for a placeholder: data (shown as it is, whatever it contains), or a text that was rendered before. `type`, `severity` and
 * `action` become the words for the constant, `material` becomes the name of the item.
 */
export type MessageValue = string | number | RenderedText;

/** A text from the messages file, ready to show: its `§` codes mean colours. */
export interface RenderedText {
  readonly rendered: string;
}

export type MessageValues<Key extends MessageKey> = { readonly [Name in Filled<Key>]: MessageValue };
export type PluralValues<Key extends PluralKey> = { readonly [Name in PluralPlaceholders[Key]]: MessageValue } & {
  readonly count: number;
};
