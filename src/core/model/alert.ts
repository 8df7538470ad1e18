import type { SeenCopy } from "./seen-copy.ts";

/** Ascending. */
export const SEVERITIES = ["LOW", "MEDIUM", "HIGH", "CRITICAL"] as const;
export type Severity = (typeof SEVERITIES)[number];

export function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(threshold);
}

/** Every alert type with its severity; that of `BALANCE_DISCREPANCY` depends on the size of the excess. */
export const ALERT_TYPES = {
  DUPLICATE_ITEM: "CRITICAL",
  DUPLICATE_SUSPECTED: "HIGH",
  ITEM_RELOCATED: "LOW",
  FORGED_ID: "HIGH",
  BALANCE_DISCREPANCY: "MEDIUM",
} as const satisfies Record<string, Severity>;

export type AlertType = keyof typeof ALERT_TYPES;

/** What staff and channels are told. The first eight fields are those of section 2.6. */
export interface Alert {
  readonly plugin: string;
  readonly type: AlertType;
  readonly severity: Severity;
  /** Empty when no player is known; `playerUuid` is then the nil UUID. */
  readonly player: string;
  readonly playerUuid: string;
  /** An upper-case constant, e.g. `DIAMOND_SWORD`. */
  readonly material: string;
  /** Text in the chosen language, colour codes included. */
  readonly details: string;
  readonly timestamp: number;

  /** The item's id; empty for `BALANCE_DISCREPANCY`. */
  readonly itemId: string;
  /** 0 when there is no case. */
  readonly caseNumber: number;
  /** Names of the players involved, and `<world>:<x>,<y>,<z>` of the places. */
  readonly players: readonly string[];
  readonly locations: readonly string[];
  /** How many there are, and how many there should be: items of one id, or of a watched material. */
  readonly actual: number;
  readonly expected: number;
  /** The copies that this alert is based on, as they were seen; empty if it is not about copies. */
  readonly copies: readonly SeenCopy[];
  /** The server that raised it; empty if there is only one and the operator has not named it. */
  readonly server: string;
}
