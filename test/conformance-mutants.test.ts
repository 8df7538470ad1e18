import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { applied, occurrences, readMutants } from "../scripts/conformance/mutants.ts";
import { readConformanceRows } from "./support/conformance-rows.ts";

// Whether a test notices each change takes long: `npm run conformance:mutate`. That each can be made is checked here.

const root = join(import.meta.dirname, "..");
const rules = readConformanceRows(root).all.map(({ rule }) => rule);
const mutants = readMutants(root);
const WITHOUT = "test/conformance/without-mutant.yml";
/** Rules that nobody has broken yet. The list may only get shorter. */
const without: string[] = parse(readFileSync(join(root, WITHOUT), "utf8")) ?? [];

test("every rule of sections 2, 3, 4, 6, 7 and 8, of the rule, removal, alerts and networks can be broken", () => {
  const inScope = rules.filter((rule) => /^(S[234678](\.\d)?|D\.(rule|removal|alerts|networks))-/.test(rule));
  const missing = inScope.filter((rule) => !mutants.has(rule) && !without.includes(rule));
  assert.deepEqual(missing, [], "write a change that breaks it, in test/conformance/mutants");
});

test("what has a mutant is not listed as having none", () => {
  const wrong = without.filter((rule) => mutants.has(rule) || !rules.includes(rule));
  assert.deepEqual(wrong, [], `take it out of ${WITHOUT}`);
});

test("every mutant breaks a rule that there is", () => {
  assert.deepEqual(
    [...mutants.keys()].filter((rule) => !rules.includes(rule)),
    [],
  );
});

test("every mutant applies: its code is there exactly once", () => {
  const stale = [...mutants].flatMap(([rule, mutant]) => {
    const path = join(root, mutant.file);
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return [`${rule}: there is no file ${mutant.file}`];
    const text = readFileSync(path, "utf8");
    const times = occurrences(mutant, text);
    if (times !== 1) return [`${rule}: found ${times} times in ${mutant.file}: ${mutant.find}`];
    return applied(mutant, text) === text ? [`${rule}: changes nothing in ${mutant.file}`] : [];
  });
  assert.deepEqual(stale, []);
});
