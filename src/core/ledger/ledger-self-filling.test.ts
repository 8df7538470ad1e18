import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import type { FakePlayer } from "../../testing/fake-player.ts";
import type { FakeService } from "../../testing/unpublished/fake-service.ts";
import {
  diamondBlocks,
  diamonds,
  EVERYTHING,
  diamondGame as game,
  toldOfBalances as told,
} from "../../testing/unpublished/ledger-story.ts";
import { act, join, play } from "../../testing/unpublished/story.ts";
import { blockPlace } from "../model/place.ts";

// Chests that a farm feeds, and words that come late.

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });

/** A chest with ten diamonds, which has been seen to grow by itself, or not yet. */
async function farm(isSeenToGrow: boolean) {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  const stored = diamonds(isSeenToGrow ? 9 : 10);
  slots[0] = stored;
  const player = join(service, "Alice");
  await play(service, 30);
  if (isSeenToGrow) stored.count++;
  await play(service, 30);
  return { service, stored, player };
}

function clickDirt(service: FakeService, player: FakePlayer): void {
  act(service, player, new FakeItem(fakeStack("dirt", { maxStackSize: 64 })));
}

for (const since of ["stands there", "breaks before that", "is only then seen to grow by itself"] as const) {
  test(`what a farm had just brought is no gain of who took it out, although there is word of it only later and the chest ${since}`, async () => {
    const { service, stored, player } = await farm(since !== "is only then seen to grow by itself");
    // Three have come, and eight are taken out.
    stored.count -= 5;
    player.slots[0] = diamonds(8);
    clickDirt(service, player);
    await play(service, 2);
    if (since === "breaks before that") {
      service.doubletake.report({ kind: "going-dark", place: CHEST, action: "BLOCK_BREAK", player });
      service.platform.darken(CHEST);
      await play(service, 2);
    }
    act(service, player, new FakeItem(player.slots[0]), [CHEST]);
    await play(service, 2);
    if (since === "is only then seen to grow by itself") stored.count++;
    await play(service, EVERYTHING);
    assert.deepEqual(told(service), []);
  });
}

for (const isBox of [true, false]) {
  test(`what grew in the hands is told, although the player takes ${isBox ? "an empty box" : "some more"} out of a chest that a farm feeds a little later`, async () => {
    const { service, stored, player } = await farm(true);
    clickDirt(service, player);
    await play(service, 1);
    player.slots[0] = diamonds(20);
    clickDirt(service, player);
    await play(service, 2);
    player.slots[1] = isBox ? fakeStack("shulker_box") : diamonds(4);
    if (!isBox) stored.count -= 4;
    act(service, player, new FakeItem(player.slots[1]), [CHEST]);
    await play(service, EVERYTHING);
    const [line = ""] = told(service);
    // The word of the box may be a late one: six may have come into the chest in a tick, and been taken out.
    const least = isBox ? 14 : 20;
    assert.match(line, new RegExp(`^Alice 2\\d DIAMOND where the ledger has \\d: ${least} too many$`));
  });
}

test("a block that is put into a chest which diamonds feed is not six diamonds that may be elsewhere", async () => {
  const { service, player } = await farm(true);
  player.slots[0] = diamondBlocks(1);
  service.doubletake.report({ kind: "sighting", place: player.place, action: "GIVE", player });
  await play(service, 60);
  service.platform.chest(CHEST)[1] = player.slots[0];
  player.slots[0] = undefined;
  act(service, player, new FakeItem(diamondBlocks(1)), [CHEST]);
  const mallory = join(service, "Mallory");
  await play(service, 1);
  mallory.slots[0] = diamonds(6);
  act(service, mallory, new FakeItem(mallory.slots[0]));
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Mallory 6 DIAMOND where the ledger has 0: 6 too many"]);
});
