import type { Parameter } from "../platform.ts";

/** A parameter that has to be given. */
export function required(name: string, kind: Parameter["kind"]): Parameter {
  return { name, kind, isOptional: false, choices: [] };
}

/** A parameter that may be left out, if all after it are left out too. */
export function optional(name: string, kind: Parameter["kind"]): Parameter {
  return { name, kind, isOptional: true, choices: [] };
}

export function choice(name: string, choices: readonly string[]): Parameter {
  return { name, kind: "choice", isOptional: false, choices };
}

export function optionalChoice(name: string, choices: readonly string[]): Parameter {
  return { name, kind: "choice", isOptional: true, choices };
}

/** The parameters that several commands have. */
export const PAGE = optional("page", "integer");
export const LIMIT = optional("limit", "integer");
export const CASE_NUMBER = required("n", "case-number");
export const ITEM_ID = required("id", "item-id");
export const REASON = optional("reason", "text");
export const PLAYER = required("player", "player");
export const ANY_PLAYER = optional("player", "player");
