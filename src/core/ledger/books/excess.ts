import { ownText } from "../../alerts/alert-words.ts";
import type { Finding } from "../../alerts/alerts.ts";
import type { Holder } from "../../judging/custody/holders.ts";
import type { Severity } from "../../model/alert.ts";

/** A material of which a player has too much, or several players together: nobody can tell which of them created it. */
export interface Excess {
  /** Missing if nobody can tell. */
  readonly player?: Holder;
  /** The names of all who may have created it. */
  readonly players: readonly string[];
  /** The place of what several players may have created. */
  readonly where?: string;
  readonly material: string;
  readonly actual: number;
  readonly expected: number;
  readonly excess: number;
  readonly threshold: number;
}

/** Parts of one that add up to a whole may be a little less. */
const ROUNDING = 1e-6;

/** How many whole ones there are. */
export function wholeOf(count: number): number {
  return Math.floor(count + ROUNDING);
}

/** How often the excess has doubled since it reached the threshold, plus 1; 0 below the threshold. Staff are told of each step once. */
export function stepOf(excess: number, threshold: number): number {
  return excess < threshold ? 0 : Math.floor(Math.log2(excess / threshold)) + 1;
}

/** MEDIUM from the threshold on, HIGH from 2 times, CRITICAL from 4 times. */
export function severityOf(excess: number, threshold: number): Severity {
  const step = stepOf(excess, threshold);
  return step >= 3 ? "CRITICAL" : step === 2 ? "HIGH" : "MEDIUM";
}

/** If several players may have created it, names the place and blames nobody. */
export function balanceFinding(excess: Excess): Finding {
  const { player, players, where, material, actual, expected, threshold } = excess;
  return {
    type: "BALANCE_DISCREPANCY",
    severity: severityOf(excess.excess, threshold),
    ...(player && { player }),
    material,
    itemId: "",
    players,
    locations: where === undefined ? [] : [where],
    actual,
    expected,
    details: (messages, shared) =>
      where === undefined
        ? ownText(messages, "alerts.balance-discrepancy", shared)
        : ownText(messages, "alerts.balance-unclear", { ...shared, where, players: players.join(", ") }),
  };
}
