import assert from "node:assert/strict";
import { test } from "node:test";
import { retryAfterMs } from "./retry-after.ts";

const NOW = Date.UTC(2026, 0, 1);

test("the header, in seconds or as a date", () => {
  assert.equal(retryAfterMs({ "retry-after": "7" }, "", NOW), 7000);
  assert.equal(retryAfterMs({ "retry-after": "0.25" }, "", NOW), 250);
  assert.equal(retryAfterMs({ "retry-after": new Date(NOW + 9000).toUTCString() }, "", NOW), 9000);
  assert.equal(retryAfterMs({ "retry-after": new Date(NOW - 9000).toUTCString() }, "", NOW), 0);
});

test("the body, as each platform writes it", () => {
  assert.equal(retryAfterMs({}, '{"message":"slow down","retry_after":0.34,"global":false}', NOW), 340);
  assert.equal(retryAfterMs({}, '{"ok":false,"error_code":429,"parameters":{"retry_after":12}}', NOW), 12_000);
});

test("the longer of both", () => {
  assert.equal(retryAfterMs({ "retry-after": "1" }, '{"retry_after":1.5}', NOW), 1500);
  assert.equal(retryAfterMs({ "retry-after": "2" }, '{"retry_after":1.5}', NOW), 2000);
});

test("whatever else stands there tells nothing", () => {
  const bodies = [
    "",
    "not json",
    "null",
    "[]",
    "7",
    '{"retry_after":"soon"}',
    '{"retry_after":null}',
    '{"parameters":null}',
  ];
  for (const body of bodies) assert.equal(retryAfterMs({ "retry-after": "later" }, body, NOW), undefined, body);
});
