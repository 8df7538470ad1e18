import type { Transfers } from "./transfers.ts";

/** The counts on the first page. Indexes refer to the report's lists. */
export interface Overview {
  readonly transfers: number;
  /** Hours since 1970 (UTC) with the transfers in each; the page turns them into the reader's own hours. */
  readonly byHour: readonly (readonly [hour: number, count: number])[];
  readonly topItems: readonly (readonly [item: number, count: number])[];
  readonly topPlayers: readonly (readonly [player: number, count: number])[];
}

const HOUR_MS = 3_600_000;
const TOP = 10;

export interface TransferChoice {
  readonly items?: ReadonlySet<number> | undefined;
  readonly players?: ReadonlySet<number> | undefined;
  readonly action?: number | undefined;
  readonly place?: number | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

/** Midnight at the start of a day (`2026-11-15`) in the reader's time zone, or `daysLater` days after it. */
export function dayStart(day: string, daysLater: number): number | undefined {
  const date = new Date(`${day}T00:00:00`);
  // Not by milliseconds: on two days of the year the clocks change.
  date.setDate(date.getDate() + daysLater);
  return Number.isNaN(date.getTime()) ? undefined : date.getTime();
}

/** `items` and `players` together mean "one of these items, or one of these players", as a search finds them. */
function isChosen(transfers: Transfers, row: number, choice: TransferChoice): boolean {
  const { items, players, action, place, fromMs, toMs } = choice;
  const time = transfers.time[row] as number;
  if (action !== undefined && transfers.action[row] !== action) return false;
  if (place !== undefined && transfers.place[row] !== place) return false;
  if (fromMs !== undefined && time < fromMs) return false;
  if (toMs !== undefined && time >= toMs) return false;
  if (items === undefined && players === undefined) return true;
  return items?.has(transfers.item[row] as number) === true || players?.has(transfers.player[row] as number) === true;
}

export function overviewOf(transfers: Transfers, choice: TransferChoice = {}): Overview {
  const hours = new Map<number, number>();
  const items = new Map<number, number>();
  const players = new Map<number, number>();
  let count = 0;
  for (let row = 0; row < transfers.length; row++) {
    if (!isChosen(transfers, row, choice)) continue;
    count++;
    add(hours, Math.floor((transfers.time[row] as number) / HOUR_MS));
    add(items, transfers.item[row] as number);
    add(players, transfers.player[row] as number);
  }
  return {
    transfers: count,
    byHour: [...hours].sort(([a], [b]) => a - b),
    topItems: top(items),
    topPlayers: top(players),
  };
}

/** Counts by hour of the day, 0 to 23. `hourOf` returns the hour of a moment in the reader's time zone. */
export function hoursOfDay({ byHour }: Overview, hourOf: (timeMs: number) => number): number[] {
  const hours = new Array<number>(24).fill(0);
  for (const [hour, count] of byHour) {
    const at = hourOf(hour * HOUR_MS);
    hours[at] = (hours[at] as number) + count;
  }
  return hours;
}

function add(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function top(counts: ReadonlyMap<number, number>): (readonly [number, number])[] {
  return [...counts].sort(([keyA, a], [keyB, b]) => b - a || keyA - keyB).slice(0, TOP);
}
