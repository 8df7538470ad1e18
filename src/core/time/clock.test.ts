import assert from "node:assert/strict";
import { test } from "node:test";
import { systemRunLater } from "./clock.ts";

test("a wait that no timer can hold is not over at once", ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  let isOver = false;
  const month = 31 * 24 * 60 * 60 * 1000;
  const cancel = systemRunLater(month, () => {
    isOver = true;
  });
  mock.timers.tick(1000);
  assert.equal(isOver, false);
  mock.timers.tick(month);
  assert.equal(isOver, true);
  cancel();
});
