import { ownText } from "../../alerts/alert-words.ts";
import type { Finding } from "../../alerts/alerts.ts";
import type { Severity } from "../../model/alert.ts";

/** A material of which a player has too much. */
export interface Excess {
  readonly player: { readonly id: string; readonly name: string };
  readonly material: string;
  readonly actual: number;
  readonly expected: number;
  readonly excess: number;
  readonly threshold: number;
}

/** A material of which several players together have too much at one place; nobody can tell which of them created it. */
export interface SharedExcess extends Omit<Excess, "player"> {
  readonly where: string;
  /** Their names. */
  readonly players: readonly string[];
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

export function balanceFinding({ player, material, actual, expected, excess, threshold }: Excess): Finding {
  return {
    type: "BALANCE_DISCREPANCY",
    severity: severityOf(excess, threshold),
    player,
    material,
    itemId: "",
    players: [player.name],
    locations: [],
    actual,
    expected,
    details: (messages, shared) => ownText(messages, "alerts.balance-discrepancy", shared),
  };
}

/** Names the place and blames nobody. */
export function sharedFinding({
  where,
  players,
  material,
  actual,
  expected,
  excess,
  threshold,
}: SharedExcess): Finding {
  return {
    type: "BALANCE_DISCREPANCY",
    severity: severityOf(excess, threshold),
    material,
    itemId: "",
    players,
    locations: [where],
    actual,
    expected,
    details: (messages, shared) =>
      ownText(messages, "alerts.balance-unclear", { ...shared, where, players: players.join(", ") }),
  };
}
