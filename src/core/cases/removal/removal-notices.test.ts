import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { withoutColours } from "../../messages/colours.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const CONFIG = "keep-oldest-on-dup-remove: true\n";
const LINE = /^\[Doubletake\] Diamond Sword was taken from you: another copy of it exists\. Ask staff about case 1\.$/;
const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });

/** Alex has the sword. Bo puts a copy of it into a chest and leaves; it is taken. */
async function takenFromBo(): Promise<FakeService> {
  const game = await startedService({ config: CONFIG });
  join(game, "Alex", { slots: [sword(), fakeStack("bow", { tag: fakeId(8) })] });
  const bo = join(game, "Bo");
  await play(game, 3);
  const chest = game.platform.chest(CHEST);
  [chest[0], chest[1]] = [sword(), fakeStack("bow", { tag: fakeId(8) })];
  for (const stack of [chest[0], chest[1]]) act(game, bo, new FakeItem(stack), [CHEST]);
  await play(game, 2);
  quit(game, bo);
  await play(game, GRACE_TICKS + 8);
  assert.deepEqual([chest[0], chest[1]], [undefined, undefined]);
  assert.equal((await game.store.quarantined({ caseNumber: 1 })).length, 2);
  return game;
}

test("a player whose item was taken while he was away is told at the next join, once, in one line a case", async () => {
  const game = await takenFromBo();
  let bo = join(game, "Bo");
  await play(game, 2);
  const lines = bo.heard.map(withoutColours);
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, LINE);
  quit(game, bo);
  await play(game);
  bo = join(game, "Bo");
  await play(game, 2);
  assert.deepEqual(bo.heard, []);
});

test("that is kept over a restart, and waits for him who is here before the store is", async () => {
  const { doubletake, platform, store, clock } = await takenFromBo();
  await doubletake.stop();
  const bo = platform.join("Bo");
  const game = await startedService({ platform, store, clock, config: CONFIG, firstId: 100 });
  await play(game, 2);
  assert.equal(bo.heard.length, 1);
  assert.match(withoutColours(bo.heard[0]!), LINE);
});

test("who is here is told at once, and not again at the next join", async () => {
  const game = await startedService({ config: CONFIG });
  join(game, "Alex", { slots: [sword()] });
  await play(game, 3);
  let bo = join(game, "Bo", { slots: [sword()] });
  await play(game, GRACE_TICKS + 8);
  assert.match(bo.heard.map(withoutColours).join(), LINE);
  quit(game, bo);
  await play(game);
  bo = join(game, "Bo");
  await play(game, 2);
  assert.deepEqual(bo.heard, []);
});
