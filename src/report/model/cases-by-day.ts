import type { CaseRecord } from "../../operators.ts";

interface CasesByDay {
  /** `2026-11-15`, without gaps between the first and the last. */
  readonly days: readonly string[];
  /** For each severity that occurs, the cases of each day. */
  readonly bySeverity: ReadonlyMap<string, readonly number[]>;
}

const DAY_MS = 86_400_000;
/** Half a day: the day on which clocks go forward has 23 hours, and a step of 24 could miss it. */
const STEP_MS = DAY_MS / 2;
/** More bars than this cannot be told apart. */
const MAX_DAYS = 400;

/** `dayOf` returns the day of a moment in the reader's time zone. */
export function casesByDay(cases: readonly CaseRecord[], dayOf: (timeMs: number) => string): CasesByDay {
  if (cases.length === 0) return { days: [], bySeverity: new Map() };
  const times = cases.map(({ openedMs }) => openedMs);
  const last = Math.max(...times);
  const days: string[] = [];
  for (let time = Math.max(Math.min(...times), last - MAX_DAYS * DAY_MS); ; time += STEP_MS) {
    const day = dayOf(Math.min(time, last));
    if (days.at(-1) !== day) days.push(day);
    if (time >= last) break;
  }
  const at = new Map(days.map((day, index) => [day, index]));
  const bySeverity = new Map<string, number[]>();
  for (const { severity, openedMs } of cases) {
    const index = at.get(dayOf(openedMs));
    if (index === undefined) continue;
    const counts = bySeverity.get(severity) ?? new Array<number>(days.length).fill(0);
    bySeverity.set(severity, counts);
    counts[index] = (counts[index] as number) + 1;
  }
  return { days, bySeverity };
}

/** The number of cases of each type, the largest first. */
export function casesByType(cases: readonly CaseRecord[]): [type: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { type } of cases) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}
