/** A calendar month in universal time, as in the file names of the archive: `2026-03`. */
export type Month = string;

export function monthOf(ms: number): Month {
  return new Date(ms).toISOString().slice(0, 7);
}

/** Returns the beginning of the month of this time, or of the month that is `monthsOn` later. */
export function monthStart(ms: number, monthsOn = 0): number {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + monthsOn, 1);
}

/** Returns the first millisecond after the month. */
export function endOfMonth(month: Month): number {
  const [year, number] = month.split("-").map(Number) as [number, number];
  // `Date` counts months from 0, so this is the next month.
  return Date.UTC(year, number, 1);
}

/** Returns the months from the first to the last, both included; none if `first` is after `last`. */
export function monthsBetween(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let month = first; month <= last; month = monthOf(endOfMonth(month))) months.push(month);
  return months;
}

/** Returns the last month that ended before this time. */
export function lastMonthBefore(ms: number): Month {
  return monthOf(monthStart(ms, -1));
}
