import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as face from "../src/index.ts";

const root = join(import.meta.dirname, "..");
const file = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

test("the package is doubletake, with its three subpaths", () => {
  assert.equal(file.name, "doubletake");
  const subpaths = Object.keys(file.exports).filter((path) => path !== "./package.json");
  assert.deepEqual(subpaths, [".", "./serenity", "./flying-squid", "./testing"]);
});

test("the operations of section 4.1 are exported under their names", () => {
  const section = /### 4\.1 Operations\n([\s\S]*?)\n###/.exec(
    readFileSync(join(root, "docs/specification.md"), "utf8"),
  )![1]!;
  const names = [...section.matchAll(/\*\* `(\w+)\(/g)].map(([, name]) => name!);
  assert.equal(names.length, 9);
  const missing = names.filter((name) => typeof (face as Record<string, unknown>)[name] !== "function");
  assert.deepEqual(missing, []);
});

test("every dependency is one that something imports", () => {
  const sources = globSync("src/**/*.ts", { cwd: root }).map((path) => readFileSync(join(root, path), "utf8"));
  const unused = Object.keys(file.dependencies).filter(
    (name) => !sources.some((source) => source.includes(`from "${name}"`) || source.includes(`import("${name}")`)),
  );
  assert.deepEqual(unused, []);
});

test("the package brings the terminal command doubletake", () => {
  assert.deepEqual(file.bin, { doubletake: "./dist/cli/main.js" });
});

test("the package asks for Node 22.13 or newer", () => {
  assert.equal(file.engines.node, ">=22.13");
});

test("the game servers are those that the decisions name, and the tests run on them", () => {
  assert.equal(file.peerDependencies["@serenityjs/core"], "0.8.x");
  assert.match(file.devDependencies["@serenityjs/core"], /^0\.8\.\d+$/);
  assert.equal(file.peerDependencies["flying-squid"], "1.12.x");
  assert.match(file.devDependencies["flying-squid"], /^1\.12\.\d+$/);
  const harness = readFileSync(join(root, "test/platforms/flying-squid/support/squid-harness.ts"), "utf8");
  for (const version of ["1.21.4", "1.16.5"]) assert.ok(harness.includes(`"${version}"`), version);
});

test("the docs say which specification is implemented", () => {
  assert.match(readFileSync(join(root, "docs/specification.md"), "utf8"), /implements specification 3\.3\.5/);
});
