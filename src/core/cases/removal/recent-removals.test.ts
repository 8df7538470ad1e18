import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import { RecentRemovals } from "./recent-removals.ts";

describe("recent removals", () => {
  it("that concern one player count as five, whether the copies or the originals are that player's", () => {
    const recent = new RecentRemovals();
    for (let at = 0; at < 20; at++) recent.add({ atMs: at, takenFromId: "cheat", keeperId: `player ${at}` });
    assert.equal(recent.counted(20), 5);
    for (let at = 20; at < 40; at++) recent.add({ atMs: at, takenFromId: `player ${at}`, keeperId: "cheat" });
    assert.equal(recent.counted(40), 25, "both have five, and twenty others have one each");
    assert.equal(recent.all(40), 40);
  });

  it("count in full if they are many players', or nobody's", () => {
    const recent = new RecentRemovals();
    for (let at = 0; at < 20; at++)
      recent.add({ atMs: at, takenFromId: `player ${at % 4}`, keeperId: `player ${at % 4}` });
    assert.equal(recent.counted(20), 20);
    for (let at = 20; at < 30; at++) recent.add({ atMs: at, takenFromId: NIL_UUID, keeperId: NIL_UUID });
    assert.equal(recent.counted(30), 30);
  });

  it("are forgotten after ten minutes, and when the clock is set back", () => {
    const recent = new RecentRemovals();
    for (let second = 0; second < 8; second++)
      recent.add({ atMs: second * 1000, takenFromId: "cheat", keeperId: "cheat" });
    assert.equal(recent.counted(601_000), 5, "six are left");
    assert.equal(recent.counted(605_000), 2);
    assert.equal(recent.all(605_000), 2);
    assert.equal(recent.counted(6000), 1, "the other seems to lie ahead");
    recent.add({ atMs: 6500, takenFromId: "cheat", keeperId: "cheat" });
    recent.clear();
    assert.deepEqual([recent.counted(6500), recent.all(6500)], [0, 0]);
  });
});
