import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type ConformanceRow, readConformanceRows, testsOf } from "./support/conformance-rows.ts";

const root = join(import.meta.dirname, "..");
const rules = readRules();
const lines = readConformanceRows(root);

test("every rule is written in the form that this test reads", () => {
  expectNone("rules that cannot be read", rules.unreadable);
  assert.ok(rules.numbers.length > 0, "docs/specification.md has no rules");
});

test("every line of the conformance table is written in the form that this test reads", () => {
  expectNone("lines that cannot be read", lines.unreadable);
});

test("no number is used twice", () => {
  expectNone("doubled in docs/specification.md", doubled(rules.numbers));
  expectNone("doubled in docs/conformance.md", doubled(lines.all.map((line) => line.rule)));
});

test("every rule has a line", () => {
  const covered = new Set(lines.all.map((line) => line.rule));
  expectNone(
    "rules without a line in docs/conformance.md",
    rules.numbers.filter((rule) => !covered.has(rule)),
  );
});

test("every line has a rule", () => {
  const known = new Set(rules.numbers);
  expectNone(
    "lines without a rule in docs/specification.md",
    lines.all.map((line) => line.rule).filter((rule) => !known.has(rule)),
  );
});

test("every line names files and tests that exist", () => {
  expectNone("lines that point nowhere", lines.all.flatMap(wrongReferences));
});

/** Rules look like "- **S2.1-1** text" or "- **D.removal-1** text". */
function readRules(): { numbers: string[]; unreadable: string[] } {
  const candidates = linesOf("docs/specification.md").filter((line) => /^\s*[-*] \*\*[SD]/.test(line));
  const numberOf = (line: string) => /^- \*\*((?:S\d(?:\.\d)?|D\.[a-z]+)-[1-9]\d*)\*\* \S/.exec(line)?.[1];
  return {
    numbers: candidates.map(numberOf).filter((number) => number !== undefined),
    unreadable: candidates.filter((line) => numberOf(line) === undefined),
  };
}

function wrongReferences(row: ConformanceRow): string[] {
  const { rule, implementedIn, pinnedBy } = row;
  const missing = implementedIn.split(/,\s*/).filter((file) => !isFile(file));
  const tests = testsOf(row);
  return [
    ...missing.map((file) => `${rule}: there is no file ${file}`),
    ...(tests ? [] : [`${rule}: expected path › "name of the test", found: ${pinnedBy || "nothing"}`]),
    ...(tests ?? []).flatMap(({ file, name }) => wrongTest(file, name)).map((complaint) => `${rule}: ${complaint}`),
  ];
}

function wrongTest(file: string, name: string): string[] {
  if (!isFile(file)) return [`there is no test file ${file}`];
  const source = readFileSync(join(root, file), "utf8");
  const isThere = ['"', "'", "`"].some((quote) => source.includes(quote + name + quote));
  return isThere ? [] : [`${file} has no test "${name}"`];
}

function isFile(file: string): boolean {
  return statSync(join(root, file), { throwIfNoEntry: false })?.isFile() ?? false;
}

function doubled(numbers: readonly string[]): string[] {
  return [...new Set(numbers.filter((number, index) => numbers.indexOf(number) !== index))];
}

function linesOf(file: string): string[] {
  return readFileSync(join(root, file), "utf8").split(/\r?\n/);
}

function expectNone(what: string, offenders: readonly string[]): void {
  assert.equal(offenders.length, 0, `${what}:\n${offenders.map((offender) => `  ${offender}`).join("\n")}`);
}
