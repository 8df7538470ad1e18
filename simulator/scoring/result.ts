import type { DuplicationEvent } from "../truth/duplication-event.ts";
import type { Limits } from "../truth/limits.ts";
import type { Truth } from "../truth/truth.ts";
import { emptyForgiven, type Forgiven } from "./forgiven.ts";
import type { Scorer } from "./scorer.ts";
import { addTotals, emptyTotals, silenceOf, silentOf, type Totals } from "./totals.ts";

/** What one detector did in one run, or in several runs added up. */
export interface Result {
  /** Duplications that left copies, due or not; `silent` adds up `silentBecause`. */
  readonly totals: {
    readonly raw: number;
    readonly due: number;
    readonly told: number;
    readonly suspectedOnly: number;
    readonly silent: number;
    readonly silentBecause: Totals["silent"];
  };
  /** How often each forgiveness was used. */
  readonly forgiven: Record<Forgiven, number>;
  readonly recall: number;
  readonly recallByFamily: Readonly<Record<string, number>>;
  readonly dueByFamily: Readonly<Record<string, number>>;
  readonly misses: number;
  readonly hardFalseAlarms: number;
  readonly softFalseAlarms: number;
  readonly wrongfulRemovals: number;
  readonly incompleteRemovals: number;
  readonly policyErrors: number;
  readonly removals: number;
  /** Removals that took the original from one holder and left a copy with another: because the keep rule demands it, or not. */
  readonly originalsForced: number;
  readonly originalsAvoidable: number;
  /** Proven ids whose copies all stayed, because it cannot be known which was there first. */
  readonly heldBack: number;
  readonly lostEvidence: number;
  readonly latencyTicksP99: number;
  readonly score: number;
}

/** The counts behind a result. Several runs add up. */
export interface Tally {
  acts: number;
  readonly totals: Totals;
  readonly forgiven: Record<Forgiven, number>;
  /** Due events, and due events that were detected, by family. */
  readonly due: Record<string, number>;
  readonly found: Record<string, number>;
  /** Events that leave only a surplus, by family; reported apart. */
  readonly surplus: Record<string, number>;
  readonly latencies: number[];
  late: number;
  hard: number;
  soft: number;
  proven: number;
  removals: number;
  wrongful: number;
  incomplete: number;
  policyErrors: number;
  originalsForced: number;
  originalsAvoidable: number;
  heldBack: number;
  lostEvidence: number;
  contested: number;
  contestedFaults: number;
}

const COUNTS = [
  "acts",
  "late",
  "hard",
  "soft",
  "proven",
  "removals",
  "wrongful",
  "incomplete",
  "policyErrors",
  "originalsForced",
  "originalsAvoidable",
  "heldBack",
  "lostEvidence",
  "contested",
  "contestedFaults",
] as const satisfies readonly (keyof Tally)[];

export function emptyTally(): Tally {
  const counts = { hard: 0, soft: 0, proven: 0, removals: 0, wrongful: 0, incomplete: 0, policyErrors: 0 };
  const originals = { originalsForced: 0, originalsAvoidable: 0, heldBack: 0 };
  return {
    acts: 0,
    totals: emptyTotals(),
    forgiven: emptyForgiven(),
    due: {},
    found: {},
    surplus: {},
    latencies: [],
    late: 0,
    ...counts,
    ...originals,
    lostEvidence: 0,
    contested: 0,
    contestedFaults: 0,
  };
}

/** Adds what a finished run showed. */
export function tally(into: Tally, acts: number, truth: Truth, scorer: Scorer, lostAfterwards: number): void {
  into.acts += acts;
  for (const event of truth.events) addEvent(into, event, scorer, truth.limits);
  const { alarms, removals, contested } = scorer;
  addForgiven(into, scorer.forgiven);
  into.hard += alarms.hard;
  into.soft += alarms.soft;
  into.proven += alarms.proven;
  into.removals += removals.counts.removals;
  into.wrongful += removals.counts.wrongful;
  into.incomplete += removals.counts.incomplete;
  into.policyErrors += removals.counts.policyErrors;
  into.originalsForced += removals.counts.originalsForced;
  into.originalsAvoidable += removals.counts.originalsAvoidable;
  into.heldBack += removals.counts.heldBack;
  into.lostEvidence += alarms.evidenceGaps + lostAfterwards;
  into.contested += contested.opportunities;
  into.contestedFaults += contested.faults;
}

