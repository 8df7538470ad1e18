import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { TEXT_PLACEHOLDERS, textPlaceholders } from "../scripts/messages/text-placeholders.ts";

test("the types of texts are those of en.yml; `npm run fix` writes them", () => {
  assert.equal(readFileSync(TEXT_PLACEHOLDERS, "utf8"), textPlaceholders());
});
