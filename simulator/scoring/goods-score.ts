import type { BalanceAlert } from "../detectors/detector.ts";
import { createdBy } from "../truth/goods/created-by.ts";
import type { GoodsTruth, Growth } from "../truth/goods/goods-truth.ts";
import { DEADLINE_TICKS, type Doubt, provablePart, provableSums } from "../truth/goods/provable.ts";
import { kindOf, ledgerName, weightOf } from "../world/recipes.ts";
import { Blame, materialOf, unitsOf } from "./goods-blame.ts";

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
  return new GoodsScorer(truth, told).score(acts);
}

class GoodsScorer {
  readonly #truth: GoodsTruth;
  /** Alerts about one player, and alerts in which several may be involved. */
  readonly #alerts: readonly BalanceAlert[];
  readonly #shared: readonly BalanceAlert[];
  readonly #blame: Blame;
  readonly #complaints: string[] = [];
  #falseAlarms = 0;
  #wrongNumbers = 0;
  readonly #due: Record<string, number> = {};
  readonly #found: Record<string, number> = {};
  readonly #latencies: number[] = [];
  #provable = 0;
  #coveredTold = 0;
  readonly #coveredBy: Partial<Record<Doubt, number>> = {};
  readonly #untoldBy: Partial<Record<Untold, number>> = {};
  /** Growth in all accounts above their threshold: all, what a player was blamed for, and what staff were told of. */
  readonly #growth = { all: 0, blamed: 0, told: 0 };

  constructor(truth: GoodsTruth, told: readonly BalanceAlert[]) {
    this.#truth = truth;
    this.#shared = told.filter(({ playerIds }) => playerIds.length > 0);
    this.#alerts = told.filter(({ playerIds }) => playerIds.length === 0);
    this.#blame = new Blame(this.#alerts);
  }

