import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import type { FakePlayer } from "../../../testing/fake-player.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const BOX = 7000;
/** A little more than a tick deals with, so that something always waits. */
const BOXES = 12;

describe("a cheat who moves full boxes in every tick, so that some of it always waits", () => {
  it("does not keep his copy of a box: all that is in it was processed", async () => {
    const { game, victim, cheat } = await start();
    cheat.slots[0] = box(BOX);
    act(game, cheat, new FakeItem(cheat.slots[0]));
    await moveAll(game, cheat, GRACE_TICKS + 60);
    assert.ok(victim.slots[0], "the box itself stays");
    assert.equal(cheat.slots[0], undefined);
  });

  it("loses nothing that is in his box only", async () => {
    const { game, cheat } = await start();
    cheat.slots[0] = box(BOX);
    (cheat.slots[0].inside!.slots as FakeStack[]).push(fakeStack("diamond_sword"));
    act(game, cheat, new FakeItem(cheat.slots[0]));
    await moveAll(game, cheat, GRACE_TICKS + 60);
    assert.ok(cheat.slots[0], "there is a sword in it of which there is no other");
  });
});

async function start() {
  const game = await startedService();
  const victim = join(game, "Victim", { slots: [box(BOX)] });
  const cheat = join(game, "Cheat");
  const chest = game.platform.chest(CHEST);
  for (let at = 0; at < BOXES; at++) chest[at] = box(10_000 + 100 * at);
  await play(game, 450);
  return { game, victim, cheat };
}

/** In every tick all boxes go from the chest to the cheat, or back. */
async function moveAll(game: FakeService, cheat: FakePlayer, ticks: number): Promise<void> {
  const chest = game.platform.chest(CHEST);
  for (let tick = 0; tick < ticks; tick++) {
    for (let at = 0; at < BOXES; at++) {
      [chest[at], cheat.slots[at + 1]] = [cheat.slots[at + 1], chest[at]];
      act(game, cheat, new FakeItem((chest[at] ?? cheat.slots[at + 1])!), [CHEST]);
    }
    await play(game, 1);
  }
}

function box(id: number): FakeStack {
  const slots = Array.from({ length: 27 }, (_, at) => fakeStack("diamond_sword", { tag: fakeId(id + 1 + at) }));
  return fakeStack("shulker_box", { tag: fakeId(id), inside: { kind: "shulker-box", slots } });
}
