import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { playerPlace } from "../../model/place.ts";
import type { Player } from "../../platform.ts";
import { OpenContainers } from "../counts/open-containers.ts";
import type { PlaceCounts } from "../counts/place-counts.ts";
import { PlayerActs } from "../hints/player-acts.ts";
import { WatchList } from "../materials/watch-list.ts";
import { newMember } from "./class-balance.ts";
import { NO_LIMIT } from "./flow-network.ts";
import { Origins, type OriginsEvidence } from "./origins.ts";
import { TickGroup } from "./tick-groups.ts";

const ID = "00000000-0000-4000-8000-00000000a11c";
const ALICE = { id: ID, place: playerPlace(ID) } as unknown as Player;
const [CHEST, GROUND] = ["block:world:1,64,1", "ground:world:0,0"];
const TICK = 50;
const NOBODYS = { creators: [] as string[], source: NO_LIMIT };

function origins(parts: Partial<OriginsEvidence> = {}, there = 0) {
  const watched = new WatchList(new Map([["diamond", 1]]), new FakePlatform());
  const acts = new PlayerActs(watched);
  const open = new OpenContainers();
  const counts = { unitsAt: () => there } as unknown as PlaceCounts;
  const all = new Origins({
    ...{ watched, open, counts, mayMake: () => false },
    arrivalOf: () => 0,
    ...parts,
  });
  const on = (place: string, since = TICK - 1, isNew = false, more = {}) => {
    const group = new TickGroup(TICK, () => undefined);
    group.acts.push(...acts.acts);
    group.groundTransfers.push(...acts.groundTransfers);
    const { creators, source } = all.originOf({ ...newMember(place, since, isNew), ...more }, 0, group);
    return { creators: [...creators], source };
  };
  return { all, acts, open, on };
}

test("a player answers for what is the player's own, unless it is meant or was never looked at", () => {
  assert.deepEqual(origins().on(ALICE.place, 3), { creators: [ID], source: 0 });
  assert.deepEqual(origins().on(ALICE.place, 3, true), NOBODYS);
  assert.deepEqual(origins({ mayMake: () => true }).on(ALICE.place), NOBODYS);
});

test("who acted at a container answers for it with all who have it open, but for what may have come by itself since the last look", () => {
  const { acts, open, on } = origins();
  open.noteOpened({ id: "bob", place: "player:bob" }, CHEST, 1, false);
  assert.deepEqual(on(CHEST), NOBODYS, "nobody acted");
  acts.note(ALICE, [CHEST]);
  assert.deepEqual(on(CHEST), { creators: [ID, "bob"], source: 0 });
  assert.deepEqual(on(CHEST, TICK - 2), { creators: [ID, "bob"], source: 6 * 2 }, "something may feed it");
  assert.deepEqual(on(CHEST, TICK - 60), NOBODYS, "nobody knows who acted there so long ago");
  const late = origins({ arrivalOf: () => TICK });
  late.acts.note(ALICE, [CHEST]);
  assert.deepEqual(late.on(CHEST), NOBODYS, "it may have been in these hands before anybody looked at them");
});

test("what was picked up and still lies there was created by who picked it up, unless something may have fallen there", () => {
  const { all, acts, on } = origins({}, 5);
  const stack = new FakeItem(fakeStack("diamond", { count: 5, maxStackSize: 64 }));
  acts.noteGroundMove(ALICE, stack, [GROUND], false);
  const pickedUp = { more: 5, pickedUp: 5 };
  assert.deepEqual(on(GROUND, TICK - 1, false, pickedUp), { creators: [ID], source: 0 });
  assert.deepEqual(on(GROUND), NOBODYS, "nothing was picked up");
  all.noteFall(GROUND, TICK - 1);
  assert.deepEqual(on(GROUND, TICK - 1, false, pickedUp), NOBODYS);
});

test("what fell onto the ground is remembered for ten seconds", () => {
  const { all } = origins();
  all.noteFall(GROUND, TICK);
  assert.deepEqual([all.mayHaveFallen(GROUND, TICK + 20), all.mayHaveFallen(GROUND, TICK + 21)], [true, false]);
  all.noteFall("ground:world:1,0", TICK + 1);
  assert.deepEqual(all.recentFalls(), ["ground:world:1,0", GROUND], "the last one first");
  all.finishTickEnd(TICK + 201);
  assert.deepEqual([all.mayHaveFallen(GROUND, TICK), all.recentFalls()], [false, ["ground:world:1,0"]]);
});
