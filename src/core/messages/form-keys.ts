/** The titles and buttons of the forms; their contents are the answers of the commands. Part of `MESSAGE_KEYS`. */
export const FORM_KEYS = {
  "forms.cases.title": [],
  "forms.first.text": [],
  "forms.case.title": ["case"],
  "forms.history.title": [],
  "forms.items.title": ["player"],
  "forms.players.title": [],
  "forms.players.text": [],
  "forms.button.case": ["case", "type", "player", "material", "ago"],
  "forms.button.confirm": [],
  "forms.button.dismiss": [],
  "forms.button.remove": [],
  "forms.button.reopen": [],
  "forms.button.closed-cases": [],
  "forms.button.restore": [],
  "forms.button.teleport": ["number", "holder", "location"],
  "forms.button.history": ["id"],
  "forms.button.held-history": ["material"],
  "forms.button.items": ["player"],
  "forms.button.item": ["material", "id", "ago"],
  "forms.button.players": [],
  "forms.button.player": ["player"],
  "forms.button.notices-on": [],
  "forms.button.notices-off": [],
  "forms.button.give": [],
  "forms.button.more": [],
  "forms.button.back": [],
} as const satisfies Record<string, readonly string[]>;

/** Texts of the forms that depend on a number. Part of `PLURAL_KEYS`. */
export const FORM_PLURAL_KEYS = {
  "forms.cases.text": ["count"],
} as const satisfies Record<string, readonly string[]>;
