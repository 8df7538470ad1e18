import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";

const root = join(import.meta.dirname, "..");

const SOURCE = "export function sum(a: number, b: number): number {\n  return a + b;\n}\n";
const TESTS = `import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { sum } from "./sum.ts";
test("adds", () => assert.equal(sum(1, 2), 3));
test("is there", () => assert.equal(typeof sum, "function"));
test("never works", () => assert.fail());
`;
/** For each rule the test that its row names, the change that is to break it, and what is said of it. */
const RULES = {
  "S1-1": ["adds", "a + b", "a - b", 'ok S1-1: noticed by "adds" in src/sum.test.ts'],
  "S1-2": ["is there", "a + b", "a - b", "FAIL S1-2: green in src/sum.test.ts"],
  "S1-3": ["subtracts", "a + b", "a - b", "FAIL S1-3: no test matched in src/sum.test.ts"],
  "S1-4": ["adds", "a * b", "a - b", "FAIL S1-4: its change does not apply: found 0 times in src/sum.ts"],
  "S1-5": ["adds", "return a", "return (a", "FAIL S1-5: not loaded in src/sum.test.ts"],
  "S1-6": ["adds", "a + b", "a - c", "FAIL S1-6: names what is not there in src/sum.test.ts"],
  "S1-7": ["never works", "a + b", "a - b", 'S1-7: "never works" fails without the change, too'],
} as const;

test("only a rule whose own test fails by its change, and by nothing else, is pinned down", (context) => {
  const { status, said } = mutate(smallProject(context));
  for (const [, , , line] of Object.values(RULES)) assert.ok(said.includes(line), `${line}\n${said}`);
  assert.match(said, /1 passed, 6 failed/);
  assert.equal(status, 1);
});

test("the program is content when all are, and not with a word that is no rule", (context) => {
  const project = smallProject(context);
  assert.equal(mutate(project, "S1-1").status, 0);
  assert.equal(mutate(project, "S9").status, 1);
});

/** In a process of its own: Node runs no tests within tests. */
function mutate(project: string, ...words: string[]): { status: number | null; said: string } {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const program = join(project, "scripts", "conformance-mutate.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { env, encoding: "utf8" });
  return { status, said: (stdout + stderr).replaceAll(/\s+/g, " ") };
}

function smallProject(context: TestContext): string {
  const project = mkdtempSync(join(tmpdir(), "doubletake-small-"));
  context.after(() => rmSync(project, { recursive: true, force: true }));
  const rules = Object.entries(RULES);
  const files = {
    "package.json": '{ "type": "module" }',
    "src/sum.ts": SOURCE,
    "src/sum.test.ts": TESTS,
    "docs/conformance.md": rules
      .map(([rule, [name]]) => `| ${rule} | src/sum.ts | src/sum.test.ts › "${name}" |`)
      .join("\n"),
    "test/conformance/mutants/S1.yml": JSON.stringify(
      Object.fromEntries(rules.map(([rule, [, find, replace]]) => [rule, { file: "src/sum.ts", find, replace }])),
    ),
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(project, dirname(file)), { recursive: true });
    writeFileSync(join(project, file), text);
  }
  for (const part of ["scripts", "test/support"]) cpSync(join(root, part), join(project, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
  return project;
}
