import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { nodeProblem } from "./require-node.ts";

test("a Node that is too old gets one sentence that names what is needed, and what there is", () => {
  const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  assert.equal(engines.node, ">=22.13");
  assert.equal(nodeProblem(), undefined);
  for (const version of ["22.13.0", "22.20.1", "24.0.0"]) assert.equal(nodeProblem(version), undefined, version);
  for (const version of ["20.20.2", "22.12.9", "18.0.0"])
    assert.match(nodeProblem(version) ?? "", new RegExp(`needs Node 22.13 or newer; this is Node ${version}`));
});
