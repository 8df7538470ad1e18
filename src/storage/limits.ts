import type { Page } from "../core/records.ts";

const MAX_LIMIT = 10_000;

/** Rows to give for a limit as it was asked for: below 1 none, above 10,000 is cut. */
export function cutLimit(limit: number): number {
  return limit >= 1 ? Math.min(Math.floor(limit), MAX_LIMIT) : 0;
}

export function cutPage({ offset, limit }: Page): Page {
  return { offset: offset >= 0 ? Math.floor(offset) : 0, limit: cutLimit(limit) };
}
