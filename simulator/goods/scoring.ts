import { grownFor } from "./carried-over.ts";
import type { BalanceAlert } from "./detector.ts";
import { ledgerName, WATCHED } from "./materials.ts";
import { DEADLINE_TICKS, type Doubt, provablePart, provableSums } from "./provable.ts";
import type { GoodsTruth, Growth } from "./truth.ts";

export interface GoodsResult {
  readonly acts: number;
  /** How often a player's growth of a material reached the threshold, or doubled since, so that somebody can know. */
  readonly due: number;
  readonly recall: number;
  readonly misses: number;
  readonly dueByKind: Readonly<Record<string, number>>;
  readonly recallByKind: Readonly<Record<string, number>>;
  /** Accounts (a player and a material) that reached the threshold by growth that somebody can prove. */
  readonly provable: number;
  /** Accounts that reached it only together with growth that may as well have come from elsewhere. */
  readonly covered: number;
  /** How many of those staff were told of all the same. */
  readonly coveredTold: number;
  /** What most of the growth of a covered account cannot be proven for. */
  readonly coveredBy: Readonly<Partial<Record<Doubt, number>>>;
  /** Alerts about players who had not grown as much. */
  readonly falseAlarms: number;
  readonly falseAlarmsPer100000Acts: number;
  /** Alerts with fewer than had grown for certain. */
  readonly wrongNumbers: number;
  readonly latencyTicksP50: number;
  readonly latencyTicksP99: number;
}

export interface GoodsScore {
  readonly result: GoodsResult;
  readonly complaints: readonly string[];
}

export function isPerfect({ due, recall, falseAlarms, wrongNumbers }: GoodsResult): boolean {
  return due > 0 && recall === 1 && falseAlarms === 0 && wrongNumbers === 0;
}

/** Compares what was said with what is true. */
export function scoreGoods(truth: GoodsTruth, alerts: readonly BalanceAlert[], acts: number): GoodsScore {
  const complaints: string[] = [];
  const byAccount = Map.groupBy(truth.growths, ({ playerId, material }) => keyOf(playerId, ledgerName(material)));
  const alertsOf = Map.groupBy(alerts, ({ playerId, material }) => keyOf(playerId, material));
  let falseAlarms = 0;
  let wrongNumbers = 0;
  for (const alert of alerts) {
    const grown = byAccount.get(keyOf(alert.playerId, alert.material)) ?? [];
    const material = WATCHED.find((watched) => ledgerName(watched) === alert.material)!;
    const most = grownFor(truth, alert.playerId, material, alert.tick);
    const longAgo = grown.filter(({ tick }) => tick <= alert.tick - DEADLINE_TICKS);
    const least = provableSums(truth, longAgo).at(-1) ?? 0;
    if (alert.excess > most) {
      falseAlarms++;
      complaints.push(`FALSE ${said(alert)}; it was ${most}${kindsOf(grown)}`);
    } else if (alert.excess < least) {
      wrongNumbers++;
      complaints.push(`WRONG ${said(alert)}; it was at least ${least}${kindsOf(grown)}`);
    }
  }
  const due: Record<string, number> = {};
  const found: Record<string, number> = {};
  const latencies: number[] = [];
  const coveredBy: Partial<Record<Doubt, number>> = {};
  let provable = 0;
  let coveredTold = 0;
  for (const [key, growths] of byAccount) {
    const steps = dueSteps(truth, growths);
    const { threshold } = growths[0]!.material;
    if (steps.length > 0) provable++;
    else if (sum(growths, ({ amount }) => amount) >= threshold) {
      const doubt = mainDoubt(truth, growths);
      coveredBy[doubt] = (coveredBy[doubt] ?? 0) + 1;
      if (alertsOf.has(key)) coveredTold++;
    }
    for (const { tick, kind, least } of steps) {
      due[kind] = (due[kind] ?? 0) + 1;
      const alert = alertsOf.get(key)?.find(({ excess }) => excess >= least);
      if (alert !== undefined && alert.tick <= tick + DEADLINE_TICKS) {
        found[kind] = (found[kind] ?? 0) + 1;
        latencies.push(Math.max(0, alert.tick - tick));
      } else
        complaints.push(`MISS tick ${tick} ${kind}: ${key} reached ${least}${alert ? `, said at ${alert.tick}` : ""}`);
    }
  }
  const dueSum = sum(Object.values(due), (count) => count);
  const foundSum = sum(Object.values(found), (count) => count);
  latencies.sort((one, other) => one - other);
  const result: GoodsResult = {
    acts,
    due: dueSum,
    recall: dueSum === 0 ? 1 : foundSum / dueSum,
    misses: dueSum - foundSum,
    dueByKind: due,
    recallByKind: Object.fromEntries(Object.keys(due).map((kind) => [kind, (found[kind] ?? 0) / due[kind]!])),
    provable,
    covered: sum(Object.values(coveredBy), (count) => count),
    coveredTold,
    coveredBy,
    falseAlarms,
    falseAlarmsPer100000Acts: (falseAlarms / acts) * 100_000,
    wrongNumbers,
    latencyTicksP50: quantile(latencies, 0.5),
    latencyTicksP99: quantile(latencies, 0.99),
  };
  return { result, complaints };
}

interface DueStep {
  readonly tick: number;
  readonly kind: string;
  readonly least: number;
}

/** When what grew for certain reached the threshold, and each doubling of it. */
function dueSteps(truth: GoodsTruth, growths: readonly Growth[]): DueStep[] {
  const steps: DueStep[] = [];
  let least = growths[0]!.material.threshold;
  const sums = provableSums(truth, growths);
  growths.forEach((growth, at) => {
    for (; sums[at]! >= least; least *= 2) steps.push({ tick: growth.tick, kind: growth.kind, least });
  });
  return steps;
}

/** What makes the most of these doubtful. */
function mainDoubt(truth: GoodsTruth, growths: readonly Growth[]): Doubt {
  const amounts = new Map<Doubt, number>();
  for (const growth of growths) {
    const { part, doubt } = provablePart(truth, growth);
    if (doubt !== undefined) amounts.set(doubt, (amounts.get(doubt) ?? 0) + growth.amount - part);
  }
  return [...amounts].sort(([, one], [, other]) => other - one)[0]![0];
}

function keyOf(playerId: string, material: string): string {
  return `${playerId} ${material}`;
}

function said({ tick, player, material, actual, expected, excess }: BalanceAlert): string {
  return `tick ${tick}: ${player} ${material} ${actual}, ${expected} expected, ${excess} too many`;
}

function kindsOf(growths: readonly Growth[]): string {
  return growths.map(({ kind, tick, amount }) => ` [${kind} ${amount} at ${tick}]`).join("");
}

function sum<T>(list: readonly T[], of: (entry: T) => number): number {
  return list.reduce((total, entry) => total + of(entry), 0);
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
