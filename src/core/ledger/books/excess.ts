import { ownText } from "../../alerts/alert-words.ts";
import type { Finding } from "../../alerts/alerts.ts";
import type { Severity } from "../../model/alert.ts";

/** What a player has too much of. */
export interface Excess {
  readonly player: { readonly id: string; readonly name: string };
  readonly material: string;
  readonly actual: number;
  readonly expected: number;
  readonly excess: number;
  readonly threshold: number;
}

/** What several players have too much of together at one place, and nobody can tell who of them. */
export interface SharedExcess extends Omit<Excess, "player"> {
  readonly where: string;
  /** Their names. */
  readonly players: readonly string[];
}

/** How often the excess has doubled since it reached the threshold, counted from 1; 0 below it. Each step is told once. */
export function stepOf(excess: number, threshold: number): number {
  return excess < threshold ? 0 : Math.floor(Math.log2(excess / threshold)) + 1;
}

/** From 1 times the threshold on MEDIUM, from 2 times HIGH, from 4 times CRITICAL. */
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
