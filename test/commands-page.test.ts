import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { usageOf } from "../src/core/commands/read-arguments.ts";
import { ROOTS } from "../src/core/commands/roots.ts";

const page = readFileSync(join(import.meta.dirname, "..", "docs", "commands.md"), "utf8");
const usages = ROOTS.flatMap((root) => root.subcommands.map((handler) => usageOf(root.name, handler)));

test("docs/commands.md has every command under its usage, and no other", () => {
  const headings = [...page.matchAll(/^### (\/.*)$/gm)].map(([, usage]) => usage);
  assert.deepEqual(headings.sort(), [...usages].sort());
});

test("docs/commands.md shows an example of the answer to every command", () => {
  for (const section of page.split(/^### /m).slice(1)) {
    assert.match(section, /\n```\n> \/\w+.*\n\S/, section.split("\n")[0]);
  }
});
