import assert from "node:assert/strict";
import { test } from "node:test";
import { checkMessages } from "./check-messages.ts";

const ENGLISH = new Map([
  ["alerts.broadcast", "{player}: {details}"],
  ["times.minutes.one", "{count} min ago"],
  ["times.minutes.other", "{count} min ago"],
]);

test("a messages file is checked for keys that nobody asks for and placeholders that nobody fills, with their lines", () => {
  const yaml = 'alerts:\n  broadcast: "{player} did {what}"\n  nope: "x"\n  list: [1]\n';
  assert.deepEqual(checkMessages(yaml, ENGLISH), [
    { line: 2, problem: '"alerts.broadcast" has the placeholder {what}, which nobody fills' },
    { line: 3, problem: '"alerts.nope" is not a message of Doubletake' },
    { line: 4, problem: '"alerts.list" must be a text' },
  ]);
});

test("a language's own plural forms are no complaint", () => {
  assert.deepEqual(checkMessages('times: { minutes: { few: "{count} мин", many: "{count} мин" } }', ENGLISH), []);
});

test("a file that is no YAML gives one complaint with its line", () => {
  const [complaint, ...rest] = checkMessages('alerts:\n  broadcast: "open\n', ENGLISH);
  assert.equal(rest.length, 0);
  assert.match(complaint?.problem ?? "", /^is not valid YAML/);
});
