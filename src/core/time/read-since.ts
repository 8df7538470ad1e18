const UNITS_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** `90d`, `12h`, `30m`, `2w` in milliseconds; `undefined` for anything else. */
export function durationMs(text: string): number | undefined {
  const [, digits, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  if (digits === undefined || Number(digits) === 0) return undefined;
  return Number(digits) * UNITS_MS[unit as keyof typeof UNITS_MS];
}

/** A date or a moment: `2026-11-15`, `2026-11-15T02:27:00Z`; `undefined` for anything else. */
export function dateMs(text: string): number | undefined {
  const ms = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** `7d` before now, or a moment. */
export function sinceMs(text: string, nowMs: number): number | undefined {
  const duration = durationMs(text);
  return duration === undefined ? dateMs(text) : nowMs - duration;
}
