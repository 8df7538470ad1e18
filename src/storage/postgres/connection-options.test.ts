import assert from "node:assert/strict";
import { it } from "node:test";
import { connectionOptions } from "./connection-options.ts";

it("a host that cannot be read is a sentence about the configuration, without the password", () => {
  assert.throws(
    () => connectionOptions("postgres://bob:hunter2@%zz/game", "test"),
    (error: Error & { code?: string }) =>
      error.code === "DT_CONFIG_INVALID" && /host cannot be read/.test(error.message) && !/hunter2/.test(error.message),
  );
});
