import type { BalanceAlert } from "../detectors/detector.ts";
import { createdBy } from "../truth/goods/created-by.ts";
import type { GoodsTruth, Growth } from "../truth/goods/goods-truth.ts";
import { DEADLINE_TICKS, type Doubt, provablePart, provableSums } from "../truth/goods/provable.ts";
import type { Material } from "../world/material.ts";
import { kindOf, ledgerName, WATCHED, weightOf } from "../world/recipes.ts";

export interface GoodsResult {
  readonly acts: number;
  /** How often a player's provable growth of a material reached the threshold, or doubled since. */
  readonly due: number;
  readonly recall: number;
  readonly misses: number;
  readonly dueByKind: Readonly<Record<string, number>>;
  readonly recallByKind: Readonly<Record<string, number>>;
  /** Accounts (a player and a material) whose provable growth reached the threshold. */
  readonly provable: number;
  /** Accounts that reached it only together with growth that may have come from elsewhere. */
  readonly covered: number;
  /** How many of the covered accounts staff were told of anyway. */
  readonly coveredTold: number;
  /** Covered accounts by the reason for which most of their growth cannot be proven. */
  readonly coveredBy: Readonly<Partial<Record<Doubt, number>>>;
  /** The shares of all growth in accounts above their threshold that staff were told of, and that a player was blamed for. */
  readonly shareTold: number;
  readonly shareBlamed: number;
  /** The shares of it that staff were not told of, by what hides them. */
  readonly shareUntoldBy: Readonly<Partial<Record<Untold, number>>>;
  /** Alerts in which several players may be involved. */
  readonly shared: number;
  /** Alerts about players who had grown less than the alert says. */
  readonly falseAlarms: number;
  readonly falseAlarmsPer100000Acts: number;
  /** Alerts with less than had certainly grown. */
  readonly wrongNumbers: number;
  readonly latencyTicksP50: number;
  readonly latencyTicksP99: number;
}

/** Why staff were not told of something: nobody can prove it, or it is too little since the last alert. */
type Untold = Doubt | "too little since it was told";

interface GoodsScore {
  readonly result: GoodsResult;
  readonly complaints: readonly string[];
}

