import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { RecentMap } from "./recent-map.ts";

test("the last keys that were set are known, with their last values, and not more than twice as many", () => {
  const keys = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), keys, (least, keys) => {
      const lately = new RecentMap<number, number>(least);
      const lastOf = new Map<number, number>();
      for (const [at, key] of keys.entries()) {
        lately.set(key, at);
        lastOf.set(key, at);
      }
      const distinct = [...new Set(keys.toReversed())];
      for (const key of distinct.slice(0, least)) assert.equal(lately.get(key), lastOf.get(key));
      const known = distinct.filter((key) => lately.get(key) !== undefined);
      for (const key of known) assert.equal(lately.get(key), lastOf.get(key));
      assert.ok(known.length <= 2 * least);
    }),
  );
});
