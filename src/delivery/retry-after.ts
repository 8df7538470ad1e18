import type { IncomingHttpHeaders } from "node:http";

/**
 * Returns how long a 429 asks to wait, in milliseconds. The header has it in seconds or as a date. The body has it in
 * `retry_after`, which the bot format puts under `parameters`. The longer one counts, so that the next try is not too early.
 */
export function retryAfterMs(headers: IncomingHttpHeaders, body: string, now: number): number | undefined {
  const asked = [fromHeader(headers["retry-after"], now), fromBody(body)].filter((ms) => ms !== undefined);
  return asked.length === 0 ? undefined : Math.max(...asked);
}

function fromHeader(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const milliseconds = /^\s*\d/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return usable(milliseconds);
}

function fromBody(body: string): number | undefined {
  const answer = parsed(body) as { retry_after?: unknown; parameters?: { retry_after?: unknown } | null } | null;
  const seconds = answer?.retry_after ?? answer?.parameters?.retry_after;
  return usable(Number(seconds ?? Number.NaN) * 1000);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Not every answer is JSON. Then the header or our own pause decides.
    return undefined;
  }
}

function usable(milliseconds: number): number | undefined {
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}
