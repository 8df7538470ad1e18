/** A calendar month in universal time, as archives are called: `2026-03`. */
export type Month = string;

export function monthOf(ms: number): Month {
  return new Date(ms).toISOString().slice(0, 7);
}

/** The first millisecond that is not in it any more. */
export function endOfMonth(month: Month): number {
  const [year, number] = month.split("-").map(Number) as [number, number];
  // Months count from 0 here, so that this is the next one.
  return Date.UTC(year, number, 1);
}

/** The months from the first to the last, both included; none when they are the wrong way round. */
export function monthsBetween(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let month = first; month <= last; month = monthOf(endOfMonth(month))) months.push(month);
  return months;
}

/** The last month that is wholly before this time. */
export function lastMonthBefore(ms: number): Month {
  const day = new Date(ms);
  return monthOf(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 0));
}
