import { dateMs, durationMs, localTime, sinceMs } from "../../operators.ts";
import { UsageError } from "../cli-errors.ts";

const UNITS_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Reads `90d`, `12h`, `30m` or `2w` as milliseconds. */
export function readDuration(text: string): number {
  const duration = durationMs(text);
  if (duration === undefined) {
    throw new UsageError(`"${text}" is not a length of time: give a number and a unit (s, m, h, d or w), such as 90d.`);
  }
  return duration;
}

/** Reads a date or a moment: `2026-11-15`, `2026-11-15T02:27:00Z`. */
export function readMoment(text: string): number {
  const ms = dateMs(text);
  if (ms === undefined)
    throw new UsageError(`"${text}" is not a date or time: write it as 2026-11-15 or 2026-11-15T02:27:00Z.`);
  return ms;
}

/** Reads `7d` as that long before now, or a date as that moment. */
export function readSince(text: string, nowMs: number): number {
  const ms = sinceMs(text, nowMs);
  if (ms === undefined)
    throw new UsageError(`"${text}" is not a time: write 30m, 12h, 7d or a date such as 2026-11-15.`);
  return ms;
}

/** `2026-11-15 02:27:31`, in the time zone of this machine. */
export function exactTime(timestampMs: number): string {
  return localTime(timestampMs).slice(0, "2026-11-15T02:27:31".length).replace("T", " ");
}

/** `3 min ago`. */
export function ago(timestampMs: number, nowMs: number): string {
  const passedMs = nowMs - timestampMs;
  if (passedMs < UNITS_MS.s) return "just now";
  if (passedMs < UNITS_MS.m) return `${Math.floor(passedMs / UNITS_MS.s)} s ago`;
  if (passedMs < UNITS_MS.h) return `${Math.floor(passedMs / UNITS_MS.m)} min ago`;
  if (passedMs < UNITS_MS.d) return `${Math.floor(passedMs / UNITS_MS.h)} h ago`;
  const days = Math.floor(passedMs / UNITS_MS.d);
  return days === 1 ? "1 day ago" : `${days} days ago`;
}

/** `2026-11-15 02:27:31 (3 min ago)`. */
export function timeText(timestampMs: number, nowMs: number): string {
  return `${exactTime(timestampMs)} (${ago(timestampMs, nowMs)})`;
}
