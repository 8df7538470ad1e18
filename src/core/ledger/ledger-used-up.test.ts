import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import type { FakePlayer } from "../../testing/fake-player.ts";
import type { FakeService } from "../../testing/unpublished/fake-service.ts";
import {
  diamondBlocks as blocks,
  diamonds,
  EVERYTHING,
  diamondGame as game,
  toldOfBalances as told,
} from "../../testing/unpublished/ledger-story.ts";
import { act, join, open, play } from "../../testing/unpublished/story.ts";
import { blockPlace, groundPlace } from "../model/place.ts";

// What was used up is in nobody's hands: it was put nowhere, and passed on to nobody.

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });

interface Story {
  readonly service: FakeService;
  /** Has ten diamonds in the first slot. */
  readonly player: FakePlayer;
  readonly stack: FakeStack;
  readonly chest: (FakeStack | undefined)[];
}

/** A player at an empty chest; both were looked at. */
async function story(name: string): Promise<Story> {
  const service = await game();
  const chest = service.platform.chest(CHEST);
  const stack = diamonds(10);
  const player = join(service, name, { slots: [stack] });
  await play(service, 30);
  await open(service, player, CHEST);
  return { service, player, stack, chest };
}

/** Says that a diamond was eaten, which has nobody look. */
function tellEaten({ service, player }: Story, item: FakeItem, times = 1): void {
  for (let time = 0; time < times; time++)
    service.doubletake.report({ kind: "item-ended", item, action: "CONSUME", location: player.at, player });
}

function eat(story: Story, words = 1): void {
  story.stack.count--;
  tellEaten(story, new FakeItem(story.stack), words);
}

function place({ service, player, stack }: Story, words = 1): void {
  stack.count--;
  for (let word = 0; word < words; word++) act(service, player, new FakeItem(stack), [], "BLOCK_PLACE");
}

function put({ service, player, stack, chest }: Story, count: number): void {
  stack.count -= count;
  chest[0] = diamonds(count);
  act(service, player, new FakeItem(chest[0]), [CHEST]);
}

/** Diamonds are in the chest out of nothing. */
function grow({ service, player, chest }: Story, count: number): void {
  chest[0] = diamonds(count);
  act(service, player, new FakeItem(chest[0]), [CHEST]);
}

for (const [what, use] of Object.entries({ eaten: eat, placed: place })) {
  for (const words of [1, 2]) {
    const often = words === 1 ? "" : ", whose word comes twice,";
    test(`what was ${what}${often} explains nothing of what grew in a chest`, async () => {
      const mallory = await story("Mallory");
      use(mallory, words);
      grow(mallory, 16);
      await play(mallory.service, EVERYTHING);
      assert.deepEqual(told(mallory.service), ["Mallory 25 DIAMOND where the ledger has 9: 16 too many"]);
    });

    test(`what was put into a chest is no gain, although something was ${what}${often} beside it`, async () => {
      const alice = await story("Alice");
      use(alice, words);
      put(alice, 5);
      await play(alice.service, EVERYTHING);
      assert.deepEqual(told(alice.service), []);
    });
  }
}

test("what was placed explains nothing that somebody else gained, although goods of its class were dropped in the same tick", async () => {
  const { service, player, stack } = await story("Alice");
  const mallory = join(service, "Mallory");
  player.slots[1] = blocks(2);
  const at = { world: "world", x: 0, y: 64, z: 0 };
  service.platform.drop(fakeStack("dirt"), at);
  await play(service, EVERYTHING);
  player.slots[0] = undefined;
  service.platform.drop(stack, at);
  act(service, player, new FakeItem(stack), [groundPlace(at)], "DROP");
  player.slots[1].count--;
  act(service, player, new FakeItem(player.slots[1]), [], "BLOCK_PLACE");
  mallory.slots[0] = diamonds(9);
  act(service, mallory, new FakeItem(mallory.slots[0]));
  const before = told(service);
  await play(service, EVERYTHING);
  assert.deepEqual(
    told(service).filter((line) => !before.includes(line)),
    ["Mallory 9 DIAMOND where the ledger has 0: 9 too many"],
  );
});

test("what was eaten some time before anybody looked explains nothing of what grew in a chest since", async () => {
  const mallory = await story("Mallory");
  eat(mallory);
  await play(mallory.service, 2);
  grow(mallory, 16);
  await play(mallory.service, EVERYTHING);
  assert.deepEqual(told(mallory.service), ["Mallory 25 DIAMOND where the ledger has 9: 16 too many"]);
});

test("of one stack as many were eaten as there are words of it, each with another count", async () => {
  const mallory = await story("Mallory");
  for (let eaten = 0; eaten < 3; eaten++) eat(mallory);
  grow(mallory, 16);
  await play(mallory.service, EVERYTHING);
  assert.deepEqual(told(mallory.service), ["Mallory 23 DIAMOND where the ledger has 7: 16 too many"]);
});

test("what was put into a chest is no gain, although a word of what was placed comes once more just then", async () => {
  const alice = await story("Alice");
  const placed = new FakeItem({ ...alice.stack });
  alice.stack.count--;
  act(alice.service, alice.player, placed, [], "BLOCK_PLACE");
  await play(alice.service, 3);
  act(alice.service, alice.player, placed, [], "BLOCK_PLACE");
  put(alice, 5);
  await play(alice.service, EVERYTHING);
  assert.deepEqual(told(alice.service), []);
});

test("what was put into a chest is no gain, although there is word only then of what was eaten and found missing before", async () => {
  const alice = await story("Alice");
  const { service, player, stack } = alice;
  stack.count--;
  const eaten = new FakeItem({ ...stack });
  service.doubletake.report({ kind: "sighting", place: player.place, action: "SCAN", player });
  await play(service, 5);
  tellEaten(alice, eaten);
  put(alice, 5);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("who eats what was in one chest has put as much as before into another", async () => {
  const other = blockPlace({ world: "world", x: 9, y: 64, z: 5 });
  const alice = await story("Alice");
  const { service, player } = alice;
  const slots = service.platform.chest(other);
  slots[0] = diamonds(1);
  await play(service, 30);
  const eaten = new FakeItem(slots[0]);
  slots[0] = undefined;
  act(service, player, eaten, [other]);
  tellEaten(alice, eaten);
  put(alice, 10);
  player.slots[0] = undefined;
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("ingredients that are reported as used up explain what was made of them, and the rest what was put into a chest", async () => {
  const alice = await story("Alice");
  const { service, player, stack } = alice;
  stack.count = 1;
  player.slots[1] = blocks(1);
  act(service, player, new FakeItem(player.slots[1]), [], "CRAFTED");
  for (let used = 0; used < 9; used++) tellEaten(alice, new FakeItem(diamonds(1)));
  put(alice, 1);
  player.slots[0] = undefined;
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("what is placed in creative mode stays in the hands, and may be put into a chest when that has ended", async () => {
  const alice = await story("Alice");
  const { service, player, stack } = alice;
  player.isInCreative = true;
  act(service, player, new FakeItem(stack), [], "BLOCK_PLACE");
  player.isInCreative = false;
  put(alice, 5);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});
