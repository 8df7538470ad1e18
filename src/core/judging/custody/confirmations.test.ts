import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";

const IDS = Array.from({ length: 500 }, (_, at) => fakeId(at + 1));

function box() {
  const slots = IDS.map((tag) => fakeStack("diamond_sword", { tag }));
  return fakeStack("shulker_box", { tag: fakeId(9999), inside: { kind: "shulker-box", slots } });
}

/** How many of the swords the store has at this place. */
async function confirmedAt({ store }: FakeService, place: string): Promise<number> {
  return (await store.custodyOf(IDS)).filter((custody) => custody.place === place).length;
}

/** Alex and Bo have the same box of 500 swords, Alex had it first, and then Alex has it no more. */
async function firstBoxGone() {
  const game = await startedService({ config: "auto-remove-duplicates: false" });
  const alex = join(game, "Alex", { slots: [box()] });
  await play(game, 10);
  const bo = join(game, "Bo", { slots: [box()] });
  await play(game, 2 * GRACE_TICKS);
  assert.equal(await confirmedAt(game, alex.place), IDS.length);
  alex.slots[0] = undefined;
  game.doubletake.report({ kind: "sighting", place: alex.place, action: "CONTAINER_OPEN", player: alex });
  await play(game, 1);
  const first = await confirmedAt(game, bo.place);
  assert.ok(first > 0 && first < IDS.length, `${first} in one tick`);
  return { game, bo };
}

describe("custody of what stayed", () => {
  it("passes to the other copy, a share each tick, however much was in the box", async () => {
    const { game, bo } = await firstBoxGone();
    await play(game, 5);
    assert.equal(await confirmedAt(game, bo.place), IDS.length);
  });

  it("is whole on record after a clean stop, wherever its turn had come", async () => {
    const { game, bo } = await firstBoxGone();
    await game.doubletake.stop();
    assert.equal(await confirmedAt(game, bo.place), IDS.length);
  });
});
