import assert from "node:assert/strict";
import { it } from "node:test";
import { rowFormats } from "./export-rows.ts";

const csv = (value: unknown) => rowFormats.csv.row({ name: value }, ["name"]);

it("a CSV cell is quoted where any spreadsheet would split it, and is no formula", () => {
  assert.equal(csv("Alex"), "Alex\r\n");
  assert.equal(csv("a;b"), '"a;b"\r\n');
  assert.equal(csv('a,"b"'), '"a,""b"""\r\n');
  assert.equal(csv("=1+1"), "'=1+1\r\n");
  assert.equal(csv("\t=1+1"), "' =1+1\r\n");
});

it("a CSV cell has no control characters of players' making", () => {
  assert.equal(csv("a\u001b[2Jb\r\nc"), "a [2Jb c\r\n");
});
