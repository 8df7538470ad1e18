import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import type { FakePlayer } from "../../../testing/fake-player.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, join, play } from "../../../testing/unpublished/story.ts";
import { blockPlace, groundPlace } from "../../model/place.ts";

const AT = { world: "world", x: 5, y: 64, z: 5 };
const GROUND = groundPlace(AT);
const CHEST = blockPlace(AT);
const SWORD = fakeId(7);
const UNTIL_REMOVED = 60;

const sword = () => fakeStack("diamond_sword", { tag: SWORD });

interface Story {
  readonly game: FakeService;
  readonly olga: FakePlayer;
  readonly eve: FakePlayer;
}

async function start(slots: (FakeStack | undefined)[]): Promise<Story> {
  const game = await startedService();
  const [olga, eve] = [join(game, "Olga", { at: AT, slots }), join(game, "Eve", { at: AT })];
  await play(game, 60);
  return { game, olga, eve };
}

function drop({ game }: Story, player: FakePlayer, stack: FakeStack): string {
  player.slots[0] = undefined;
  const entity = game.platform.drop(stack, AT);
  act(game, player, new FakeItem(stack), [GROUND], "DROP");
  return entity;
}

function pickUp({ game }: Story, player: FakePlayer, entity: string): void {
  const stack = game.platform.pickUp(entity);
  player.slots[0] = stack;
  act(game, player, new FakeItem(stack), [GROUND], "PICKUP");
}

describe("an item on the ground, beside which somebody throws a copy", () => {
  for (const ticks of [1, 5, 14, 16])
    it(`stays with whoever picks it up ${ticks} ticks later`, async () => {
      const original = sword();
      const story = await start([original]);
      const { game, olga, eve } = story;
      const mine = drop(story, olga, original);
      await play(game, 20);
      drop(story, eve, sword());
      await play(game, ticks);
      pickUp(story, olga, mine);
      await play(game, UNTIL_REMOVED);
      assert.equal(olga.slots[0], original);
      assert.equal((await game.store.quarantined({})).filter(({ state }) => state === "held").length, 1);
    });

  it("may be either, if both were thrown in one tick, whoever picks up which", async () => {
    const story = await start([sword()]);
    const { game, olga, eve } = story;
    const copy = drop(story, eve, sword());
    const mine = drop(story, olga, olga.slots[0]!);
    await play(game, 3);
    pickUp(story, eve, copy);
    await play(game, 3);
    pickUp(story, olga, mine);
    await play(game, UNTIL_REMOVED);
    assert.deepEqual([olga.slots[0]?.tag, eve.slots[0]?.tag], [SWORD, SWORD]);
  });
});

describe("an item that is put beside a copy, as one more copy turns up", () => {
  it("is not taken in its stead", async () => {
    const { game, olga, eve } = await start([sword()]);
    const chest = game.platform.chest(CHEST);
    chest[0] = sword();
    act(game, eve, new FakeItem(chest[0]), [CHEST]);
    await play(game, 5);
    [chest[1], olga.slots[0]] = [olga.slots[0], undefined];
    act(game, olga, new FakeItem(chest[1]!), [CHEST]);
    eve.slots[0] = sword();
    act(game, eve, new FakeItem(eve.slots[0]), [GROUND]);
    await play(game, UNTIL_REMOVED);
    assert.ok(chest.some((stack) => stack !== undefined));
  });
});

describe("a box in a chest, beside which somebody puts a box with copies", () => {
  it("keeps what is in it, when its owner takes it out", async () => {
    const boxWith = (inner: FakeStack) => fakeStack("shulker_box", { inside: { kind: "shulker-box", slots: [inner] } });
    const box = boxWith(sword());
    const story = await start([box]);
    const { game, olga, eve } = story;
    const chest = game.platform.chest(CHEST);
    [chest[0], olga.slots[0]] = [box, undefined];
    act(game, olga, new FakeItem(box), [CHEST]);
    await play(game, 20);
    chest[1] = boxWith(sword());
    act(game, eve, new FakeItem(chest[1]), [CHEST]);
    await play(game, 5);
    [chest[0], olga.slots[0]] = [undefined, box];
    act(game, olga, new FakeItem(box), [CHEST]);
    await play(game, UNTIL_REMOVED);
    assert.equal(olga.slots[0]?.inside?.slots[0]?.tag, SWORD);
  });
});

describe("an item on the ground, in whose stead a copy lies there when the tick ends", () => {
  it("is the one that was picked up, although nobody reported the copy: a machine threw it", async () => {
    const original = sword();
    const story = await start([original]);
    const { game, olga } = story;
    const mine = drop(story, olga, original);
    await play(game, 20);
    const copy = game.platform.drop(sword(), AT);
    pickUp(story, olga, mine);
    await play(game, UNTIL_REMOVED);
    assert.equal(olga.slots[0], original, "who picked it up has been robbed");
    assert.ok(!game.platform.isLying(copy));
  });

  it("may be anywhere, if no event said where it went: nothing is taken of what comes to light soon", async () => {
    const original = sword();
    const story = await start([original]);
    const { game, olga } = story;
    const mine = drop(story, olga, original);
    await play(game, 20);
    const copy = game.platform.drop(sword(), AT);
    game.platform.pickUp(mine);
    await play(game, 1);
    game.platform.chest(CHEST)[0] = original;
    await play(game, UNTIL_REMOVED);
    assert.equal(game.platform.chest(CHEST)[0], original, "the item was taken");
    assert.ok(game.platform.isLying(copy));
  });
});
