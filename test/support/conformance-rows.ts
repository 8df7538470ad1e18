import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A line of docs/conformance.md: a rule, the files that implement it, and the tests that pin it down. */
export interface ConformanceRow {
  readonly rule: string;
  readonly implementedIn: string;
  readonly pinnedBy: string;
}

export interface NamedTest {
  readonly file: string;
  readonly name: string;
}

/** Lines look like "| rule | implemented in | pinned down by |". */
export function readConformanceRows(root: string): { all: ConformanceRow[]; unreadable: string[] } {
  const lines = readFileSync(join(root, "docs", "conformance.md"), "utf8").split(/\r?\n/);
  const all: ConformanceRow[] = [];
  const unreadable: string[] = [];
  for (const row of lines.filter((line) => line.startsWith("|"))) {
    const [before, rule, implementedIn, pinnedBy, after, ...more] = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
    if (rule === "rule" || rule?.startsWith("---")) continue;
    if (!rule || !implementedIn || pinnedBy === undefined || before !== "" || after !== "" || more.length > 0) {
      unreadable.push(row);
    } else {
      all.push({ rule, implementedIn, pinnedBy: pinnedBy.replaceAll("\\|", "|") });
    }
  }
  return { all, unreadable };
}

/** The tests that a row names; `undefined` if its last column is not of the form `path › "name"`, with commas between. */
export function testsOf({ pinnedBy }: ConformanceRow): NamedTest[] | undefined {
  const references = [...pinnedBy.matchAll(/([^\s,]+) › "([^"]+)"(?:,\s*|$)/g)];
  const isWhole = pinnedBy !== "" && references.map(([reference]) => reference).join("") === pinnedBy;
  return isWhole ? references.map(([, file, name]) => ({ file: file!, name: name! })) : undefined;
}
