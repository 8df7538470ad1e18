import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** A small change that breaks a rule. It is found by the code that it changes, so it survives edits around it. */
export interface Mutant {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Reads test/conformance/mutants, one file a section: rule -> mutant, or `as:` another rule whose mutant breaks this one too. */
export function readMutants(root: string): Map<string, Mutant> {
  const entries = new Map<string, Mutant | { as: string }>();
  for (const file of globSync(join(root, "test/conformance/mutants/*.yml")).sort())
    for (const [rule, entry] of Object.entries(parse(readFileSync(file, "utf8")) ?? {})) {
      if (entries.has(rule)) throw new Error(`${rule} has two mutants`);
      entries.set(rule, entry as Mutant | { as: string });
    }
  return new Map([...entries].map(([rule, entry]) => [rule, resolve(rule, entry)]));

  function resolve(rule: string, entry: Mutant | { as: string }): Mutant {
    const mutant = "as" in entry ? entries.get(entry.as) : entry;
    if (mutant !== undefined && "file" in mutant && "find" in mutant && "replace" in mutant) return mutant;
    throw new Error(`${rule}: expected file, find and replace, or as: with a rule that has them`);
  }
}

/** How often the code of the mutant occurs in the text. */
export function occurrences({ find }: Mutant, text: string): number {
  return [...text.matchAll(asPattern(find))].length;
}

export function applied(mutant: Mutant, text: string): string {
  return text.replace(asPattern(mutant.find), () => mutant.replace);
}

/** Matches any white space, because the formatter may break a line wherever there is a space. */
function asPattern(find: string): RegExp {
  const words = find.trim().split(/\s+/);
  return new RegExp(words.map((word) => word.replace(/\W/g, "\\$&")).join("\\s*"), "g");
}
