import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import type { FakePlayer } from "../../../testing/fake-player.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { act, join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const ID = fakeId(7);
const box = (count = 1) => fakeStack("shulker_box", { tag: ID, count });

interface Story {
  readonly game: FakeService;
  readonly hand: FakeStack;
  /** Puts one of what is in the hand into the world, as a game server does. */
  readonly place: (x: number) => void;
  readonly alerts: () => string[];
}

async function storyOf(config = "", isInCreative = false): Promise<Story> {
  const game = await startedService({ config });
  const hand = box();
  const alex = Object.assign(join(game, "Alex", { slots: [hand] }), { isInCreative });
  await play(game, 3);
  const place = (x: number) => {
    if (!isInCreative) hand.count--;
    if (hand.count === 0) alex.slots[0] = undefined;
    const location = { world: "world", x, y: 64, z: 0 };
    game.doubletake.report({
      kind: "interaction",
      player: alex,
      item: new FakeItem(hand),
      action: "BLOCK_PLACE",
      location,
    });
  };
  return { game, hand, place, alerts: () => game.outside.sent.map(({ type, player }) => `${type} ${player}`) };
}

describe("a box that cannot be stacked and is placed", () => {
  it("has left the hand, and nobody is accused", async () => {
    const { game, place, alerts } = await storyOf();
    place(1);
    await play(game, 40);
    assert.deepEqual(alerts(), []);
  });

  it("was made two before, within the tick: one is a block, the other is still there, and that is proven", async () => {
    const { game, hand, place, alerts } = await storyOf();
    hand.count = 2;
    place(1);
    await play(game, 2);
    assert.deepEqual(alerts(), ["DUPLICATE_ITEM Alex"]);
    const [alert] = game.outside.sent;
    assert.deepEqual(alert!.locations, ["world:1,64,0", "world:0,64,0"]);
    await play(game, 60);
    assert.equal(alerts().length, 1, "told once");
  });

  it("was made two, and both are blocks now", async () => {
    const { game, hand, place, alerts } = await storyOf();
    hand.count = 2;
    place(1);
    place(2);
    await play(game, 2);
    assert.deepEqual(alerts(), ["DUPLICATE_ITEM Alex"]);
    await play(game, 60);
    assert.deepEqual(
      game.log.lines.filter((line) => line.startsWith("error")),
      [],
    );
  });

  for (const x of [1, 2])
    it(`and once more much later, ${x === 1 ? "at the same block, which was broken" : "elsewhere"}: two boxes were placed`, async () => {
      const { game, hand, place, alerts } = await storyOf();
      place(1);
      await play(game, 100);
      // A copy that was out of sight until the very tick in which it is placed.
      hand.count = 1;
      place(x);
      await play(game, 2);
      assert.deepEqual(alerts(), ["DUPLICATE_ITEM Alex"]);
    });

  for (const ticks of [0, 1, 15])
    it(`is told of twice, ${ticks} ticks apart: one block is one box`, async () => {
      const { game, hand, place, alerts } = await storyOf();
      place(1);
      await play(game, ticks);
      hand.count = 1;
      place(1);
      await play(game, 40);
      assert.deepEqual(alerts(), []);
    });

  for (const ticks of [0, 1, 15])
    it(`and once more ${ticks} ticks later, at the same block, which was reported broken: two boxes were placed`, async () => {
      const { game, hand, place, alerts } = await storyOf();
      place(1);
      await play(game, ticks);
      const broken = blockPlace({ world: "world", x: 1, y: 64, z: 0 });
      game.doubletake.report({ kind: "going-dark", place: broken, action: "BLOCK_BREAK" });
      // A copy that was made in the very tick in which it is placed.
      hand.count = 1;
      place(1);
      await play(game, 2);
      assert.deepEqual(alerts(), ["DUPLICATE_ITEM Alex"]);
    });

  it("stays in the hand in creative mode, and where its material is exempt", async () => {
    const creative = await storyOf("", true);
    creative.place(1);
    await play(creative.game, 40);
    assert.deepEqual(creative.alerts(), []);
    const exempt = await storyOf("exempt-materials: [SHULKER_BOX]");
    exempt.hand.count = 2;
    exempt.place(1);
    await play(exempt.game, 40);
    assert.deepEqual(exempt.alerts(), []);
  });
});

