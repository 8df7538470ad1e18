import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { joinQuoted, openQuoteJoined, quotedIfNeeded } from "./read-arguments.ts";

describe("a name with spaces", () => {
  const words = (line: string) => joinQuoted(line.split(" "));

  it("is one word between double quotes", () => {
    assert.deepEqual(words('items "Some Body" 2'), ["items", "Some Body", "2"]);
    assert.deepEqual(words('items "Alex"'), ["items", "Alex"]);
    assert.deepEqual(words('"a b c" "d e"'), ["a b c", "d e"]);
  });

  it("that comes whole from the game server stays whole", () => {
    assert.deepEqual(joinQuoted(["items", "Some Body"]), ["items", "Some Body"]);
  });

  it("without its last quote is left as it was typed", () => {
    assert.deepEqual(words('items "Some Body'), ["items", '"Some', "Body"]);
    assert.deepEqual(words('items "'), ["items", '"']);
  });

  it("is one word while it is being typed", () => {
    assert.deepEqual(openQuoteJoined(words('items "Some Bo')), ["items", '"Some Bo']);
    assert.deepEqual(openQuoteJoined(words("items Alex")), ["items", "Alex"]);
  });

  it("is quoted where it has to be typed", () => {
    assert.deepEqual(["Alex", "Some Body"].map(quotedIfNeeded), ["Alex", '"Some Body"']);
  });
});
