import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import { SlowClock } from "../../testing/unpublished/hand-clock.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../testing/unpublished/story.ts";
import { blockPlace, groundPlace } from "../index.ts";

// Every excuse of docs/detection.md that a client could have brought about, and what no longer works.

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const ELSEWHERE = blockPlace({ world: "world", x: 6, y: 64, z: 5 });
/** By then everybody is looked at once a second. */
const UNTIL_ROUNDS = 230;
const UNTIL_JUDGED = GRACE_TICKS + 5;
const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });

async function started(clock?: SlowClock): Promise<FakeService> {
  const game = await startedService({ config: "auto-remove-duplicates: false", ...(clock && { clock }) });
  game.outside.hearsFrom = "HIGH";
  return game;
}

const alerts = (game: FakeService) => game.outside.sent.map(({ type }) => type);

describe("what waits for its turn", () => {
  for (const clock of [undefined, new SlowClock()])
    it(`is not kept waiting by full boxes that come and go before it${clock ? ", in long tick ends either" : ""}`, async () => {
      const game = await started(clock);
      const mallory = join(game, "Mallory");
      join(game, "Alex", { slots: [sword()] });
      const boxes = [1, 2].map((number) => {
        const slots = Array.from({ length: 300 }, (_, at) => fakeStack("bow", { tag: fakeId(1000 * number + at) }));
        return fakeStack("shulker_box", { tag: fakeId(100 + number), inside: { kind: "shulker-box", slots } });
      });
      const chest = game.platform.chest(CHEST);
      [mallory.slots[0], chest[0]] = [boxes[0], boxes[1]];
      await play(game, 60);
      // A copy that no event tells of.
      chest[1] = sword();
      for (let ticks = 0; ticks < 300 && alerts(game).length === 0; ticks++) {
        [mallory.slots[0], chest[0]] = [chest[0], mallory.slots[0]];
        for (const box of boxes) act(game, mallory, new FakeItem(box), [CHEST]);
        await play(game);
      }
      assert.deepEqual(alerts(game), ["DUPLICATE_ITEM"]);
    });
});

describe("a copy of what somebody has who is away", () => {
  it("stays one when a creative player picks it up before the owner is back", async () => {
    const game = await started();
    const alex = join(game, "Alex", { slots: [sword()] });
    const [ben, carl] = [join(game, "Ben"), join(game, "Carl")];
    carl.isInCreative = true;
    await play(game, 5);
    quit(game, alex);
    await play(game, 3);
    const copy: FakeStack = sword();
    ben.slots[0] = copy;
    act(game, ben, new FakeItem(copy));
    await play(game, 5);
    assert.deepEqual(alerts(game), ["DUPLICATE_SUSPECTED"]);
    [ben.slots[0], carl.slots[0]] = [undefined, copy];
    const ground = groundPlace(carl.location());
    act(game, ben, new FakeItem(copy), [ground], "DROP");
    act(game, carl, new FakeItem(copy), [ground], "PICKUP");
    await play(game, 5);
    join(game, "Alex", { slots: [sword()] });
    await play(game, UNTIL_JUDGED);
    assert.equal(copy.tag, fakeId(7));
    assert.deepEqual(alerts(game), ["DUPLICATE_SUSPECTED", "DUPLICATE_ITEM"]);
  });

  it("and is not the creative player's own, who copies it while the owner is away: that one is meant", async () => {
    const game = await started();
    const alex = join(game, "Alex", { slots: [sword()] });
    const [ben, carl] = [join(game, "Ben"), join(game, "Carl")];
    carl.isInCreative = true;
    await play(game, 5);
    quit(game, alex);
    await play(game, 3);
    ben.slots[0] = sword();
    act(game, ben, new FakeItem(ben.slots[0]));
    await play(game, 5);
    carl.slots[0] = sword();
    act(game, carl, new FakeItem(carl.slots[0]), [], "CREATIVE");
    await play(game, UNTIL_JUDGED);
    assert.notEqual(carl.slots[0].tag, fakeId(7));
    assert.deepEqual(alerts(game), ["DUPLICATE_SUSPECTED"]);
  });
});