const WINDOW = "window:00000000-0000-0000-0000-000000000001";
const alertsOf = (game: FakeService) => game.outside.sent.map(({ type, player }) => `${type} ${player}`);
const totem = () => fakeStack("totem_of_undying", { tag: ID });

function placeAt(game: FakeService, player: FakePlayer, x: number, touched: readonly string[] = []): void {
  const item = new FakeItem({ ...box(), count: 0 });
  const location = { world: "world", x, y: 64, z: 0 };
  game.doubletake.report({ kind: "interaction", player, item, action: "BLOCK_PLACE", location, touched });
}

function useUp(game: FakeService, player: FakePlayer): void {
  const item = new FakeItem({ ...totem(), count: 0 });
  game.doubletake.report({ kind: "item-ended", item, action: "CONSUME", location: player.location(), player });
}

/** Ended by its owner, and nothing of it is left. */
async function endedStory(end: (game: FakeService, player: FakePlayer) => void, stack = box()) {
  const clock = new HandClock();
  const store = new MemoryStore({ clock });
  const game = await startedService({ clock, store });
  const alex = join(game, "Alex", { slots: [stack] });
  await play(game, 3);
  alex.slots[0] = undefined;
  end(game, alex);
  await play(game, 40);
  return { game, alex, store, clock };
}

describe("an item that has ended", () => {
  it("does so once in an honest life, and its block may be broken: what falls out has another id", async () => {
    for (const [end, stack] of [
      [(game: FakeService, player: FakePlayer) => placeAt(game, player, 3), box()],
      [useUp, totem()],
    ] as const) {
      const { game, alex } = await endedStory(end, stack);
      alex.slots[0] = fakeStack("shulker_box");
      act(game, alex, new FakeItem(alex.slots[0]), [], "PICKUP");
      await play(game, 40);
      quit(game, alex);
      await play(game, 5);
      join(game, "Alex", { slots: [alex.slots[0]] });
      await play(game, 40);
      assert.deepEqual(alertsOf(game), []);
    }
  });

  it("and is there again, is suspected", async () => {
    const { game, alex } = await endedStory((service, player) => placeAt(service, player, 3));
    alex.slots[0] = box();
    await play(game, 300);
    assert.deepEqual(alertsOf(game), ["DUPLICATE_SUSPECTED Alex"]);
    alex.slots[4] = alex.slots[0];
    alex.slots[0] = undefined;
    await play(game, 300);
    assert.equal(alertsOf(game).length, 1, "told once");
  });

  it("and is there again after a restart, is suspected; after a crash it may have been undone", async () => {
    for (const isClean of [true, false]) {
      const { game, store, clock } = await endedStory(useUp, totem());
      if (isClean) await game.doubletake.stop();
      else game.platform.darken("player:nobody");
      const later = await startedService({ store, clock });
      join(later, "Alex", { slots: [totem()] });
      await play(later, 40);
      assert.deepEqual(alertsOf(later), isClean ? ["DUPLICATE_SUSPECTED Alex"] : []);
    }
  });

  it("and ends elsewhere as well, is proven, although nobody saw it between", async () => {
    const { game, alex } = await endedStory((service, player) => placeAt(service, player, 3));
    placeAt(game, alex, 4);
    await play(game, 5);
    assert.deepEqual(alertsOf(game), ["DUPLICATE_ITEM Alex"]);
    assert.deepEqual(game.outside.sent[0]!.locations, ["world:3,64,0", "world:4,64,0"]);
  });

  it("is held by its block where the game shows it there, and comes out of it again", async () => {
    const block = blockPlace({ world: "world", x: 3, y: 64, z: 0 });
    const { game, alex } = await endedStory((service, player) => {
      service.platform.chest(block)[0] = box();
      placeAt(service, player, 3, [block]);
    });
    alex.slots[0] = game.platform.chest(block)[0];
    game.platform.chest(block)[0] = undefined;
    act(game, alex, new FakeItem(alex.slots[0]!), [block], "PICKUP");
    await play(game, 300);
    assert.deepEqual(alertsOf(game), []);
  });
});

