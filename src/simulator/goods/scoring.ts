import type { BalanceAlert } from "./detector.ts";
import { ledgerName, MAKINGS, MATERIALS, type Material } from "./materials.ts";
import type { GoodsTruth, Growth } from "./truth.ts";

/**
 * Goods that leave unseen may be what somebody gained as long before or after as it takes to look at everybody twice: each
 * place is looked at once in so many ticks, and so is each player.
 */
const SAME_TIME_TICKS = 420;
/** Recipes one after the other. */
const MAX_STEPS = 3;
/** What grew is told within two scans of all players, and the passes over all places beside them. */
export const DEADLINE_TICKS = 480;

export interface GoodsResult {
  readonly acts: number;
  /** How often a player's growth of a material reached the threshold, or doubled since, so that somebody can know. */
  readonly due: number;
  readonly recall: number;
  readonly misses: number;
  readonly dueByKind: Readonly<Record<string, number>>;
  readonly recallByKind: Readonly<Record<string, number>>;
  /** Players whose growth reached the threshold, but only together with what may as well have come from elsewhere. */
  readonly covered: number;
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
    const most = mostOf(truth, alert);
    const least = sum(grown, (growth) => (growth.tick <= alert.tick - DEADLINE_TICKS ? certainPart(truth, growth) : 0));
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
  let covered = 0;
  for (const [key, growths] of byAccount) {
    const steps = dueSteps(truth, growths);
    const { threshold } = growths[0]!.material;
    if (steps.length === 0 && sum(growths, ({ amount }) => amount) >= threshold) covered++;
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
    covered,
    falseAlarms,
    falseAlarmsPer100000Acts: (falseAlarms / acts) * 100_000,
    wrongNumbers,
    latencyTicksP50: quantile(latencies, 0.5),
    latencyTicksP99: quantile(latencies, 0.99),
  };
  return { result, complaints };
}

/**
 * All that had grown, and all that can have been made of it before anybody looked. What grew while nothing said whose doing it
 * was is first seen with whoever got it, and nobody can tell the two apart.
 */
function mostOf(truth: GoodsTruth, { playerId, material, tick }: BalanceAlert): number {
  const grown = truth.growths.filter((growth) => {
    if (growth.tick > tick) return false;
    return growth.playerId === playerId || (!growth.isAttributable && growth.tick > tick - 2 * DEADLINE_TICKS);
  });
  const count = (of: Material) => sum(grown, (growth) => (growth.material === of ? growth.amount : 0));
  return withMade(MATERIALS.find((known) => ledgerName(known) === material)!, count);
}

/** When what grew for certain reached the threshold, and each doubling of it. */
function dueSteps(truth: GoodsTruth, growths: readonly Growth[]): { tick: number; kind: string; least: number }[] {
  const steps = [];
  let least = growths[0]!.material.threshold;
  let certain = 0;
  for (const growth of growths) {
    certain += certainPart(truth, growth);
    for (; certain >= least; least *= 2) steps.push({ tick: growth.tick, kind: growth.kind, least });
  }
  return steps;
}

/** How much of a growth nothing else can explain, to whoever sees all that there is to see. */
function certainPart(truth: GoodsTruth, growth: Growth): number {
  const { tick, playerId, material, amount, isAttributable, container } = growth;
  const from = tick - SAME_TIME_TICKS;
  if (!isAttributable || truth.wasOutOfSight(playerId, from, tick + DEADLINE_TICKS)) return 0;
  if (container !== undefined && truth.wasShared(container, tick)) return 0;
  return Math.max(0, amount - coverOf(truth, material, from, tick + SAME_TIME_TICKS));
}

/** What left unseen, and what can be made of what did. */
function coverOf(truth: GoodsTruth, material: Material, from: number, to: number): number {
  return withMade(material, (of) => truth.unseenBetween(of, from, to));
}

function withMade(material: Material, count: (of: Material) => number, chain: readonly Material[] = []): number {
  let all = count(material);
  if (chain.length === MAX_STEPS || chain.includes(material)) return all;
  for (const making of MAKINGS.filter(({ makes }) => makes === material)) {
    const times = making.from.map(([part, needed]) => Math.floor(withMade(part, count, [material, ...chain]) / needed));
    all += Math.min(...times) * making.count;
  }
  return all;
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