describe("a place that a plugin announces, such as that of whoever asks for a kit,", () => {
  it("excuses what appears there, and not what was seen to be two before", async () => {
    const game = await started();
    join(game, "Alex", { slots: [sword()] });
    await play(game, 5);
    const copy = sword();
    const ben = join(game, "Ben", { slots: [copy] });
    await play(game, 3);
    game.doubletake.api.announce({ cause: "kit", places: [ben.place] });
    await play(game, UNTIL_JUDGED);
    assert.equal(copy.tag, fakeId(7));
    assert.deepEqual(alerts(game), ["DUPLICATE_ITEM"]);
  });

  it("excuses what is in a chest that the plugin pastes, and reports as placed by whoever asked for it", async () => {
    const game = await started();
    game.platform.chest(ELSEWHERE)[0] = sword();
    const builder = join(game, "Builder");
    await play(game, UNTIL_ROUNDS);
    game.doubletake.api.announce({ cause: "paste", places: [CHEST] });
    const copy = sword();
    game.platform.chest(CHEST)[0] = copy;
    game.doubletake.report({ kind: "sighting", place: CHEST, action: "BLOCK_PLACE", player: builder });
    await play(game, UNTIL_JUDGED);
    assert.deepEqual(alerts(game), []);
    assert.notEqual(copy.tag, fakeId(7), "the copy is an item of its own");
  });

  it("nor a copy elsewhere of what is in a box that a player places there in time", async () => {
    const game = await started();
    const item = sword();
    const box = fakeStack("shulker_box", { tag: fakeId(8), inside: { kind: "shulker-box", slots: [item] } });
    const ben = join(game, "Ben", { slots: [box] });
    await play(game, UNTIL_ROUNDS);
    game.doubletake.api.announce({ cause: "paste", places: [CHEST] });
    ben.slots[0] = undefined;
    game.platform.chest(CHEST)[0] = item;
    act(game, ben, new FakeItem(box), [CHEST], "BLOCK_PLACE");
    await play(game, 30);
    game.platform.chest(ELSEWHERE)[0] = sword();
    await play(game, 200);
    assert.deepEqual(alerts(game), ["DUPLICATE_ITEM"]);
    assert.equal(item.tag, fakeId(7));
  });

  it("nor what a player brings there", async () => {
    const game = await started();
    join(game, "Alex", { slots: [sword()] });
    const ben = join(game, "Ben");
    await play(game, 5);
    game.doubletake.api.announce({ cause: "kit", places: [ben.place] });
    await play(game, 3);
    const copy = sword();
    ben.slots[0] = copy;
    act(game, ben, new FakeItem(copy), [CHEST]);
    await play(game, UNTIL_JUDGED);
    assert.equal(copy.tag, fakeId(7));
    assert.deepEqual(alerts(game), ["DUPLICATE_ITEM"]);
  });

  it("nor what appears there later than the plugin needs: three seconds, and not a minute", async () => {
    for (const [ticks, expected] of [
      [20, []],
      [80, ["DUPLICATE_ITEM"]],
    ] as const) {
      const game = await started();
      join(game, "Alex", { slots: [sword()] });
      const ben = join(game, "Ben");
      await play(game, UNTIL_ROUNDS);
      game.doubletake.api.announce({ cause: "kit", places: [ben.place] });
      await play(game, ticks);
      ben.slots[0] = sword();
      await play(game, UNTIL_JUDGED + 50);
      assert.deepEqual(alerts(game), expected, `${ticks} ticks later`);
    }
  });

  it("nor a copy elsewhere of what lay there before, or of what is new there", async () => {
    for (const make of [sword, () => fakeStack("diamond_sword")]) {
      const game = await started();
      const ben = join(game, "Ben");
      if (make === sword) ben.slots[0] = make();
      await play(game, UNTIL_ROUNDS);
      game.doubletake.api.announce({ cause: "kit", places: [ben.place] });
      ben.slots[0] ??= make();
      await play(game, 30);
      const itemId = ben.slots[0].tag;
      assert.ok(itemId);
      game.platform.chest(CHEST)[0] = { ...ben.slots[0] };
      await play(game, 200);
      assert.deepEqual(alerts(game), ["DUPLICATE_ITEM"]);
      assert.equal(ben.slots[0]?.tag, itemId);
    }
  });

  it("nor a copy elsewhere, whenever it turns up, of what a player brought there in time", async () => {
    for (const ticks of [1, 30, 100, 600]) {
      const game = await started();
      const ben = join(game, "Ben");
      const chest = game.platform.chest(CHEST);
      const item = sword();
      chest[0] = item;
      game.doubletake.report({ kind: "sighting", place: CHEST, action: "CONTAINER_OPEN", player: ben });
      await play(game, UNTIL_ROUNDS);
      game.doubletake.api.announce({ cause: "kit", places: [ben.place] });
      await play(game, 2);
      [ben.slots[0], chest[0]] = [item, undefined];
      act(game, ben, new FakeItem(item), [CHEST]);
      await play(game, ticks);
      game.platform.chest(ELSEWHERE)[0] = sword();
      await play(game, 200);
      assert.deepEqual(alerts(game), ["DUPLICATE_ITEM"], `${ticks} ticks later`);
      assert.equal(item.tag, fakeId(7));
    }
  });

  it("nor a copy elsewhere of anything that its player had, who asked for a kit, left and came back", async () => {
    for (const ticks of [5, 30, 100, 600]) {
      const game = await started();
      const before = join(game, "Ben", { slots: [sword()] });
      await play(game, UNTIL_ROUNDS);
      game.doubletake.api.announce({ cause: "kit", places: [before.place] });
      await play(game, 2);
      quit(game, before);
      await play(game, 2);
      const ben = join(game, "Ben", { slots: [sword()] });
      await play(game, ticks);
      game.platform.chest(ELSEWHERE)[0] = sword();
      await play(game, 200);
      assert.deepEqual(alerts(game), ["DUPLICATE_ITEM"], `${ticks} ticks later`);
      assert.equal(ben.slots[0]?.tag, fakeId(7));
    }
  });

  it("nor what its player has when coming back, who threw it away and left in one tick", async () => {
    const game = await started();
    const before = join(game, "Ben", { slots: [sword()] });
    await play(game, UNTIL_ROUNDS);
    game.doubletake.api.announce({ cause: "kit", places: [before.place] });
    await play(game, 5);
    const item = before.slots[0]!;
    before.slots[0] = undefined;
    game.platform.drop(item, before.location());
    act(game, before, new FakeItem(item), [groundPlace(before.location())], "DROP");
    quit(game, before);
    await play(game, 10);
    const ben = join(game, "Ben", { slots: [sword()] });
    await play(game, UNTIL_JUDGED);
    assert.deepEqual(alerts(game), ["DUPLICATE_ITEM"]);
    assert.equal(ben.slots[0]?.tag, fakeId(7));
  });

  it("and excuses what a plugin gives to somebody who joins in that tick", async () => {
    for (const isFirst of [true, false]) {
      const game = await started();
      game.platform.chest(CHEST)[0] = sword();
      await play(game, UNTIL_ROUNDS);
      const ben = isFirst ? game.platform.join("Ben") : join(game, "Ben");
      ben.slots[0] = sword();
      game.doubletake.api.announce({ cause: "first join", places: [ben.place] });
      if (isFirst) game.doubletake.report({ kind: "sighting", place: ben.place, action: "JOIN", player: ben });
      await play(game, UNTIL_JUDGED);
      assert.deepEqual(alerts(game), [], `before the join is reported: ${isFirst}`);
      assert.notEqual(ben.slots[0].tag, fakeId(7));
    }
  });

  it("nor a copy beside what appeared there in time, nor two in one stack", async () => {
    for (const isStack of [false, true]) {
      const game = await started();
      const ben = join(game, "Ben");
      await play(game, UNTIL_ROUNDS);
      game.doubletake.api.announce({ cause: "kit", places: [ben.place] });
      const kit = sword();
      ben.slots[0] = kit;
      await play(game, 200);
      if (isStack) kit.count = 2;
      else ben.slots[1] = sword();
      await play(game, 200);
      assert.deepEqual(alerts(game), ["DUPLICATE_ITEM"], `${isStack}`);
      assert.equal(kit.tag, fakeId(7));
    }
  });

  it("nor a copy elsewhere of what appeared there in time, once somebody has moved it", async () => {
    const game = await started();
    const ben = join(game, "Ben");
    const chest = game.platform.chest(CHEST);
    await play(game, UNTIL_ROUNDS);
    game.doubletake.api.announce({ cause: "kit", places: [ben.place] });
    const kit = sword();
    ben.slots[0] = kit;
    await play(game, 20);
    [ben.slots[0], chest[0]] = [undefined, kit];
    act(game, ben, new FakeItem(kit), [CHEST]);
    await play(game, 20);
    [ben.slots[0], chest[0]] = [kit, undefined];
    act(game, ben, new FakeItem(kit), [CHEST]);
    await play(game, 60);
    // The chunk of the chest is loaded as it was saved.
    chest[0] = sword();
    await play(game, 200);
    assert.deepEqual(alerts(game), ["DUPLICATE_ITEM"]);
    assert.equal(kit.tag, fakeId(7));
  });

  it("and still excuses for a minute what appeared there in time, if its original comes to light then", async () => {
    for (const [seconds, expected] of [
      [40, []],
      [70, ["DUPLICATE_ITEM"]],
    ] as const) {
      const game = await started();
      const ben = join(game, "Ben");
      await play(game, UNTIL_ROUNDS);
      game.doubletake.api.announce({ cause: "kit", places: [ben.place] });
      ben.slots[0] = sword();
      await play(game, 20 * seconds);
      game.platform.chest(CHEST)[0] = sword();
      await play(game, 100);
      assert.deepEqual(alerts(game), expected, `${seconds} s`);
      assert.equal(ben.slots[0]?.tag === fakeId(7), expected.length > 0);
    }
  });
});