describe("an item that was made two, and one is used up", () => {
  it("within the grace, is proven", async () => {
    const game = await startedService();
    const cheat = join(game, "Cheat", { slots: [totem()] });
    await play(game, 60);
    cheat.slots[1] = totem();
    act(game, cheat, new FakeItem(cheat.slots[1]), [], "INVENTORY_CLICK");
    await play(game, 2);
    cheat.slots[1] = undefined;
    useUp(game, cheat);
    await play(game, 2);
    assert.deepEqual(alertsOf(game), ["DUPLICATE_ITEM Cheat"]);
  });

  it("accuses nobody whose earlier session is still served", async () => {
    const game = await startedService();
    const old = join(game, "Alex", { slots: [totem()] });
    await play(game, 3);
    const alex = join(game, "Alex", { session: 2, slots: [totem()] });
    await play(game, 3);
    alex.slots[0] = undefined;
    useUp(game, alex);
    await play(game, 5);
    quit(game, old);
    await play(game, 40);
    assert.deepEqual(alertsOf(game), []);
  });
});

describe("a box of a player who left, out of the window on his inventory", () => {
  it("is placed in the tick in which it is taken: suspected, and proven when he comes back with it", async () => {
    const game = await startedService();
    const owner = join(game, "Owner", { slots: [box()] });
    const thief = join(game, "Thief");
    await play(game, 60);
    quit(game, owner);
    act(game, thief, new FakeItem(box()), [WINDOW]);
    placeAt(game, thief, 20);
    await play(game, 5);
    assert.deepEqual(alertsOf(game), ["DUPLICATE_SUSPECTED Thief"]);
    await play(game, 100);
    join(game, "Owner", { slots: [box()] });
    await play(game, 10);
    assert.deepEqual(alertsOf(game), ["DUPLICATE_SUSPECTED Thief", "DUPLICATE_ITEM Thief"]);
  });

  it("is taken, and placed later: proven when he comes back with it, also after a restart", async () => {
    for (const restarts of [false, true]) {
      const clock = new HandClock();
      const store = new MemoryStore({ clock });
      let game = await startedService({ clock, store });
      const owner = join(game, "Owner", { slots: [box()] });
      const thief = join(game, "Thief");
      await play(game, 60);
      quit(game, owner);
      await play(game, 5);
      thief.slots[0] = box();
      act(game, thief, new FakeItem(thief.slots[0]));
      await play(game, 40);
      thief.slots[0] = undefined;
      placeAt(game, thief, 20);
      await play(game, 40);
      if (restarts) {
        await game.doubletake.stop();
        game = await startedService({ clock, store });
      }
      join(game, "Owner", { slots: [box()] });
      await play(game, 10);
      const record = await store.caseByNumber(1);
      assert.deepEqual([record?.type, record?.status, record?.playerName], ["DUPLICATE_ITEM", "open", "Thief"]);
    }
  });

  it("is placed in the tick in which he leaves", async () => {
    const game = await startedService();
    const owner = join(game, "Owner", { slots: [box()] });
    const thief = join(game, "Thief");
    await play(game, 60);
    thief.slots[0] = box();
    act(game, thief, new FakeItem(thief.slots[0]));
    await play(game, 1);
    quit(game, owner);
    thief.slots[0] = undefined;
    placeAt(game, thief, 20);
    await play(game, 5);
    assert.deepEqual(alertsOf(game), ["DUPLICATE_SUSPECTED Thief"]);
    join(game, "Owner", { slots: [box()] });
    await play(game, 10);
    assert.deepEqual(alertsOf(game), ["DUPLICATE_SUSPECTED Thief", "DUPLICATE_ITEM Thief"]);
  });

  it("is handed over before he leaves, and placed: that is no second box", async () => {
    const game = await startedService();
    const owner = join(game, "Owner", { slots: [box()] });
    const friend = join(game, "Friend");
    await play(game, 60);
    owner.slots[0] = undefined;
    act(game, friend, new FakeItem(box()), [owner.place]);
    quit(game, owner);
    placeAt(game, friend, 20);
    await play(game, 40);
    join(game, "Owner");
    await play(game, 40);
    assert.deepEqual(alertsOf(game), []);
  });
});
