import { UsageError } from "./cli-errors.ts";

const MOST = 1_000_000;

/** Reads a number of rows, at least 1. */
export function readLimit(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= MOST) return limit;
  throw new UsageError(`"${text}" is not a number of rows: give a number from 1 to ${MOST}.`);
}

export function readCaseNumber(text: string): number {
  const number = Number(text.replace(/^#/, ""));
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new UsageError(`"${text}" is not a case number.`);
}