describe("a filled box that is placed, and stays in the hand,", () => {
  const placedBy = async (isInCreative: boolean) => {
    const game = await startedService();
    const inside = () => fakeStack("diamond_sword", { tag: fakeId(71) });
    const box = fakeStack("shulker_box", { tag: fakeId(72), inside: { kind: "shulker-box", slots: [inside()] } });
    const bo = Object.assign(join(game, "Bo", { slots: [box] }), { isInCreative });
    await play(game, 50);
    const block = blockPlace({ world: "world", x: 9, y: 64, z: 9 });
    const chest = game.platform.chest(block);
    chest.push(inside());
    act(game, bo, new FakeItem(box), [block], "BLOCK_PLACE");
    await play(game, GRACE_TICKS + 4);
    return { told: game.outside.sent.map(({ type, player }) => `${type} ${player}`), id: chest[0]?.tag };
  };

  it("accuses nobody in creative mode: what is in the block gets a fresh id", async () => {
    const { told, id } = await placedBy(true);
    assert.deepEqual(told, []);
    assert.ok(id !== undefined && id !== fakeId(71), id);
  });

  it("is its placer's doing otherwise", async () => {
    const { told } = await placedBy(false);
    assert.ok(told.length > 0 && told.every((text) => text === "DUPLICATE_ITEM Bo"), told.join());
  });
});
