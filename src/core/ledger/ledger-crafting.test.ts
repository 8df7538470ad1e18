import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { EVERYTHING, diamondGame as game, toldOfBalances as told } from "../../testing/ledger-story.ts";
import { act, join, play } from "../../testing/story.ts";

test("ingredients that are reported as used up one by one still explain what was made of them", async () => {
  const service = await game();
  const alice = join(service, "Alice", { slots: Array.from({ length: 9 }, () => fakeStack("diamond")) });
  await play(service, 5);
  const used = alice.slots.splice(0, 9, fakeStack("diamond_block", { maxStackSize: 64 }));
  act(service, alice, new FakeItem(alice.slots[0]!), [], "CRAFTED");
  for (const stack of used) {
    const item = new FakeItem(stack!);
    service.doubletake.report({ kind: "item-ended", item, action: "CONSUME", location: alice.at, player: alice });
  }
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what a client wrote itself is meant in creative mode, and in no other", async () => {
  const service = await game();
  const alice = join(service, "Alice");
  const bob = join(service, "Bob");
  bob.isInCreative = true;
  await play(service, 5);
  for (const player of [alice, bob]) {
    player.slots[0] = fakeStack("diamond", { count: 64 });
    service.doubletake.report({ kind: "authored-item", player, item: new FakeItem(player.slots[0]) });
  }
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), ["Alice 64 DIAMOND where the ledger has 0: 64 too many"]);
});
