import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { Presence } from "./presence.ts";

describe("presence", () => {
  it("says what turned up and what left, whatever was added, taken, doubled or put into another order", () => {
    let state = 23;
    const pick = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return Math.floor((state / 2 ** 31) * below);
    };
    const presence = new Presence();
    let ids: string[] = [];
    for (let turn = 0; turn < 3000; turn++) {
      const before = new Set(presence.idsAt("here"));
      for (let changes = pick(4); changes > 0; changes--) {
        if (pick(3) === 0) ids.splice(pick(ids.length + 1), 0, fakeId(pick(40)));
        if (pick(3) === 0) ids.splice(pick(ids.length + 1), pick(3));
        if (pick(8) === 0) ids.splice(pick(ids.length + 1), 0, ...ids.splice(pick(ids.length + 1), 1));
      }
      if (pick(50) === 0) ids = [];
      const change = presence.set("here", ids, turn);
      assert.deepEqual(change, {
        arrived: [...new Set(ids)].filter((id) => !before.has(id)),
        departed: [...before].filter((id) => !ids.includes(id)),
      });
      assert.deepEqual(presence.idsAt("here"), [...new Set(ids)]);
      for (let id = 0; id < 40; id++) assert.equal(presence.has(fakeId(id)), ids.includes(fakeId(id)));
    }
  });

  it("ranks the place that the store has first, whatever order was known before this process started", () => {
    const [presence, sword] = [new Presence(), fakeId(7)];
    presence.loadOrder(sword, ["player:mal", "chest"]);
    presence.set("chest", [sword], 0);
    presence.putFirst(sword, "chest");
    presence.set("player:mal", [sword], 0);
    assert.deepEqual(presence.placesOf(sword), ["chest", "player:mal"]);
  });

  it("the order known before says nothing of a place that is not in it while the first copy is nowhere to be seen", () => {
    const [presence, sword] = [new Presence(), fakeId(7)];
    presence.loadOrder(sword, ["ground", "player:mal"]);
    presence.set("player:olga", [sword], 0);
    presence.set("player:mal", [sword], 0);
    assert.deepEqual(presence.placesOf(sword), ["player:olga", "player:mal"]);
    assert.ok(!presence.isKnownBefore(sword, "player:mal"));
    presence.set("ground", [sword], 0);
    assert.deepEqual(presence.placesOf(sword), ["ground", "player:mal", "player:olga"]);
  });

  it("keeps the first place first, if another copy leaves in the tick in which it was found out", () => {
    const [presence, sword] = [new Presence(), fakeId(7)];
    for (const place of ["player:mal", "player:eve"]) presence.set(place, [sword], 0);
    presence.finishTickEnd(() => false);
    presence.set("player:olga", [sword], 1);
    presence.putFirst(sword, "player:olga");
    presence.set("player:eve", [], 1);
    assert.deepEqual(presence.placesOf(sword), ["player:olga", "player:mal"]);
  });
});
