import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { parse } from "yaml";
import { builtInTexts } from "./messages-file.ts";

type Released = Readonly<Record<string, readonly string[]>>;

const CHANGELOG = readFileSync(join(import.meta.dirname, "../../../CHANGELOG.md"), "utf8");
const RELEASED = parse(readFileSync(join(import.meta.dirname, "../../locales/en.released.yml"), "utf8")) as Released;

describe("en.released.yml", () => {
  it("has every English text of every release: a text that is changed later is still there", () => {
    assert.deepEqual(unkept(CHANGELOG, builtInTexts("en"), RELEASED), []);
    for (const [key, texts] of Object.entries(RELEASED)) {
      assert.ok(Array.isArray(texts) && texts.every((text) => typeof text === "string"), key);
      assert.equal(new Set(texts).size, texts.length, `${key} has a text twice`);
    }
  });

  it("may be empty before the first release, and must have all texts from then on", () => {
    const english = new Map([
      ["a", "new"],
      ["b", "same"],
    ]);
    const before = "## 1.0.0 (not released yet)\n";
    const after = "## 1.1.0 (not released yet)\n## 1.0.0 (2027-01-31)\n";
    assert.deepEqual(unkept(before, english, {}), []);
    assert.deepEqual(unkept(after, english, {}), ["a", "b"]);
    assert.deepEqual(unkept(after, english, { a: ["old"], b: ["same"] }), ["a"]);
    assert.deepEqual(unkept(after, english, { a: ["old", "new"], b: ["same"] }), []);
  });
});

/** Texts of today that a later change would lose. */
function unkept(changelog: string, english: ReadonlyMap<string, string>, released: Released): string[] {
  const isReleased = /^## \d+\.\d+\.\d+ \((?!not released yet)/m.test(changelog);
  return isReleased ? [...english.keys()].filter((key) => !released[key]?.includes(english.get(key)!)) : [];
}
