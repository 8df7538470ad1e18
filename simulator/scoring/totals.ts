import type { DuplicationEvent } from "../truth/duplication-event.ts";
import { type Limits, SLACK_TICKS } from "../truth/limits.ts";

/** Why nothing was said about a duplication. Every silent one has exactly one of these causes. */
export const SILENCES = {
  missed: "it was due",
  "no id in common": "no two of its copies ever carried the same id",
  "one record": "its copies never were more than views of one account's record, in sessions served at the same time",
  "never two in sight": "two copies with one id could never be looked at at one tick end",
  "gone before the second look": "two were in sight, but not for the grace and two ticks",
  "gone before anybody came":
    "two were in sight for longer, but nothing touched them, and the sweep had not come round",
  "the run ended": "it was still to be found when the run ended",
} as const;

export type Silence = keyof typeof SILENCES;

/** What became of every duplication that left copies, whether or not it could be seen. */
export interface Totals {
  raw: number;
  told: number;
  suspectedOnly: number;
  readonly silent: Record<Silence, number>;
}

export function emptyTotals(): Totals {
  const silent = Object.fromEntries(Object.keys(SILENCES).map((cause) => [cause, 0])) as Totals["silent"];
  return { raw: 0, told: 0, suspectedOnly: 0, silent };
}

export function addTotals(into: Totals, other: Totals): void {
  into.raw += other.raw;
  into.told += other.told;
  into.suspectedOnly += other.suspectedOnly;
  for (const cause of Object.keys(SILENCES) as Silence[]) into.silent[cause] += other.silent[cause];
}

export function silentOf({ silent }: Totals): number {
  return Object.values(silent).reduce((sum, count) => sum + count, 0);
}

/** Why nothing was said, judged by what could be seen until the end. */
export function silenceOf({ dueTick, visibility }: DuplicationEvent, { graceTicks }: Limits): Silence {
  if (dueTick >= 0) return "missed";
  if (!visibility.hadCommonId) return "no id in common";
  if (visibility.longestTicks < 0) return visibility.wereViews ? "one record" : "never two in sight";
  if (visibility.isOpen) return "the run ended";
  return visibility.longestTicks < graceTicks + SLACK_TICKS
    ? "gone before the second look"
    : "gone before anybody came";
}
