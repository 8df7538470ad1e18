import assert from "node:assert/strict";
import { test } from "node:test";
import { failureOfError } from "./failure-of-error.ts";

const failing = (code: unknown) =>
  failureOfError(Object.assign(new Error("at https://secret.example/token"), { code }));

test("an error becomes one of our own words by its code", () => {
  assert.deepEqual(failing("ECONNREFUSED"), { kind: "refused" });
  assert.deepEqual(failing("ENOTFOUND"), { kind: "unknown-host" });
  assert.deepEqual(failing("ETIMEDOUT"), { kind: "timed-out" });
  assert.deepEqual(failing("DEPTH_ZERO_SELF_SIGNED_CERT"), {
    kind: "certificate",
    code: "DEPTH_ZERO_SELF_SIGNED_CERT",
  });
  assert.deepEqual(failing("UNABLE_TO_VERIFY_LEAF_SIGNATURE").kind, "certificate");
  assert.deepEqual(failing("ECONNRESET"), { kind: "broken", code: "ECONNRESET" });
});

test("nothing else of the error comes through", () => {
  for (const code of [undefined, 7, "https://secret.example/token", "lower case", "A".repeat(200)]) {
    assert.deepEqual(failing(code), { kind: "broken", code: "UNKNOWN" });
  }
});
