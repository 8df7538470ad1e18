import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { VERSION } from "./this-plugin.ts";

test("the version that status shows is that of the package", () => {
  const file = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  assert.equal(VERSION, (JSON.parse(file) as { version: string }).version);
});
