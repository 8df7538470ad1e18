import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { drop } from "../../simulator/acts/carrying.ts";
import { addGoods, stacksOf } from "../../simulator/acts/goods/amounts.ts";
import { putGoods, take } from "../../simulator/acts/goods/chests.ts";
import { dropGoods, mine } from "../../simulator/acts/goods/ground.ts";
import { Cheat } from "../../simulator/families/goods/cheat.ts";
import { NO_EVENT_FAULTS } from "../../simulator/knobs.ts";
import { PRESETS } from "../../simulator/presets.ts";
import { createdBy } from "../../simulator/truth/goods/created-by.ts";
import { GoodsTruth, type Growth } from "../../simulator/truth/goods/goods-truth.ts";
import { DEADLINE_TICKS, provablePart, provableSums } from "../../simulator/truth/goods/provable.ts";
import { BREAD, DIAMOND, DIAMOND_BLOCK, GOLD_INGOT, GOLDEN_APPLE, WHEAT } from "../../simulator/world/material.ts";
import { kindOf, MAKINGS } from "../../simulator/world/recipes.ts";
import { playerPlace } from "../../src/core/index.ts";
import { ALWAYS_LOST, goodsWorld, joined } from "./goods-world.ts";

const SCAN_TICKS = PRESETS.goods.scanTicks;
const MALLORY = "mallory";
const TO_DIAMONDS = MAKINGS.find(({ makes }) => makes === DIAMOND)!;

/** In the hands, seen two ticks later. */
const GROWTH: Growth = {
  ...{ tick: 1000, kind: "merge", playerId: MALLORY, material: DIAMOND, amount: 100, isAttributable: true },
  ...{ place: playerPlace(MALLORY), knownTick: 990, seenTick: 1002 },
};

function truthAt(tick: number): GoodsTruth {
  return new GoodsTruth({ tick }, SCAN_TICKS);
}

function part(truth: GoodsTruth, growth = GROWTH): number {
  return provablePart(truth, growth).part;
}

