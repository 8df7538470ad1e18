import { isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";

import { ACTIONS } from "../item-event.ts";
import { didYouMean, nearestName } from "../model/nearest-name.ts";
import type { Complaint } from "./read-config.ts";

/** The placeholders that are filled into a command of `on-proven`. */
export const ON_PROVEN_PLACEHOLDERS = ["player", "uuid", "item", "material", "case"] as const;

/** Says what is wrong with one entry of a list; `undefined` if nothing is. */
type CheckEntry = (entry: string) => Pick<Complaint, "problem" | "instead"> | undefined;

/**
 * Finds values of config.yml that can be read and yet do nothing, because they name nothing that exists. `worlds` are all worlds ever seen;
 * empty if that is not known, and then no world is doubted.
 */
export function checkValues(text: string, worlds: readonly string[]): Complaint[] {
  const lines = new LineCounter();
  const root = parseDocument(text, { lineCounter: lines }).contents;
  const checks: Readonly<Record<string, CheckEntry>> = {
    "exempt-worlds": (entry) => unknownWorld(entry, worlds),
    "sanctioned-sources": (entry) => misspeltSource(entry, worlds),
    "on-proven": unknownPlaceholder,
  };
  const complaints: Complaint[] = [];
  for (const [key, check] of Object.entries(checks)) {
    const list = isMap(root) ? root.get(key) : undefined;
    for (const entry of isSeq(list) ? list.items : []) {
      if (!isScalar(entry)) continue;
      const found = check(String(entry.value));
      if (found !== undefined) complaints.push({ line: lines.linePos(entry.range?.[0] ?? 0).line, key, ...found });
    }
  }
  return complaints;
}

function unknownWorld(entry: string, worlds: readonly string[]): ReturnType<CheckEntry> {
  if (worlds.length === 0 || worlds.includes(entry)) return undefined;
  return {
    problem: `names the world "${entry}", in which nothing was ever seen${didYouMean(entry, worlds)}`,
    instead: "it has no effect until there is one",
  };
}

/** Other plugins name their sources as they like, so only names that look like a typing error are reported. */
function misspeltSource(entry: string, worlds: readonly string[]): ReturnType<CheckEntry> {
  const known = [...Object.keys(ACTIONS), ...worlds];
  if (known.includes(entry) || nearestName(entry, known) === undefined) return undefined;
  return {
    problem: `names "${entry}"${didYouMean(entry, known)}`,
    instead: "it counts for a source of that name only",
  };
}

function unknownPlaceholder(command: string): ReturnType<CheckEntry> {
  for (const [whole, name = ""] of command.matchAll(/\{([^{}\s]*)\}/g)) {
    if ((ON_PROVEN_PLACEHOLDERS as readonly string[]).includes(name)) continue;
    return {
      problem: `has the placeholder ${whole}, which nobody fills${didYouMean(name, ON_PROVEN_PLACEHOLDERS)}`,
      instead: "it is left as it is",
    };
  }
  return undefined;
}
