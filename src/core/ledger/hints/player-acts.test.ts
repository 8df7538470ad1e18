import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import type { Player } from "../../platform.ts";
import { NOT_WATCHED, WatchList } from "../materials/watch-list.ts";
import { ANYTHING, actorsAt, isContainer, PlayerActs } from "./player-acts.ts";

const ALICE = { id: "alice", place: "player:alice" } as unknown as Player;
const [CHEST, GROUND] = ["block:world:1,64,1", "ground:world:0,0"];
const DIAMOND = 0;

function acts(): PlayerActs {
  return new PlayerActs(new WatchList(new Map([["diamond", 1]]), new FakePlatform()));
}

test("an act is about one material when its item stacks, and about anything when that is a box, or not known", () => {
  const done = acts();
  for (const material of ["diamond", "dirt"])
    done.note(ALICE, [CHEST], new FakeItem(fakeStack(material, { maxStackSize: 64 })));
  done.note(ALICE, [CHEST], new FakeItem(fakeStack("shulker_box", { maxStackSize: 1 })));
  done.note(ALICE, [CHEST]);
  assert.deepEqual(
    done.acts.map(({ materialIndex }) => materialIndex),
    [DIAMOND, NOT_WATCHED, ANYTHING, ANYTHING],
  );
  assert.deepEqual([...actorsAt(done.acts, CHEST), ...actorsAt(done.acts, ALICE.place)], ["alice", "alice"]);
});

test("a drop that is told twice is one drop, and picking the same stack up again is another transfer", () => {
  const done = acts();
  const item = new FakeItem(fakeStack("diamond", { count: 5, maxStackSize: 64 }));
  done.noteGroundMove(ALICE, item, [GROUND], true);
  done.noteGroundMove(ALICE, item, [GROUND], true);
  done.noteGroundMove(ALICE, item, [GROUND], false);
  done.noteGroundMove(ALICE, item, [CHEST], false);
  assert.deepEqual(
    done.groundTransfers.map(({ dropped }) => dropped),
    [5, -5],
  );
});

test("what was done is remembered until the tick ends", () => {
  const done = acts();
  done.note(ALICE, [CHEST, GROUND]);
  done.finishTickEnd(10);
  assert.deepEqual([done.acts, done.groundTransfers], [[], []]);
});

test("chests, carts and the like are containers; hands and the ground are not", () => {
  const kinds = [CHEST, "entity:world:7", ALICE.place, "ender:alice", "window:alice", GROUND];
  assert.deepEqual(kinds.map(isContainer), [true, true, false, false, false, false]);
});
