import assert from "node:assert/strict";
import { test } from "node:test";
import { checkMessages } from "./check-messages.ts";
import { filledIn, knownTexts } from "./known-texts.ts";

test("a messages file is checked for keys that nobody asks for and placeholders that nobody fills, with their lines", () => {
  const yaml = 'alerts:\n  broadcast: "{player} did {what}"\n  nope: "x"\n  list: [1]\n';
  assert.deepEqual(checkMessages(yaml), [
    { line: 2, problem: '"alerts.broadcast" has the placeholder {what}, which nobody fills' },
    { line: 3, problem: '"alerts.nope" is not a message of Doubletake' },
    { line: 4, problem: '"alerts.list" must be a text' },
  ]);
});

test("a key, placeholder or colour that was meant otherwise is named with the nearest", () => {
  const [key, placeholder, colour, ...rest] = checkMessages(
    'alerts: { brodcast: "x",\n broadcast: "{plyer}",\n nobody: "&znobody" }',
  );
  assert.match(key?.problem ?? "", /did you mean "alerts.broadcast"/);
  assert.match(placeholder?.problem ?? "", /did you mean "player"/);
  assert.match(colour?.problem ?? "", /has the colour code &z, which the game does not have/);
  assert.deepEqual(rest, []);
});

test("a placeholder that is filled is no complaint, also where the built-in text does without it", () => {
  const built = knownTexts();
  const all = (key: string) =>
    filledIn(key, built)
      ?.map((name) => `{${name}}`)
      .join(" ");
  const offered = [...built.texts.keys()].map((key) => [key, all(key)]);
  assert.deepEqual(checkMessages(JSON.stringify(Object.fromEntries(offered))), []);
  for (const key of ["broadcast", "duplicate-item", "forged-id", "balance-discrepancy"]) {
    const yaml = `alerts: { ${key}: "{player} {type} {material} {details} {actual} {expected} {excess}" }`;
    assert.deepEqual(checkMessages(yaml), [], key);
  }
});

test("a language's own plural forms are no complaint", () => {
  assert.deepEqual(checkMessages('times: { minutes: { few: "{count} мин", many: "{count} мин" } }'), []);
});

test("a file that is no YAML gives one complaint with its line", () => {
  const [complaint, ...rest] = checkMessages('alerts:\n  broadcast: "open\n');
  assert.equal(rest.length, 0);
  assert.match(complaint?.problem ?? "", /^is not valid YAML/);
});
