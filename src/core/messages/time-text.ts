import { DAY_MS } from "../time/clock.ts";
import type { RenderedText } from "./message-keys.ts";
import type { Messages } from "./messages.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** `3 min ago (2026-11-15 02:27)`: how long ago, and the exact time behind it. */
export function timeText(messages: Messages, timestampMs: number, nowMs: number): RenderedText {
  const ago = agoText(messages, timestampMs, nowMs);
  return messages.rendered("times.both", { ago, exact: exactTime(timestampMs) });
}

/** `3 min ago`. A time in the future, after a clock was set back, is just now. */
export function agoText(messages: Messages, timestampMs: number, nowMs: number): RenderedText {
  const passedMs = nowMs - timestampMs;
  const count = (unitMs: number) => Math.floor(passedMs / unitMs);
  if (passedMs < SECOND_MS) return messages.rendered("times.now", {});
  if (passedMs < MINUTE_MS) return { rendered: messages.plural("times.seconds", { count: count(SECOND_MS) }) };
  if (passedMs < HOUR_MS) return { rendered: messages.plural("times.minutes", { count: count(MINUTE_MS) }) };
  if (passedMs < DAY_MS) return { rendered: messages.plural("times.hours", { count: count(HOUR_MS) }) };
  return { rendered: messages.plural("times.days", { count: count(DAY_MS) }) };
}

/** `2026-11-15 02:27`, in the server's time zone. */
export function exactTime(timestampMs: number): string {
  return localTime(timestampMs).slice(0, "2026-11-15T02:27".length).replace("T", " ");
}

/** `2026-11-15`, in the server's time zone. */
export function dateText(timestampMs: number): string {
  return localTime(timestampMs).slice(0, "2026-11-15".length);
}

/** `02:27:31.4`, in the server's time zone: within a second, tenths tell what came first. */
export function timeOfDay(timestampMs: number): string {
  return localTime(timestampMs).slice("2026-11-15T".length, "2026-11-15T02:27:31.4".length);
}

/** `2026-11-15T02:27:31.456Z`, but in the server's time zone. */
export function localTime(timestampMs: number): string {
  const offsetMs = new Date(timestampMs).getTimezoneOffset() * MINUTE_MS;
  return new Date(timestampMs - offsetMs).toISOString();
}
