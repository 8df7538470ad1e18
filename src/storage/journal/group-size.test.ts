import assert from "node:assert/strict";
import { test } from "node:test";
import { GroupSize } from "./group-size.ts";

test("a database that is quick gets larger groups, up to a bound", () => {
  const size = new GroupSize();
  for (const expected of [200_000, 400_000, 400_000]) {
    size.written(size.rows, 300);
    assert.equal(size.rows, expected);
  }
});

test("one that is slow gets what it takes in two seconds, and not less than a commit is worth", () => {
  const size = new GroupSize();
  size.written(100_000, 20_000);
  assert.equal(size.rows, 10_000);
  size.written(10_000, 60_000);
  assert.equal(size.rows, 10_000);
  size.written(10_000, 1_000);
  assert.equal(size.rows, 20_000);
});

test("small groups that are quick change nothing, and slow ones do", () => {
  const size = new GroupSize();
  size.written(30, 5);
  assert.equal(size.rows, 100_000);
  size.written(30_000, 4_000);
  assert.equal(size.rows, 15_000);
});
