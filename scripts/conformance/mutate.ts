import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type NamedTest, readConformanceRows, testsOf } from "../../test/support/conformance-rows.ts";
import type { Tally } from "../testing/run-files.ts";
import { applied, type Mutant, occurrences, readMutants } from "./mutants.ts";
import { runTests } from "./run-tests.ts";

const AT_ONCE = 2;
const NOT_COPIED = ["node_modules", ".git", "dist"];
/** The test files that run a contract. */
const RUNS_CONTRACT = {
  "src/testing/store-contract/": ["src/storage/sqlite/store.test.ts", "test/storage/postgres-contract.test.ts"],
  "src/testing/platform-contract/": [
    "test/platforms/serenity/contract.test.ts",
    "test/platforms/flying-squid/contract.test.ts",
  ],
};

interface Finding {
  readonly rule: string;
  /** The test that noticed the change. Absent: no test covers the rule. */
  readonly noticedBy?: NamedTest;
  readonly says: string;
}

/**
 * Breaks one rule after another in a copy of the project, and runs the tests that the rule's row names: one of them must fail.
 * `words` are rules or the beginnings of rules, such as `S3-25`, `S2.4` or `D.rule`; none means all.
 */
export async function mutate(root: string, words: readonly string[]): Promise<Tally> {
  const isAskedFor = (rule: string) =>
    words.length === 0 ||
    words.some((word) => rule === word || rule.startsWith(`${word}-`) || rule.startsWith(`${word}.`));
  const rows = new Map(readConformanceRows(root).all.map((row) => [row.rule, row]));
  const waiting = [...readMutants(root)].filter(([rule]) => isAskedFor(rule));
  const [count, findings, copies]: [number, Finding[], string[]] = [waiting.length, [], []];
  if (count === 0) console.log("No rule was found");
  const work = async () => {
    const copy = copyOf(root);
    copies.push(copy);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [rule, mutant] = next;
      const startedMs = performance.now();
      const row = rows.get(rule);
      const finding = await breakRule(copy, rule, mutant, (row && testsOf(row)) ?? []);
      findings.push(finding);
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      console.log(
        `${findings.length}/${count} ${finding.noticedBy ? "ok  " : "FAIL"} ${rule}: ${finding.says} (${seconds} s)`,
      );
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, work));
    const unproven = [...findings.filter(({ noticedBy }) => !noticedBy), ...(await failAnyway(copies[0], findings))];
    console.log(`\n${unproven.length} of ${count} rules are not pinned down`);
    for (const { rule, says } of unproven) console.log(`  ${rule}: ${says}`);
    return { passed: count - unproven.length, failed: count === 0 ? 1 : unproven.length };
  } finally {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  }
}

function copyOf(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), "doubletake-mutants-"));
  cpSync(root, copy, { recursive: true, filter: (source) => !NOT_COPIED.includes(basename(source)) });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

async function breakRule(copy: string, rule: string, mutant: Mutant, named: readonly NamedTest[]): Promise<Finding> {
  const path = join(copy, mutant.file);
  const original = readFileSync(path, "utf8");
  const times = occurrences(mutant, original);
  if (times !== 1) return { rule, says: `its change does not apply: found ${times} times in ${mutant.file}` };
  writeFileSync(path, applied(mutant, original));
  try {
    const outcomes = new Set<string>();
    for (const [file, names] of byFile(named)) {
      const { outcome, failed, why } = await runTests(copy, file, names);
      if (outcome === "failed")
        return { rule, noticedBy: { file, name: failed[0]! }, says: `noticed by "${failed[0]}" in ${file}: ${why}` };
      outcomes.add(`${outcome} in ${file}`);
    }
    return { rule, says: outcomes.size === 0 ? "has no row that names tests" : [...outcomes].join(", ") };
  } finally {
    writeFileSync(path, original);
  }
}

/** Unit tests first, real servers last. */
function byFile(named: readonly NamedTest[]): [file: string, names: string[]][] {
  const names = new Map<string, string[]>();
  for (const { file, name } of named) {
    const contract = Object.entries(RUNS_CONTRACT).find(([folder]) => file.startsWith(folder));
    for (const runner of contract?.[1] ?? [file]) names.set(runner, [...(names.get(runner) ?? []), name]);
  }
  const cost = (file: string) => (file.startsWith("src/") ? 0 : file.startsWith("test/platforms/") ? 2 : 1);
  return [...names].sort(([a], [b]) => cost(a) - cost(b));
}

/** Finds tests that also fail without the change, and so prove nothing. */
async function failAnyway(copy: string | undefined, findings: readonly Finding[]): Promise<Finding[]> {
  if (copy === undefined) return [];
  const noticed = findings.flatMap(({ noticedBy }) => (noticedBy ? [noticedBy] : []));
  const failing = new Set<string>();
  for (const [file, names] of byFile(noticed)) {
    const { failed } = await runTests(copy, file, [...new Set(names)], { toTheEnd: true });
    for (const name of failed) failing.add(`${file} › ${name}`);
  }
  return findings
    .filter(({ noticedBy }) => noticedBy && failing.has(`${noticedBy.file} › ${noticedBy.name}`))
    .map(({ rule, noticedBy }) => ({ rule, says: `"${noticedBy!.name}" fails without the change, too` }));
}
