/** The words for constants where people read them. Part of `MESSAGE_KEYS`. */
export const WORD_KEYS = {
  "words.type.duplicate-item": [],
  "words.type.duplicate-suspected": [],
  "words.type.item-relocated": [],
  "words.type.forged-id": [],
  "words.type.balance-discrepancy": [],
  "words.severity.low": [],
  "words.severity.medium": [],
  "words.severity.high": [],
  "words.severity.critical": [],
  "words.action.pickup": [],
  "words.action.drop": [],
  "words.action.crafted": [],
  "words.action.inventory-click": [],
  "words.action.container-transfer": [],
  "words.action.death": [],
  "words.action.enchant": [],
  "words.action.container-open": [],
  "words.action.block-break": [],
  "words.action.block-place": [],
  "words.action.join": [],
  "words.action.quit": [],
  "words.action.respawn": [],
  "words.action.scan": [],
  "words.action.give": [],
  "words.action.creative": [],
  "words.action.consume": [],
  "words.action.despawn": [],
  "words.action.removed": [],
  "words.action.restored": [],
  "words.action.reissued": [],
} as const satisfies Record<string, readonly string[]>;

/** The placeholders whose values are such constants. */
export const WORDED = ["type", "severity", "action"] as const;

/** The key of the word for a constant; a constant that another plugin made up may have none. */
export function wordKey(placeholder: (typeof WORDED)[number], constant: string): string {
  return `words.${placeholder}.${constant.toLowerCase().replaceAll("_", "-")}`;
}