describe("what nobody can prove, and no more than that", () => {
  it("who handles a place beside somebody, or a second from somebody, may have shared what grew", () => {
    for (const [tick, expected] of [
      [960, 100],
      [1002, 0],
      [1022, 0],
      [1043, 100],
    ] as const) {
      const truth = truthAt(tick);
      truth.handled("block:chest", MALLORY);
      truth.handled("block:chest", "alice");
      assert.equal(part(truth), expected, `at ${tick}`);
    }
  });

  it("what was lost unseen may be one of several growths, and not all of them", () => {
    const truth = truthAt(1100);
    truth.lostUnseen(DIAMOND, 10, [GROWTH.place]);
    const steps = [1000, 1050, 1100].map((tick) => ({
      ...GROWTH,
      amount: 10,
      tick,
      knownTick: tick - 1,
      seenTick: tick,
    }));
    assert.deepEqual(
      steps.map((step) => part(truth, step)),
      [0, 0, 0],
    );
    assert.deepEqual(provableSums(truth, steps), [0, 10, 20]);
  });

  it("a block that was lost unseen may be nine diamonds", () => {
    const truth = truthAt(1000);
    truth.lostUnseen(DIAMOND_BLOCK, 2, [GROWTH.place]);
    assert.equal(part(truth), 82);
  });

  it("what is far enough apart from a loss is proven by itself", () => {
    const truth = truthAt(3000);
    truth.lostUnseen(DIAMOND, 500, [GROWTH.place]);
    const late = { ...GROWTH, tick: 3000, knownTick: 2999, seenTick: 3000 };
    assert.deepEqual(provableSums(truth, [GROWTH, late]), [100, 100]);
  });

  it("what is dropped and picked up beside others is said with its number", () => {
    const world = goodsWorld(ALWAYS_LOST, 1000);
    const session = joined(world);
    const chest = world.addBlock(world.chunkAt(session.account.at));
    addGoods(world, session.slots, DIAMOND, 2);
    const [diamonds] = stacksOf(session.slots, DIAMOND);
    putGoods(world, session, chest, diamonds!, 1);
    drop(world, session, diamonds!);
    const places = world.goods.handlings.of(session.account.id, 1000, 1000).map(({ place }) => place);
    assert.deepEqual(places, [chest.place]);
  });

  it("what is in a chest now may be a gift that was in the hands, if nobody looked at them in between", () => {
    const truth = truthAt(975);
    truth.appearedOnPurpose(MALLORY);
    const growth = { ...GROWTH, place: "block:chest", container: "block:chest", knownTick: 999 };
    assert.equal(part(truth, growth), 100);
    assert.equal(part(truth, { ...growth, handsKnownTick: 990 }), 0);
  });

  it("what somebody else did at the chest that the player has open may be what is in these hands, since they were looked at", () => {
    for (const [openedTick, otherTick, expected] of [
      [900, 980, 0],
      [900, 960, 100],
      [900, 1030, 100],
    ] as const) {
      const truth = truthAt(otherTick);
      truth.handlings.opened({ tick: openedTick, place: "block:chest", playerId: MALLORY });
      truth.handled("block:chest", "alice");
      assert.equal(part(truth), expected, `at ${otherTick}`);
      truth.handlings.opened({ tick: openedTick + 1, place: "block:other", playerId: MALLORY });
      assert.equal(part(truth), 100, "another one is open");
    }
  });

  it("a chest seems to be open as long as there is no word that the player opened another one", () => {
    for (const [heardTick, expected] of [
      [undefined, 76],
      [985, 76],
      [960, 100],
    ] as const) {
      const truth = truthAt(1000);
      truth.fed("block:chest", DIAMOND);
      const openings = [900, 950].map((tick, at) => ({
        tick,
        place: `block:${["chest", "other"][at]}`,
        playerId: MALLORY,
      }));
      for (const opening of openings) truth.handlings.opened(opening);
      truth.handlings.heardOpening(openings[0]!);
      if (heardTick !== undefined) truth.handlings.heardOpening({ ...openings[1]!, tick: heardTick });
      assert.equal(part(truth, { ...GROWTH, knownTick: 998 }), expected, `heard of at ${heardTick}`);
    }
  });

  it("what somebody in creative mode puts away may be elsewhere, if something was made meanwhile, or came there by itself", () => {
    for (const [isCreative, beside, expected] of [
      [true, "nothing", 100],
      [true, "made", 70],
      [true, "fed", 64],
      [false, "fed", 94],
    ] as const) {
      const world = goodsWorld(NO_EVENT_FAULTS, 1000);
      const session = joined(world);
      session.account.isCreative = isCreative;
      const chest = world.addBlock(world.chunkAt(session.account.at));
      addGoods(world, session.slots, DIAMOND, 30);
      for (const { place } of [chest, session.slots]) world.goods.looked(place);
      world.truth.tick = 1001;
      if (beside === "fed") world.goods.fed(chest.place, DIAMOND);
      const [diamonds] = stacksOf(session.slots, DIAMOND);
      putGoods(world, session, chest, diamonds!, 30);
      if (beside === "made") world.goods.appearedOnPurpose(session.account.id);
      assert.equal(part(world.goods), expected, `${beside}, creative: ${isCreative}`);
    }
  });

  it("what grew while the player was away is not due if nobody can look at it in time", () => {
    for (const [after, expected] of [
      [DEADLINE_TICKS, 100],
      [DEADLINE_TICKS + 1, 0],
      [Number.POSITIVE_INFINITY, 0],
    ] as const)
      assert.equal(
        part(truthAt(1000), { ...GROWTH, isAway: true, seenTick: GROWTH.tick + after }),
        expected,
        `${after} ticks`,
      );
  });

  it("a crash before the growth forgets nothing of it; one while it is looked for does", () => {
    for (const [tick, expected] of [
      [999, 100],
      [1000 + DEADLINE_TICKS, 0],
      [1001 + DEADLINE_TICKS, 100],
    ] as const) {
      const truth = truthAt(0);
      truth.crashes.push(tick);
      assert.equal(part(truth), expected, `at ${tick}`);
    }
  });

  it("an orderly stop is the last look at everything: it forgets only what was seen in the second before", () => {
    for (const [tick, expected] of [
      [999, 100],
      [1000, 0],
      [GROWTH.seenTick + 20, 0],
      [GROWTH.seenTick + 21, 100],
    ] as const) {
      const truth = truthAt(0);
      truth.stops.push(tick);
      assert.equal(part(truth), expected, `at ${tick}`);
    }
  });

  it("who comes or goes unseen hides nothing that was seen before, or begins long after", () => {
    for (const [tick, expected] of [
      [1000 - SCAN_TICKS - 1, 100],
      [1001, 0],
      [1003, 100],
    ] as const) {
      const truth = truthAt(tick);
      truth.cameOrWentUnseen(MALLORY);
      assert.equal(part(truth), expected, `at ${tick}`);
    }
  });

  it("what grows within a second of a gift may be the gift", () => {
    for (const [tick, expected] of [
      [970, 100],
      [971, 0],
      [1022, 0],
      [1023, 100],
    ] as const) {
      const truth = truthAt(tick);
      truth.appearedOnPurpose(MALLORY);
      assert.equal(part(truth), expected, `at ${tick}`);
    }
  });

  it("what is used up between the same two looks as something grows hides as much of it", () => {
    for (const [tick, expected] of [
      [990, 100],
      [991, 99],
      [1003, 100],
    ] as const) {
      const truth = truthAt(tick);
      truth.usedUp(GROWTH.place, DIAMOND, 1);
      assert.equal(part(truth), expected, `at ${tick}`);
    }
  });

  it("what falls onto a ground hides that as much was picked up there, unless somebody looked just before", () => {
    const time = { tick: 980 };
    const truth = new GoodsTruth(time, SCAN_TICKS);
    truth.looked("ground:here");
    for (const [tick, who, expected] of [
      [981, MALLORY, 100],
      [990, "somebody else", 100],
      [990, MALLORY, 70],
    ] as const) {
      time.tick = tick;
      truth.fell("ground:here", [[DIAMOND, 30]], new Set([who]));
      assert.equal(part(truth), expected, `${who} at ${tick}`);
    }
  });

  it("who has the chest open in which a player does something may have created what comes out of it: a stack with each act", () => {
    for (const [openedTick, next, expected] of [
      [900, 1001, 36],
      [900, 990, 100],
      [300, 1001, 100],
    ] as const) {
      const truth = truthAt(1000);
      truth.handlings.opened({ tick: openedTick, place: "block:chest", playerId: "alice" });
      truth.handlings.opened({ tick: next, place: "block:other", playerId: "alice" });
      truth.handled("block:chest", MALLORY);
      assert.equal(part(truth), expected, `opened at ${openedTick}, and another at ${next}`);
      const inChest = { ...GROWTH, place: "block:chest", container: "block:chest" };
      assert.equal(part(truth, inChest), 100, "that is told of both");
    }
  });

  it("what is dropped before anybody has looked may have come out of a fed chest while the word of the drop was on its way", () => {
    for (const [tick, material, expected] of [
      [1001, DIAMOND, 0],
      [1001, BREAD, 28],
      [1003, DIAMOND, 28],
    ] as const) {
      const world = goodsWorld(NO_EVENT_FAULTS, 990);
      const session = joined(world);
      const { place } = session.slots;
      addGoods(world, session.slots, material, 1);
      world.goods.fed("block:chest", DIAMOND);
      world.goods.handlings.opened({ tick: 900, place: "block:chest", playerId: session.account.id });
      world.goods.looked(place);
      world.truth.tick = 1000;
      world.goods.grew({ ...GROWTH, place, playerId: session.account.id });
      world.truth.tick = tick;
      if (tick > 1002) world.goods.looked(place);
      dropGoods(world, session, material, 1);
      const [growth] = world.goods.growths;
      assert.equal(part(world.goods, { ...growth!, seenTick: 1002 }), expected, `${material.name} at ${tick}`);
    }
  });

  it("what somebody drops without a word hides that as much as lies there was picked up", () => {
    for (const [faults, expected] of [
      [NO_EVENT_FAULTS, 100],
      [ALWAYS_LOST, 70],
    ] as const) {
      const world = goodsWorld(faults, 100);
      const session = joined(world);
      const { ground } = world.chunkAt(session.account.at);
      addGoods(world, ground, DIAMOND, 30);
      addGoods(world, session.slots, BREAD, 1);
      world.truth.tick = 990;
      world.goods.looked(ground.place);
      world.truth.tick = 1000;
      dropGoods(world, session, BREAD, 1);
      assert.equal(part(world.goods, { ...GROWTH, playerId: session.account.id }), expected);
    }
  });

  it("something feeds a container with six items a tick at most, as long as it can be seen", () => {
    const growth = { ...GROWTH, container: "block:chest", place: "block:chest", knownTick: 1001 };
    const truth = truthAt(900);
    truth.fed("block:chest", DIAMOND);
    assert.equal(part(truth, growth), 94);
    assert.equal(part(truth, { ...growth, knownTick: 992 }), 40);
    assert.equal(part(truth, { ...growth, material: BREAD }), 100);
    // Something of the same kind may have been made of it: six diamonds are part of one block.
    assert.equal(part(truth, { ...growth, material: DIAMOND_BLOCK }), 99);
    truth.wentDark("block:chest");
    assert.equal(part(truth, growth), 100);
  });

  it("what feeds a chest that the player has open may be what something was made of, together with what was lost unseen", () => {
    const bread = { ...GROWTH, material: BREAD, knownTick: 998, seenTick: 1000 };
    const truth = truthAt(990);
    truth.handlings.opened({ tick: 990, place: "block:chest", playerId: MALLORY });
    assert.equal(part(truth, bread), 100);
    truth.fed("block:chest", WHEAT);
    assert.equal(part(truth, bread), 96);
    truth.lostUnseen(WHEAT, 6, [bread.place]);
    assert.equal(part(truth, bread), 94);
    assert.deepEqual(provableSums(truth, [bread, bread]), [94, 190]);
    assert.equal(provablePart(truth, bread).doubt, "something feeds the container");
  });

  it("the word that a player opened a chest which something feeds may be late: it may have been open when something grew", () => {
    for (const [openedTick, expected] of [
      [GROWTH.seenTick + 20, 0],
      [GROWTH.seenTick + 21, 100],
    ] as const) {
      const truth = truthAt(900);
      truth.fed("block:chest", DIAMOND);
      truth.handlings.opened({ tick: openedTick, place: "block:chest", playerId: MALLORY });
      assert.equal(part(truth, { ...GROWTH, knownTick: 970 }), expected, `opened at ${openedTick}`);
    }
  });

  it("something may feed a chest that nobody had looked at just before it was handled", () => {
    const time = { tick: 995 };
    const truth = new GoodsTruth(time, SCAN_TICKS);
    truth.looked("block:chest");
    time.tick = 996;
    truth.handled("block:chest", MALLORY);
    assert.equal(part(truth), 100);
    time.tick = 998;
    truth.handled("block:chest", MALLORY);
    assert.equal(part(truth), 82);
    assert.equal(part(truth, { ...GROWTH, knownTick: 998 }), 100, "that was before the last look at the hands");
  });

  it("if more is put into an open chest, without a word, than can have come by itself, there may have been still more", () => {
    for (const [material, count, tick, expected] of [
      [DIAMOND, 7, 1000, 0],
      [DIAMOND, 6, 1000, 28],
      [DIAMOND, 7, 990, 28],
      [DIAMOND, 7, 1003, 28],
      [GOLD_INGOT, 7, 1000, 100],
    ] as const) {
      const truth = truthAt(tick);
      truth.handlings.opened({ tick: 980, place: "block:chest", playerId: MALLORY });
      truth.fed("block:chest", material, count);
      assert.equal(part(truth), expected, `${count} ${material.name} at ${tick}`);
    }
  });

  it("what is put into a chest that something feeds may be elsewhere, and the chest was fed", () => {
    const truth = truthAt(1000);
    truth.putInto("block:chest", "player:alice", [[DIAMOND, 64]]);
    assert.equal(part(truth), 100);
    truth.fed("block:chest", DIAMOND);
    truth.putInto("block:chest", "player:alice", [[DIAMOND, 64]]);
    assert.equal(part(truth), 94);
    truth.putInto("block:chest", "player:alice", [[DIAMOND_BLOCK, 1]]);
    assert.equal(part(truth), 94, "six diamonds are no block");
  });

  it("what falls onto a ground may hide what somebody beyond its edge picked up there", () => {
    for (const [x, expected] of [
      [18.5, 0],
      [19.5, 1],
    ] as const) {
      const world = goodsWorld(NO_EVENT_FAULTS, 990);
      const [session, mallory] = [joined(world), joined(world, "Mallory")];
      mallory.account.at = { ...mallory.account.at, x };
      const { ground } = world.chunkAt(session.account.at);
      addGoods(world, ground, DIAMOND, 1);
      world.goods.looked(ground.place);
      world.truth.tick = 1000;
      mine(world, session, world.streams.players);
      assert.equal(part(world.goods, { ...GROWTH, playerId: mallory.account.id, amount: 1 }), expected, `at ${x}`);
    }
  });

  it("what is put in without a word feeds a container, and what is taken out does not", () => {
    const world = goodsWorld(ALWAYS_LOST, 1000);
    const session = joined(world);
    const chest = world.addBlock(world.chunkAt(session.account.at));
    session.window = chest;
    addGoods(world, chest, BREAD, 1);
    take(world, session, world.streams.players);
    addGoods(world, session.slots, DIAMOND, 1);
    putGoods(world, session, chest, stacksOf(session.slots, DIAMOND)[0]!, 1);
    const isFed = (material: typeof DIAMOND) => world.goods.fedWith(chest.place, kindOf(material), 1000, 1000) > 0;
    assert.deepEqual([isFed(BREAD), isFed(DIAMOND)], [false, true]);
  });
});

