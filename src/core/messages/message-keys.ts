import { COMMAND_KEYS, COMMAND_PLURAL_KEYS } from "./command-keys.ts";
import { FORM_KEYS, FORM_PLURAL_KEYS } from "./form-keys.ts";
import { REPORT_KEYS, REPORT_PLURAL_KEYS } from "./report-keys.ts";
import { STORY_KEYS, STORY_PLURAL_KEYS } from "./story-keys.ts";
import { WORD_KEYS } from "./word-keys.ts";

/** The placeholders that the specification offers in every text about an alert (section 2.6), the severity, and the server. */
const ALERT = ["player", "type", "severity", "material", "details", "actual", "expected", "excess", "server"] as const;

/**
 * Every text in the game, with the placeholders that are filled in. `src/locales/en.yml` holds the English texts
 * and is the default messages.yml; the other languages have the same keys.
 */
export const MESSAGE_KEYS = {
  "alerts.broadcast": ALERT,
  "alerts.duplicate-item": [...ALERT, "id", "count", "places"],
  "alerts.duplicate-suspected": [...ALERT, "id", "here", "there"],
  "alerts.duplicate-ended": [...ALERT, "id", "here", "there"],
  "alerts.copied-world": [...ALERT, "id", "here", "there"],
  "alerts.item-relocated": [...ALERT, "id", "here", "there"],
  "alerts.rule-hit": [...ALERT, "id", "here", "there"],
  "alerts.forged-id": [...ALERT, "id"],
  "alerts.refused-item": [...ALERT, "id"],
  "alerts.refused-copy": [...ALERT, "id"],
  "alerts.balance-discrepancy": ALERT,
  "alerts.balance-unclear": [...ALERT, "where", "players"],
  "alerts.nobody": [],
  "alerts.crash": [],
  "alerts.on-server": ["server"],
  "alerts.case": ["case"],
  "alerts.trick": ["trick"],
  "alerts.place": ["holder", "location"],
  "alerts.place-stack": ["holder", "location", "count"],
  "removal.taken": ["material", "case"],
  "removal.returned": ["material", "case"],
  "removal.waiting": ["material", "case"],
  "removal.held-back": ["material", "id", "case", "reason"],
  "removal.held.unknown-first": [],
  "removal.held.unique-contents": [],
  "removal.held.cannot-remove": [],
  "removal.held.switched-off": [],
  "removal.stopped": ["limit"],
  "removal.state.on": [],
  "removal.state.file": [],
  "removal.state.staff": ["by", "time"],
  "removal.state.limit": ["limit", "time"],
  "notices.first-id": ["player", "material", "id"],
  "notices.removal-stopped": [],
  "notifications.headline.duplicate-item": [],
  "notifications.headline.duplicate-suspected": [],
  "notifications.headline.item-relocated": [],
  "notifications.headline.forged-id": [],
  "notifications.headline.balance-discrepancy": [],
  "notifications.headline-on-server": ["headline", "server"],
  "notifications.title.duplicate-item": [],
  "notifications.title.duplicate-suspected": [],
  "notifications.title.item-relocated": [],
  "notifications.title.forged-id": [],
  "notifications.title.balance-discrepancy": [],
  "notifications.footer": ["material", "severity", "case"],
  "notifications.footer-without-case": ["material", "severity"],
  "notifications.message": [...ALERT, "headline", "id", "players", "locations"],
  "notifications.test": [],
  "notifications.outcome.delivered": ["channel", "host"],
  "notifications.outcome.failed": ["channel", "host", "reason"],
  "notifications.outcome.off": ["channel"],
  "notifications.outcome.incomplete": ["channel", "key"],
  "notifications.failure.answered": ["status"],
  "notifications.failure.rate-limited": ["seconds"],
  "notifications.failure.redirected": ["status"],
  "notifications.failure.timed-out": [],
  "notifications.failure.refused": [],
  "notifications.failure.unknown-host": [],
  "notifications.failure.certificate": ["code"],
  "notifications.failure.broken": ["code"],
  ...WORD_KEYS,
  ...STORY_KEYS,
  ...COMMAND_KEYS,
  ...FORM_KEYS,
  ...REPORT_KEYS,
} as const satisfies Record<string, readonly string[]>;

export type MessageKey = keyof typeof MESSAGE_KEYS;

/** The keys of texts without placeholders. */
export type PlainMessageKey = {
  [Key in MessageKey]: (typeof MESSAGE_KEYS)[Key] extends readonly [] ? Key : never;
}[MessageKey];

/**
 * Texts that depend on a number. Each is a section with one text for each plural form of the language (`one`, `few`,
 * `many`, `other`); `{count}` is the number.
 */
export const PLURAL_KEYS = {
  "alerts.more-items": ["count"],
  "alerts.more-places": ["count"],
  "notices.first-ids": ["player", "count"],
  "notices.first-ids-of-nobody": ["count"],
  "notices.open-cases": ["count"],
  ...STORY_PLURAL_KEYS,
  ...COMMAND_PLURAL_KEYS,
  ...FORM_PLURAL_KEYS,
  ...REPORT_PLURAL_KEYS,
} as const satisfies Record<string, readonly string[]>;

export type PluralKey = keyof typeof PLURAL_KEYS;

type Names = { readonly [Key in MessageKey]: (typeof MESSAGE_KEYS)[Key][number] };
type PluralNames = { readonly [Key in PluralKey]: (typeof PLURAL_KEYS)[Key][number] };

/**
 * A value for a placeholder: data (shown as it is, whatever it contains), or a text that was rendered before. `type`, `severity` and
 * `action` become the words for the constant, `material` becomes the name of the item.
 */
export type MessageValue = string | number | RenderedText;

/** A text from the messages file, ready to show: its `§` codes mean colours. */
export interface RenderedText {
  readonly rendered: string;
}

export type MessageValues<Key extends MessageKey> = { readonly [Name in Names[Key]]: MessageValue };
export type PluralValues<Key extends PluralKey> = { readonly [Name in PluralNames[Key]]: MessageValue } & {
  readonly count: number;
};
