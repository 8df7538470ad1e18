import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import { settle } from "../../testing/unpublished/settle.ts";
import { act, GRACE_TICKS, join, play } from "../../testing/unpublished/story.ts";
import { blockPlace, groundPlace } from "../index.ts";

const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });
/** Nobody has been there, before the crash or since. */
const FAR_AWAY = { world: "world", x: 900, y: 64, z: 900 };
const DROPPER = blockPlace({ ...FAR_AWAY, y: 66 });

/** Alex has a sword, and the server was killed since: it comes back with all that it had. */
async function afterCrash(): Promise<FakeService> {
  const first = await startedService();
  join(first, "Alex", { slots: [sword()] });
  await play(first, 30);
  const second = await startedService({ store: first.store, clock: first.clock });
  await settle();
  join(second, "Alex", { slots: [sword()] });
  await play(second, 30);
  return second;
}

describe("somebody who knows that the server has crashed", () => {
  it("is named for a copy that he drops where nobody has looked, also when it is in a box", async () => {
    for (const isBoxed of [false, true]) {
      const game = await afterCrash();
      const bo = join(game, "Bo", { at: FAR_AWAY });
      await play(game, 5);
      const copy = isBoxed
        ? fakeStack("shulker_box", { tag: fakeId(8), inside: { kind: "shulker-box", slots: [sword()] } })
        : sword();
      game.platform.drop(copy, FAR_AWAY);
      act(game, bo, new FakeItem(copy), [groundPlace(FAR_AWAY)], "DROP");
      await play(game, GRACE_TICKS + 4);
      const [record] = await game.store.cases({}, { offset: 0, limit: 1 });
      assert.deepEqual([record?.type, record?.cause, record?.playerName], ["DUPLICATE_ITEM", "", "Bo"]);
    }
  });

  it("is named for a copy in a box that he places as a block", async () => {
    const game = await afterCrash();
    const box = fakeStack("shulker_box", { tag: fakeId(8), inside: { kind: "shulker-box", slots: [sword()] } });
    const bo = join(game, "Bo", { at: FAR_AWAY });
    await play(game, 5);
    game.platform.chest(blockPlace(FAR_AWAY)).push(sword());
    act(game, bo, new FakeItem(box), [blockPlace(FAR_AWAY)], "BLOCK_PLACE");
    await play(game, GRACE_TICKS + 4);
    const [record] = await game.store.cases({}, { offset: 0, limit: 1 });
    assert.deepEqual([record?.type, record?.cause, record?.playerName], ["DUPLICATE_ITEM", "", "Bo"]);
  });

  it("is named for a copy that he puts into a dropper, which throws it where nobody has looked", async () => {
    const game = await afterCrash();
    const bo = join(game, "Bo", { at: FAR_AWAY });
    await play(game, 5);
    const dropper = game.platform.chest(DROPPER);
    dropper[0] = sword();
    act(game, bo, new FakeItem(dropper[0]), [DROPPER], "CONTAINER_TRANSFER");
    await play(game, 3);
    throwFrom(game);
    await play(game, GRACE_TICKS + 40);
    const [record] = await game.store.cases({}, { offset: 0, limit: 1 });
    assert.deepEqual([record?.type, record?.cause, record?.playerName], ["DUPLICATE_ITEM", "", "Bo"]);
  });

  it("gains nothing by having the item thrown there before it is copied", async () => {
    const game = await afterCrash();
    const [alex] = [...game.platform.players()];
    const dropper = game.platform.chest(DROPPER);
    [dropper[0], alex!.slots[0]] = [alex!.slots[0], undefined];
    act(game, alex!, new FakeItem(dropper[0]!), [DROPPER], "CONTAINER_TRANSFER");
    await play(game, 3);
    throwFrom(game);
    await play(game, 40);
    const bo = join(game, "Bo", { at: FAR_AWAY });
    await play(game, 5);
    bo.slots[3] = sword();
    act(game, bo, new FakeItem(bo.slots[3]), [], "INVENTORY_CLICK");
    await play(game, GRACE_TICKS + 4);
    const [record] = await game.store.cases({}, { offset: 0, limit: 1 });
    assert.deepEqual([record?.type, record?.cause, record?.playerName], ["DUPLICATE_ITEM", "", "Bo"]);
  });
});

/** The dropper's sword lies on the ground, and no event says so. */
function throwFrom(game: FakeService): void {
  const dropper = game.platform.chest(DROPPER);
  game.platform.drop(dropper[0]!, FAR_AWAY);
  dropper[0] = undefined;
}