/** Adds one tally to another, as if both runs had been one. */
export function addTally(into: Tally, other: Tally): void {
  for (const part of ["due", "found", "surplus"] as const) {
    for (const [family, value] of Object.entries(other[part])) into[part][family] = (into[part][family] ?? 0) + value;
  }
  addTotals(into.totals, other.totals);
  addForgiven(into, other.forgiven);
  for (const latency of other.latencies) into.latencies.push(latency);
  for (const part of COUNTS) into[part] += other[part];
}

function addForgiven({ forgiven }: Tally, counts: Record<Forgiven, number>): void {
  for (const [name, times] of Object.entries(counts)) forgiven[name as Forgiven] += times;
}

function addEvent(into: Tally, event: DuplicationEvent, scorer: Scorer, limits: Limits): void {
  if (event.evidence === "surplus") {
    count(into.surplus, event.family);
    return;
  }
  const detected = scorer.detectedAt.get(event);
  into.totals.raw++;
  if (detected !== undefined || scorer.wasTaken(event)) into.totals.told++;
  else if (scorer.suspected.has(event)) into.totals.suspectedOnly++;
  else into.totals.silent[silenceOf(event, limits)]++;
  const isCutShort = detected !== undefined && event.lineages.some((lineage) => scorer.removals.shortened.has(lineage));
  if (event.dueTick < 0 && !isCutShort) return;
  count(into.due, event.family);
  if (detected === undefined) return;
  count(into.found, event.family);
  const dueFrom = event.touchedTick >= 0 ? event.touchedTick : event.observedTick;
  const from = dueFrom >= 0 ? dueFrom : scorer.detectableSince.get(event)!;
  into.latencies.push(Math.max(0, detected - from));
  if (scorer.late.has(event)) into.late++;
}

export function resultOf(t: Tally): Result {
  const families = Object.keys(t.due).sort();
  const recallByFamily = Object.fromEntries(
    families.map((family) => [family, (t.found[family] ?? 0) / t.due[family]!]),
  );
  const recalls = Object.values(recallByFamily);
  const misses = families.reduce((sum, family) => sum + t.due[family]! - (t.found[family] ?? 0), 0);
  const { raw, told, suspectedOnly, silent: silentBecause } = t.totals;
  const due = families.reduce((sum, family) => sum + t.due[family]!, 0);
  return {
    totals: { raw, due, told, suspectedOnly, silent: silentOf(t.totals), silentBecause },
    forgiven: { ...t.forgiven },
    recall: round(mean(recalls)),
    recallByFamily: Object.fromEntries(Object.entries(recallByFamily).map(([family, value]) => [family, round(value)])),
    dueByFamily: Object.fromEntries(families.map((family) => [family, t.due[family]!])),
    misses,
    hardFalseAlarms: t.hard,
    softFalseAlarms: t.soft,
    wrongfulRemovals: t.wrongful,
    incompleteRemovals: t.incomplete,
    policyErrors: t.policyErrors,
    removals: t.removals,
    originalsForced: t.originalsForced,
    originalsAvoidable: t.originalsAvoidable,
    heldBack: t.heldBack,
    lostEvidence: t.lostEvidence,
    latencyTicksP99: percentile(t.latencies, 0.99),
    score: scoreOf(t, mean(recalls), misses),
  };
}

/** Points as the definitions give them. Each part falls linearly with its faults. */
function scoreOf(t: Tally, recall: number, misses: number): number {
  const actsInHundredThousands = Math.max(1, t.acts / 100_000);
  const points =
    40 * recall +
    20 * share(t.hard, actsInHundredThousands) +
    15 * share(t.wrongful, t.removals) +
    8 * share(t.contestedFaults, t.contested) +
    5 * share(t.soft, actsInHundredThousands) +
    5 * share(t.late, t.latencies.length) +
    4 * share(t.lostEvidence, t.proven) +
    COST_POINTS +
    share(t.policyErrors, t.removals);
  const cap = t.hard > 0 || t.wrongful > 0 ? 50 : misses > 0 ? 60 : 100;
  return Math.round(Math.min(cap, points) * 10) / 10;
}

/** The judge benchmark measures cost, on real loads; here it counts as met. */
const COST_POINTS = 2;

function share(faults: number, opportunities: number): number {
  return faults === 0 ? 1 : Math.max(0, 1 - faults / Math.max(1, opportunities));
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 1 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return 0;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!;
}

function count(into: Record<string, number>, key: string): void {
  into[key] = (into[key] ?? 0) + 1;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
