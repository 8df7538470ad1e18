import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { configurationPage } from "./support/configuration-page.ts";

test("docs/configuration.md lists every key with its default, as the program has them", () => {
  const page = readFileSync(join(import.meta.dirname, "..", "docs", "configuration.md"), "utf8");
  assert.equal(page, configurationPage());
});
