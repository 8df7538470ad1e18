/** Numbers and times as the reader's own browser writes them. */
const numbers = new Intl.NumberFormat();
const days = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

export function number(value: number): string {
  return numbers.format(value);
}

export function moment(timeMs: number): string {
  return moments.format(timeMs);
}

export function day(timeMs: number): string {
  return days.format(timeMs);
}

const DAY_MS = 86_400_000;
const hoursAndMinutes = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const dayAndMonth = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const dayAndHour = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** As exactly as an axis over this span needs it. */
export function axisTime(timeMs: number, spanMs: number): string {
  const format = spanMs < DAY_MS ? hoursAndMinutes : spanMs < 4 * DAY_MS ? dayAndHour : dayAndMonth;
  return format.format(timeMs);
}

/** `2026-11-15`, in the reader's time zone: what a date field holds. */
export function dayKey(timeMs: number): string {
  const date = new Date(timeMs);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** `DUPLICATE_ITEM` as people write it. */
export function words(constant: string): string {
  const text = constant.replaceAll("_", " ").toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function plural(count: number, one: string, many: string): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}
