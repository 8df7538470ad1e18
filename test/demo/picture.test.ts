import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "../..");
const picture = readFileSync(join(root, "docs", "demo.svg"), "utf8");

test("the picture of the demo is well-formed: what is opened is closed, in order", () => {
  const open: string[] = [];
  for (const [, slash, name, rest] of picture.matchAll(/<(\/?)(\w+)([^<>]*)>/g)) {
    if (slash === "/") assert.equal(open.pop(), name);
    else if (!rest!.endsWith("/")) open.push(name!);
  }
  assert.deepEqual(open, []);
  assert.doesNotMatch(picture.replaceAll(/<[^<>]*>/g, ""), /[<>]|&(?!amp;|lt;|gt;)/);
});

test("it shows what the demo says today; if not: npm run draw-demo", () => {
  const shown = [...picture.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text!.trim()).join(" ");
  const scenes = readFileSync(join(root, "scripts", "demo", "play.ts"), "utf8").matchAll(/scene\(\s*"([^"]+)"/g);
  const missing = [...scenes].map(([, text]) => text!).filter((text) => !shown.includes(text));
  assert.deepEqual(missing, []);
});

test("it says nothing of the machine that it was made on", () => {
  assert.doesNotMatch(picture, /\/(work|home|root|Users)\//);
});
