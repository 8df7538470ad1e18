import type { Parameter } from "../platform.ts";

export type { Parameter };

const plain = { isOptional: false, choices: [] } as const;

/** The parameters that several commands have. */
export const PAGE: Parameter = { name: "page", kind: "integer", isOptional: true, choices: [] };
export const LIMIT: Parameter = { name: "limit", kind: "integer", isOptional: true, choices: [] };
export const CASE_NUMBER: Parameter = { ...plain, name: "n", kind: "case-number" };
export const ITEM_ID: Parameter = { ...plain, name: "id", kind: "item-id" };
export const REASON: Parameter = { name: "reason", kind: "text", isOptional: true, choices: [] };
export const SERVER: Parameter = { ...plain, name: "server", kind: "server" };
export const PLAYER: Parameter = { ...plain, name: "player", kind: "player" };
export const ANY_PLAYER: Parameter = { ...PLAYER, isOptional: true };
export const WORLD: Parameter = { name: "world", kind: "word", isOptional: true, choices: [] };

export function coordinate(name: "x" | "y" | "z"): Parameter {
  return { ...plain, name, kind: "coordinate" };
}

export function choice(name: string, choices: readonly string[], isOptional = false): Parameter {
  return { name, kind: "choice", isOptional, choices };
}