describe("what a player has created", () => {
  it("is worth the same whatever it was turned into, and shows as what was made of it", () => {
    const truth = truthAt(1000);
    const parts = { kind: "merge", playerId: MALLORY, isAttributable: true, place: playerPlace(MALLORY) };
    truth.grew({ ...parts, material: DIAMOND_BLOCK, amount: 2 });
    truth.made(MALLORY, TO_DIAMONDS, 2);
    assert.equal(createdBy(truth, MALLORY, DIAMOND, 2000), 18);
    assert.equal(createdBy(truth, MALLORY, GOLDEN_APPLE, 2000), 0);
    truth.grew({ ...parts, material: GOLD_INGOT, amount: 8 });
    truth.made(MALLORY, MAKINGS.find(({ makes }) => makes === GOLDEN_APPLE)!, 1);
    assert.equal(createdBy(truth, MALLORY, GOLDEN_APPLE, 2000), 1);
  });
});

describe("what everybody in the world of goods keeps to", () => {
  it("the word of what comes out of the ground is never lost", () => {
    const world = goodsWorld(ALWAYS_LOST);
    const session = joined(world);
    const told: string[] = [];
    world.channel.sink = (event) => told.push("action" in event ? event.action : event.kind);
    mine(world, session, world.streams.players);
    assert.deepEqual(told, ["BLOCK_BREAK"]);
  });

  it("no cheater does anything in the tick of the own arrival", () => {
    const world = goodsWorld(ALWAYS_LOST);
    const { account } = joined(world, "Mallory");
    const parts = { world, random: world.streams.exploits, kind: "merge", material: DIAMOND, amount: 1 };
    const cheat = new Cheat({ ...parts, playerId: account.id, mateId: account.id });
    assert.equal(cheat.isArriving, true);
    world.truth.tick++;
    assert.equal(cheat.isArriving, false);
  });
});
