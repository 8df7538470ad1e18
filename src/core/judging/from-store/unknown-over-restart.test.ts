import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const UNTIL_REMOVED = GRACE_TICKS + 8;
/** Longer than every place takes to be looked at once more. */
const A_WHILE = 900;
const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });

describe("two copies when the server stops, and nobody can say which was first", () => {
  for (const isMoved of [false, true])
    it(`nothing is taken when one comes long after the other${isMoved ? ", which a hopper has moved meanwhile" : ""}`, async () => {
      const game = await restarted({ isProven: true });
      const chest = game.platform.chest(CHEST);
      const alex = join(game, "Alex", { slots: [sword()] });
      await play(game, 30);
      if (isMoved) {
        [chest[0], alex.slots[0]] = [alex.slots[0], undefined];
        for (const place of [alex.place, CHEST]) game.doubletake.report({ kind: "sighting", place, action: "SCAN" });
      }
      await play(game, A_WHILE);
      const bo = join(game, "Bo", { slots: [sword()] });
      await play(game, UNTIL_REMOVED);
      assert.ok(bo.slots[0] && (alex.slots[0] ?? chest[0]));
    });

  it("once one was left for a while, a new copy is taken as any other", async () => {
    const game = await restarted({ isProven: false });
    const [alex, carl] = [join(game, "Alex", { slots: [sword()] }), join(game, "Carl")];
    join(game, "Bo");
    await play(game, A_WHILE);
    carl.slots[3] = sword();
    act(game, carl, new FakeItem(carl.slots[3]));
    await play(game, UNTIL_REMOVED);
    assert.ok(alex.slots[0]);
    assert.equal(carl.slots[3], undefined);
  });
});

test("two copies when the server dies, and nobody can say which was first: nothing is taken from who is back only after a further restart", async () => {
  const { game } = await twoCopies({ isProven: true });
  game.clock.pass(1);
  const next = await startedService({ store: game.store, clock: game.clock });
  const bo = join(next, "Bo", { slots: [sword()] });
  await play(next, 40);
  quit(next, bo);
  await play(next, 3);
  await next.doubletake.stop();
  const last = await startedService({ store: game.store, clock: game.clock });
  const again = join(last, "Bo", { slots: [sword()] });
  await play(last, 40);
  const alex = join(last, "Alex", { slots: [sword()] });
  await play(last, UNTIL_REMOVED);
  assert.ok(again.slots[0] && alex.slots[0]);
});

/** Carl's item is gone, and Alex and Bo have one each. Then the server is stopped and started again. */
async function restarted(how: { readonly isProven: boolean }) {
  const { game, players } = await twoCopies(how);
  for (const player of players) quit(game, player);
  await play(game, 3);
  await game.doubletake.stop();
  return startedService({ store: game.store, clock: game.clock });
}

async function twoCopies({ isProven }: { readonly isProven: boolean }) {
  const game = await startedService();
  const [carl, alex, bo] = [join(game, "Carl", { slots: [sword()] }), join(game, "Alex"), join(game, "Bo")];
  await play(game, 450);
  [carl.slots[0], alex.slots[0], bo.slots[0]] = [undefined, sword(), sword()];
  for (const { place } of [carl, alex, bo]) game.doubletake.report({ kind: "sighting", place, action: "SCAN" });
  await play(game, isProven ? UNTIL_REMOVED : 3);
  assert.ok(alex.slots[0] && bo.slots[0], "nothing is taken");
  return { game, players: [carl, alex, bo] };
}
