import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { RecentRows } from "./recent-rows.ts";
import { RecordText } from "./record-text.ts";

const MOST = 2 ** 31 - 1;
const word = fc.oneof(
  fc.integer({ min: -MOST - 1, max: MOST }),
  fc.constantFrom(0, 9, 10, 99, 100, 999, -MOST - 1, MOST),
);
const ref = fc.integer({ min: 1, max: MOST });
const row = fc.record({
  item: ref,
  since: fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -(2 ** 41), max: 2 ** 41 })),
  player: ref,
  context: ref,
  at: fc.option(fc.tuple(word, word, word)),
  isTransfer: fc.boolean(),
  // Every text is a place of its own, as a plugin may make it up.
  place: fc.option(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }).map((text) => `x:${text}`),
      fc.constantFrom("", "x", '"', "\\", "\n", "é", "\ufffd"),
    ),
  ),
});
const NOON = Date.UTC(2026, 0, 15, 12);

describe("RecordText", () => {
  it("says in JSON what the rows say, whatever their numbers and places", () => {
    const text = new RecordText();
    const property = fc.property(fc.array(row, { minLength: 1, maxLength: 40 }), fc.nat(39), (made, from) => {
      const rows = new RecentRows();
      for (const { item, since, player, context, at, isTransfer, place } of made) {
        const [x, y, z] = at ?? [0, 0, 0];
        rows.add(item, NOON + since, player, context, x, y, z, at === null, isTransfer);
        if (place !== null) rows.confirmCustody(rows.placeIndex(place), 0);
      }
      const first = Math.min(from, made.length - 1);
      const base = made[first]?.since ?? 0;
      assert.deepEqual(
        JSON.parse(Buffer.from(text.of(rows, first)).toString()),
        made.slice(first).map(({ item, since, player, context, at, isTransfer, place }) => {
          const [x, y, z] = at ?? [null, null, null];
          return [
            item,
            since - base,
            isTransfer ? player : -player,
            context,
            x,
            y,
            z,
            ...(place === null ? [] : [place]),
          ];
        }),
      );
    });
    fc.assert(property, { numRuns: 200 });
  });

  it("has room for a row of the longest numbers at its very end", () => {
    const rows = new RecentRows();
    for (let row = 0; row < 3000; row++) {
      rows.add(MOST, row === 0 ? 0 : 2 ** 52, MOST, MOST, -MOST - 1, -MOST - 1, -MOST - 1, false, false);
      rows.confirmCustody(rows.placeIndex(`${row}\u0000ÿ€`.repeat(30)), 0);
    }
    assert.equal(JSON.parse(Buffer.from(new RecordText().of(rows, 0)).toString()).length, 3000);
  });
});