/** Compares what was said with what is true. Goods that can be turned into each other count in units of the lightest. */
export function scoreGoods(truth: GoodsTruth, told: readonly BalanceAlert[], acts: number): GoodsScore {
  const complaints: string[] = [];
  const shared = told.filter(({ playerIds }) => playerIds.length > 0);
  const alerts = told.filter(({ playerIds }) => playerIds.length === 0);
  const byAccount = Map.groupBy(truth.growths, ({ playerId, material }) => keyOf(playerId, ledgerName(material)));
  let falseAlarms = 0;
  let wrongNumbers = 0;
  const blame = new Blame(alerts);
  for (const alert of alerts) {
    const material = materialOf(alert);
    const grown = truth.growths.filter(({ playerId }) => playerId === alert.playerId);
    const most = createdBy(truth, alert.playerId, kindOf(material), alert.tick);
    const longAgo = grown.filter(
      (growth) => growth.material === material && growth.tick <= alert.tick - DEADLINE_TICKS,
    );
    const least = (provableSums(truth, longAgo).at(-1) ?? 0) * weightOf(material);
    const said = blame.unitsOf(alert.playerId, kindOf(material), alert);
    if (said > most) {
      falseAlarms++;
      complaints.push(`FALSE ${textOf(alert)}, ${said} in all; it was ${most}${kindsOf(grown)}`);
    } else if (said < least) {
      wrongNumbers++;
      complaints.push(`WRONG ${textOf(alert)}, ${said} in all; it was at least ${least}${kindsOf(grown)}`);
    }
  }
  for (const alert of shared) {
    const most = sum(alert.playerIds, (id) => createdBy(truth, id, kindOf(materialOf(alert)), alert.tick));
    if (alert.excess * weightOf(materialOf(alert)) <= most) continue;
    falseAlarms++;
    complaints.push(`FALSE ${textOf(alert)} of ${alert.playerIds}; it was ${most}`);
  }
  const due: Record<string, number> = {};
  const found: Record<string, number> = {};
  const latencies: number[] = [];
  const coveredBy: Partial<Record<Doubt, number>> = {};
  const untoldBy: Partial<Record<Untold, number>> = {};
  let [provable, coveredTold, grownAll, blamedAll, toldAll] = [0, 0, 0, 0, 0];
  for (const [key, growths] of byAccount) {
    const steps = dueSteps(truth, growths);
    const { material, playerId } = growths[0]!;
    const kind = kindOf(material);
    const grown = sum(growths, ({ amount }) => amount);
    const theirs = shared.filter((one) => kindOf(materialOf(one)) === kind && one.playerIds.includes(playerId));
    const sharedTick = (from: number, units: number) => {
      let sumSoFar = blame.unitsOf(playerId, kind);
      for (const one of theirs.filter((alert) => alert.tick >= from)) {
        sumSoFar += one.excess * weightOf(materialOf(one));
        if (sumSoFar >= units) return one.tick;
      }
      return undefined;
    };
    if (steps.length > 0) provable++;
    if (grown >= material.threshold!) {
      const blamed = Math.min(grown, blame.unitsOf(playerId, kind) / weightOf(material));
      const together = sum(theirs, (alert) => alert.excess * weightOf(materialOf(alert)));
      grownAll += grown;
      blamedAll += blamed;
      const toldOf = Math.min(grown, blamed + together / weightOf(material));
      toldAll += toldOf;
      for (const [cause, amount] of untoldCauses(truth, growths, grown - toldOf))
        untoldBy[cause] = (untoldBy[cause] ?? 0) + amount;
      if (steps.length === 0) {
        const doubt = mainDoubt(truth, growths);
        coveredBy[doubt] = (coveredBy[doubt] ?? 0) + 1;
        if (blamed > 0) coveredTold++;
      }
    }
    for (const { tick, kind: exploit, least } of steps) {
      due[exploit] = (due[exploit] ?? 0) + 1;
      const at =
        blame.tickOf(playerId, kind, least * weightOf(material)) ?? sharedTick(tick, least * weightOf(material));
      if (at !== undefined && at <= tick + DEADLINE_TICKS) {
        found[exploit] = (found[exploit] ?? 0) + 1;
        latencies.push(Math.max(0, at - tick));
      } else complaints.push(`MISS tick ${tick} ${exploit}: ${key} reached ${least}${at ? `, said at ${at}` : ""}`);
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
    shareTold: grownAll === 0 ? 1 : toldAll / grownAll,
    shareBlamed: grownAll === 0 ? 1 : blamedAll / grownAll,
    shareUntoldBy: Object.fromEntries(Object.entries(untoldBy).map(([cause, amount]) => [cause, amount / grownAll])),
    shared: shared.length,
    falseAlarms,
    falseAlarmsPer100000Acts: (falseAlarms / acts) * 100_000,
    wrongNumbers,
    latencyTicksP50: quantile(latencies, 0.5),
    latencyTicksP99: quantile(latencies, 0.99),
  };
  return { result, complaints };
}

/** What each player was blamed for, by kind of goods. */
class Blame {
  readonly #alertsOf: Map<string, BalanceAlert[]>;

  constructor(alerts: readonly BalanceAlert[]) {
    this.#alertsOf = Map.groupBy(alerts, (alert) => keyOf(alert.playerId, kindOf(materialOf(alert)).name));
  }

  /** In all, or up to and including an alert, in units of the lightest material. */
  unitsOf(playerId: string, kind: Material, upTo?: BalanceAlert): number {
    const latest = new Map<string, number>();
    for (const alert of this.#alertsOf.get(keyOf(playerId, kind.name)) ?? []) {
      latest.set(alert.material, alert.excess * weightOf(materialOf(alert)));
      if (alert === upTo) break;
    }
    return sum([...latest.values()], (units) => units);
  }

  /** The tick at which the blame reached so many units. */
  tickOf(playerId: string, kind: Material, units: number): number | undefined {
    const alerts = this.#alertsOf.get(keyOf(playerId, kind.name)) ?? [];
    return alerts.find((alert) => this.unitsOf(playerId, kind, alert) >= units)?.tick;
  }
}

function materialOf({ material }: BalanceAlert): Material {
  return WATCHED.find((watched) => ledgerName(watched) === material)!;
}

interface DueStep {
  readonly tick: number;
  readonly kind: string;
  readonly least: number;
}

/** When the provable growth reached the threshold, and each doubling of it. */
function dueSteps(truth: GoodsTruth, growths: readonly Growth[]): DueStep[] {
  const steps: DueStep[] = [];
  let least = growths[0]!.material.threshold!;
  const sums = provableSums(truth, growths);
  growths.forEach((growth, at) => {
    for (; sums[at]! >= least; least *= 2) steps.push({ tick: growth.tick, kind: growth.kind, least });
  });
  return steps;
}

/** The reason that makes most of these growths doubtful. */
function mainDoubt(truth: GoodsTruth, growths: readonly Growth[]): Doubt {
  return [...doubtfulOf(truth, growths)].sort(([, one], [, other]) => other - one)[0]![0];
}

/** Divides what was not told among its causes: doubtful growth first; the rest was too little. */
function untoldCauses(truth: GoodsTruth, growths: readonly Growth[], untold: number): [Untold, number][] {
  const doubtful = [...doubtfulOf(truth, growths)];
  const all = sum(doubtful, ([, amount]) => amount);
  const hidden = Math.min(untold, all);
  const causes: [Untold, number][] = doubtful.map(([doubt, amount]) => [doubt, (hidden * amount) / Math.max(1, all)]);
  return [...causes, ["too little since it was told", untold - hidden]];
}

/** How much of these growths nobody can prove, by reason. */
function doubtfulOf(truth: GoodsTruth, growths: readonly Growth[]): Map<Doubt, number> {
  const amounts = new Map<Doubt, number>();
  for (const growth of growths) {
    const { part, doubt } = provablePart(truth, growth);
    if (doubt !== undefined) amounts.set(doubt, (amounts.get(doubt) ?? 0) + growth.amount - part);
  }
  return amounts;
}

function keyOf(playerId: string, material: string): string {
  return `${playerId} ${material}`;
}

function textOf({ tick, player, material, actual, expected, excess }: BalanceAlert): string {
  return `tick ${tick}: ${player} ${material} ${actual}, ${expected} expected, ${excess} too many`;
}

function kindsOf(growths: readonly Growth[]): string {
  return growths
    .map(({ kind, tick, amount, material }) => ` [${kind} ${amount} ${ledgerName(material)} at ${tick}]`)
    .join("");
}

function sum<T>(list: readonly T[], of: (entry: T) => number): number {
  return list.reduce((total, entry) => total + of(entry), 0);
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
