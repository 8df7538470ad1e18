import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cutText } from "./cut-text.ts";

const doubled = (text: string) => text.replaceAll("&", "&amp;");

test("what fits stays as it is, to the last character", () => {
  assert.equal(cutText("12345", 5), "12345");
  assert.equal(cutText("", 5), "");
});

test("what is too long ends with an ellipsis at the limit", () => {
  assert.equal(cutText("123456", 5), "1234…");
});

test("a character of several code points is kept whole or left out", () => {
  const family = "👨‍👩‍👧";
  assert.equal(cutText(`ab${family}cdef`, 6), "ab…");
  assert.equal(cutText(`ab${family}cdef`, 11), `ab${family}…`);
  assert.equal(cutText("ab🗡cd", 4), "ab…");
});

test("a character with marks beyond number is cut between code points", () => {
  const zalgo = `a${"\u0301".repeat(50)}`;
  assert.equal(cutText(zalgo, 10), `a${"\u0301".repeat(8)}…`);
});

test("an escape sequence is kept whole or left out", () => {
  assert.equal(cutText("ab&cd", 7, doubled), "ab…");
  assert.equal(cutText("ab&cd", 8, doubled), "ab&amp;…");
  assert.equal(cutText("ab&cd", 9, doubled), "ab&amp;cd");
});

test("whatever the text and the limit: never longer, never half a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (text, limit) => {
      const cut = cutText(text, limit, doubled);
      assert.ok(cut.length <= limit);
      assert.ok(cut.isWellFormed());
      assert.ok(cut.endsWith("…") || cut === doubled(text));
    }),
  );
});
