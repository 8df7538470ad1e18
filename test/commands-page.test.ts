import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { usageOf } from "../src/core/commands/read-arguments.ts";
import { ROOTS } from "../src/core/commands/roots.ts";
import { translateColours, withoutColours } from "../src/core/messages/colours.ts";
import { builtInTexts } from "../src/core/messages/messages-file.ts";

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

test("every line of an answer in docs/commands.md is one of the texts, filled in", () => {
  const lines = [...page.matchAll(/^```\n(> .*\n)?([^`]*)^```$/gm)].flatMap(([, , answer]) =>
    answer!.trimEnd().split("\n"),
  );
  const answers = lines.filter((line) => !line.startsWith(">") && line !== "…");
  const told = [...builtInTexts("en")].filter(([key]) => /^(commands|removal|story|notifications)\./.test(key));
  const texts = told.map(([, text]) => withoutColours(translateColours(text)));
  // A text of nothing but placeholders would fit every line, unless one is an id.
  const says = (text: string) => text.includes("{id}") || /\S/.test(text.replaceAll(/\{[a-z-]+\}/g, ""));
  const forms = texts.filter((text) => says(text) && text !== "{id}").map(filledIn);
  assert.ok(answers.length > 60);
  assert.deepEqual(
    answers.filter((line) => !forms.some((form) => form.test(line))),
    [],
  );
});

function filledIn(text: string): RegExp {
  const parts = text.split(/(\{[a-z-]+\})/).map((part) => {
    if (part === "{id}") return "[0-9a-f-]{8,36}";
    if (part === "{case}" || part === "{count}") return "\\d+";
    return /^\{.*\}$/.test(part) ? ".+" : part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`);
}
