import type { BalanceAlert } from "../detectors/detector.ts";
import type { Material } from "../world/material.ts";
import { kindOf, ledgerName, WATCHED, weightOf } from "../world/recipes.ts";

/** What each player was blamed for, by kind of goods. */
export class Blame {
  readonly #alertsOf: Map<string, BalanceAlert[]>;

  constructor(alerts: readonly BalanceAlert[]) {
    this.#alertsOf = Map.groupBy(alerts, (alert) => `${alert.playerId} ${kindOf(materialOf(alert)).name}`);
  }

  /** In all, or up to and including an alert, in units of the lightest material. */
  unitsOf(playerId: string, kind: Material, upTo?: BalanceAlert): number {
    const latest = new Map<string, number>();
    for (const alert of this.#alertsOf.get(`${playerId} ${kind.name}`) ?? []) {
      latest.set(alert.material, unitsOf(alert));
      if (alert === upTo) break;
    }
    return [...latest.values()].reduce((total, units) => total + units, 0);
  }

  /** The tick at which the blame reached so many units. */
  tickOf(playerId: string, kind: Material, units: number): number | undefined {
    const alerts = this.#alertsOf.get(`${playerId} ${kind.name}`) ?? [];
    return alerts.find((alert) => this.unitsOf(playerId, kind, alert) >= units)?.tick;
  }
}

export function materialOf({ material }: BalanceAlert): Material {
  return WATCHED.find((watched) => ledgerName(watched) === material)!;
}

/** In units of the lightest material of its kind. */
export function unitsOf(alert: BalanceAlert): number {
  return alert.excess * weightOf(materialOf(alert));
}