  score(acts: number): GoodsScore {
    const accounts = Map.groupBy(this.#truth.growths, ({ playerId, material }) =>
      keyOf(playerId, ledgerName(material)),
    );
    for (const alert of this.#alerts) this.#judgeAlert(alert);
    for (const alert of this.#shared) this.#judgeShared(alert);
    for (const [key, growths] of accounts) this.#judgeAccount(key, growths);
    return { result: this.#result(acts), complaints: this.#complaints };
  }

  #judgeAlert(alert: BalanceAlert): void {
    const { playerId, tick } = alert;
    const material = materialOf(alert);
    const grown = this.#truth.growths.filter((growth) => growth.playerId === playerId);
    const most = createdBy(this.#truth, playerId, kindOf(material), tick);
    const longAgo = grown.filter((growth) => growth.material === material && growth.tick <= tick - DEADLINE_TICKS);
    const least = (provableSums(this.#truth, longAgo).at(-1) ?? 0) * weightOf(material);
    const said = this.#blame.unitsOf(playerId, kindOf(material), alert);
    if (said > most) {
      this.#falseAlarms++;
      this.#complaints.push(`FALSE ${textOf(alert)}, ${said} in all; it was ${most}${kindsOf(grown)}`);
    } else if (said < least) {
      this.#wrongNumbers++;
      this.#complaints.push(`WRONG ${textOf(alert)}, ${said} in all; it was at least ${least}${kindsOf(grown)}`);
    }
  }

  #judgeShared(alert: BalanceAlert): void {
    const material = materialOf(alert);
    const most = sum(alert.playerIds, (id) => createdBy(this.#truth, id, kindOf(material), alert.tick));
    if (unitsOf(alert) <= most) return;
    this.#falseAlarms++;
    this.#complaints.push(`FALSE ${textOf(alert)} of ${alert.playerIds}; it was ${most}`);
  }

  /** `growths` are of one player and one material. */
  #judgeAccount(key: string, growths: readonly Growth[]): void {
    const { material, playerId } = growths[0]!;
    const kind = kindOf(material);
    const steps = dueSteps(this.#truth, growths);
    const shared = this.#shared.filter(
      (alert) => kindOf(materialOf(alert)) === kind && alert.playerIds.includes(playerId),
    );
    if (steps.length > 0) this.#provable++;
    if (sum(growths, ({ amount }) => amount) >= material.threshold!)
      this.#countShares(growths, shared, steps.length > 0);
    for (const step of steps) this.#judgeStep(key, growths[0]!, step, shared);
  }

  #countShares(growths: readonly Growth[], shared: readonly BalanceAlert[], isProvable: boolean): void {
    const { material, playerId } = growths[0]!;
    const grown = sum(growths, ({ amount }) => amount);
    const blamed = Math.min(grown, this.#blame.unitsOf(playerId, kindOf(material)) / weightOf(material));
    const told = Math.min(grown, blamed + sum(shared, unitsOf) / weightOf(material));
    this.#growth.all += grown;
    this.#growth.blamed += blamed;
    this.#growth.told += told;
    for (const [cause, amount] of untoldCauses(this.#truth, growths, grown - told))
      this.#untoldBy[cause] = (this.#untoldBy[cause] ?? 0) + amount;
    if (isProvable) return;
    const doubt = mainDoubt(this.#truth, growths);
    this.#coveredBy[doubt] = (this.#coveredBy[doubt] ?? 0) + 1;
    if (blamed > 0) this.#coveredTold++;
  }

  #judgeStep(
    key: string,
    { playerId, material }: Growth,
    { tick, kind: exploit, least }: DueStep,
    shared: readonly BalanceAlert[],
  ): void {
    const kind = kindOf(material);
    const units = least * weightOf(material);
    this.#due[exploit] = (this.#due[exploit] ?? 0) + 1;
    const blamed = this.#blame.unitsOf(playerId, kind);
    const at = this.#blame.tickOf(playerId, kind, units) ?? tickTogether(shared, tick, units - blamed);
    if (at === undefined || at > tick + DEADLINE_TICKS) {
      this.#complaints.push(
        `MISS tick ${tick} ${exploit}: ${key} reached ${least}${at === undefined ? "" : `, said at ${at}`}`,
      );
      return;
    }
    this.#found[exploit] = (this.#found[exploit] ?? 0) + 1;
    this.#latencies.push(Math.max(0, at - tick));
  }

  #result(acts: number): GoodsResult {
    const [dueByKind, latencies, growth] = [this.#due, this.#latencies, this.#growth];
    const due = sum(Object.values(dueByKind), (count) => count);
    const found = sum(Object.values(this.#found), (count) => count);
    const shareOf = (amount: number) => (growth.all === 0 ? 1 : amount / growth.all);
    latencies.sort((one, other) => one - other);
    return {
      acts,
      due,
      recall: due === 0 ? 1 : found / due,
      misses: due - found,
      dueByKind,
      recallByKind: Object.fromEntries(
        Object.keys(dueByKind).map((kind) => [kind, (this.#found[kind] ?? 0) / dueByKind[kind]!]),
      ),
      provable: this.#provable,
      covered: sum(Object.values(this.#coveredBy), (count) => count),
      coveredTold: this.#coveredTold,
      coveredBy: this.#coveredBy,
      shareTold: shareOf(growth.told),
      shareBlamed: shareOf(growth.blamed),
      shareUntoldBy: Object.fromEntries(
        Object.entries(this.#untoldBy).map(([cause, amount]) => [cause, amount / growth.all]),
      ),
      shared: this.#shared.length,
      falseAlarms: this.#falseAlarms,
      falseAlarmsPer100000Acts: (this.#falseAlarms / acts) * 100_000,
      wrongNumbers: this.#wrongNumbers,
      latencyTicksP50: quantile(latencies, 0.5),
      latencyTicksP99: quantile(latencies, 0.99),
    };
  }
}

/** The tick at which these alerts together reached so many units, not counting alerts before `from`. */
function tickTogether(alerts: readonly BalanceAlert[], from: number, units: number): number | undefined {
  let soFar = 0;
  return alerts
    .filter(({ tick }) => tick >= from)
    .find((alert) => {
      soFar += unitsOf(alert);
      return soFar >= units;
    })?.tick;
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
