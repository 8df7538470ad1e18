import assert from "node:assert/strict";
import { test } from "node:test";
import { LookOrder, type Ordered } from "./look-order.ts";

interface Entry extends Ordered<Entry> {
  readonly name: string;
}

function names({ oldest }: LookOrder<Entry>): string {
  let all = "";
  for (let entry = oldest; entry !== undefined; entry = entry.newer) all += entry.name;
  return all;
}

test("entries are in the order in which they were put last", () => {
  const order = new LookOrder<Entry>();
  const entries = [..."abc"].map((name): Entry => ({ name }));
  for (const entry of entries) order.add(entry);
  assert.equal(names(order), "abc");
  for (const [at, expected] of [
    [1, "acb"],
    [1, "acb"],
    [0, "cba"],
  ] as const) {
    order.remove(entries[at]!);
    order.add(entries[at]!);
    assert.equal(names(order), expected);
  }
  for (const at of [2, 1, 0]) order.remove(entries[at]!);
  assert.equal(order.oldest, undefined);
  order.add(entries[2]!);
  assert.equal(names(order), "c");
});
