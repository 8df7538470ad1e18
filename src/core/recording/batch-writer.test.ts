import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { ROW_KINDS, rowsOf } from "../model/batch.ts";
import { idWords } from "../model/item-id.ts";
import { BatchWriter } from "./batch-writer.ts";

const ALEX = "aaaaaaaa-0000-4000-8000-000000000000";
const NIL = "00000000-0000-0000-0000-000000000000";

describe("a batch", () => {
  it("is not made of nothing", () => {
    assert.equal(new BatchWriter().finishBatch(), undefined);
  });

  it("gives every kind of row back as it was appended, in order", () => {
    const writer = new BatchWriter();
    const words = idWords(fakeId(1));
    writer.addSeen(words, 0, ALEX, "minecraft:bow", 1000);
    writer.addTransfer(words, 0, ALEX, "PICKUP", "a:b", -1, 64, 2_147_483_647, 1001);
    writer.addTransferAtText(words, 0, ALEX, "DROP", "somewhere", 1002);
    writer.addCustody(words, 0, ALEX, "ender:x", "world", 1, 2, 3, 1003);
    writer.addPlayerName(ALEX, "Alex", 1004);
    const item = { itemId: fakeId(1), playerId: ALEX };
    assert.deepEqual(
      [...rowsOf(writer.finishBatch()!)],
      [
        { kind: ROW_KINDS.seen, ...item, text: "minecraft:bow", location: "", timestampMs: 1000 },
        { kind: ROW_KINDS.transfer, ...item, text: "PICKUP", location: "a:b:-1,64,2147483647", timestampMs: 1001 },
        { kind: ROW_KINDS.transferAtText, ...item, text: "DROP", location: "somewhere", timestampMs: 1002 },
        { kind: ROW_KINDS.custody, ...item, text: "ender:x", location: "world:1,2,3", timestampMs: 1003 },
        { kind: ROW_KINDS.playerName, itemId: NIL, playerId: ALEX, text: "Alex", location: "", timestampMs: 1004 },
      ],
    );
  });

  it("needs no text for a holder's own slots, and one for everything that is not quite that", () => {
    const writer = new BatchWriter();
    const own = `player:${ALEX}`;
    const places = [own, `${own}#2`, `player:${fakeId(2)}`, `ender:${ALEX}`, "player:"];
    for (const place of places) writer.addCustody(idWords(fakeId(1)), 0, ALEX, place, "world", 1, 2, 3, 1000);
    const batch = writer.finishBatch()!;
    assert.deepEqual(
      [...rowsOf(batch)].map(({ text }) => text),
      places,
    );
    assert.deepEqual(batch.strings, [ALEX, "world", ...places.slice(1)]);
  });

  it("begins anew once it was taken, and leaves the one that was taken alone", () => {
    const writer = new BatchWriter();
    writer.addPlayerName(ALEX, "Alex", 1000);
    const first = writer.finishBatch()!;
    writer.addPlayerName(ALEX, "Alexandra", 9000);
    const second = writer.finishBatch()!;
    assert.deepEqual(
      [...rowsOf(first), ...rowsOf(second)].map(({ text, timestampMs }) => [text, timestampMs]),
      [
        ["Alex", 1000],
        ["Alexandra", 9000],
      ],
    );
    assert.equal(writer.rowCount, 0);
  });

  it("keeps the time of a row although the clock was set back after the first", () => {
    const writer = new BatchWriter();
    writer.addPlayerName(ALEX, "late", 10_000);
    writer.addPlayerName(ALEX, "early", 4000);
    assert.deepEqual(
      [...rowsOf(writer.finishBatch()!)].map(({ timestampMs }) => timestampMs),
      [10_000, 4000],
    );
  });

  it("keeps times to the millisecond although the clock jumped by weeks or decades, or the batch waited as long", () => {
    const day = 86_400_000;
    const times = [
      0,
      24 * day,
      25 * day,
      50 * day,
      20_000 * day + 1,
      2 ** 31,
      2 ** 31 - 1,
      2 ** 33,
      -(2 ** 31) - 1,
      -9e12,
    ];
    const writer = new BatchWriter();
    for (const time of times) writer.addPlayerName(ALEX, "Alex", time);
    assert.deepEqual(
      [...rowsOf(writer.finishBatch()!)].map(({ timestampMs }) => timestampMs),
      times,
    );
  });

  it("takes thousands of rows of many players", () => {
    const writer = new BatchWriter();
    for (let n = 0; n < 5000; n++) writer.addSeen(idWords(fakeId(n)), 0, `player-${n}`, "minecraft:bow", n);
    const rows = [...rowsOf(writer.finishBatch()!)];
    assert.equal(rows.length, 5000);
    for (const [n, { itemId, playerId }] of rows.entries()) {
      assert.deepEqual([itemId, playerId], [fakeId(n), `player-${n}`]);
    }
  });

  it("carries which of its rows somebody waits for", () => {
    const writer = new BatchWriter();
    writer.addSeen(idWords(fakeId(1)), 0, ALEX, "", 0);
    const second = writer.addSeen(idWords(fakeId(2)), 0, ALEX, "", 0);
    assert.equal(writer.askSeen(second), 0);
    assert.deepEqual(writer.finishBatch()?.askedSeen, [1]);
    writer.addPlayerName(ALEX, "Alex", 0);
    assert.deepEqual(writer.finishBatch()?.askedSeen, []);
  });
});
