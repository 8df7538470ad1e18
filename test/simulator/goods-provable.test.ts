import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { putGoods, take } from "../../simulator/goods/acts/chests.ts";
import { mine } from "../../simulator/goods/acts/ground.ts";
import { join } from "../../simulator/goods/acts/lives.ts";
import { make } from "../../simulator/goods/acts/making.ts";
import { grownFor } from "../../simulator/goods/carried-over.ts";
import { Channel } from "../../simulator/goods/channel.ts";
import { Cheat } from "../../simulator/goods/exploits/exploit.ts";
import { GOODS_KNOBS } from "../../simulator/goods/knobs.ts";
import { BREAD, DIAMOND, DIAMOND_BLOCK, MAKINGS } from "../../simulator/goods/materials.ts";
import { DEADLINE_TICKS, provablePart, provableSums } from "../../simulator/goods/provable.ts";
import { GoodsTruth, type Growth } from "../../simulator/goods/truth.ts";
import { GoodsWorld } from "../../simulator/goods/world.ts";
import { Random } from "../../simulator/random.ts";
import { playerPlace } from "../../src/core/index.ts";

const MALLORY = "mallory";
const [TO_BLOCKS, TO_DIAMONDS] = MAKINGS as [(typeof MAKINGS)[0], (typeof MAKINGS)[0]];

/** In the hands, seen two ticks later. */
const GROWTH: Growth = {
  ...{ tick: 1000, kind: "merge", playerId: MALLORY, material: DIAMOND, amount: 100, isAttributable: true },
  ...{ place: playerPlace(MALLORY), knownTick: 990, seenTick: 1002 },
};

function truthAt(tick: number): GoodsTruth {
  const truth = new GoodsTruth();
  truth.tick = tick;
  return truth;
}

function part(truth: GoodsTruth, growth = GROWTH): number {
  return provablePart(truth, growth).part;
}

/** A world in which every word is lost that can be. */
function roughWorld(): GoodsWorld {
  const faults = { lost: 1, doubled: 0, late: 0, maxLateTicks: 1, reordered: 0 };
  const world = new GoodsWorld(
    GOODS_KNOBS,
    new Random(1, "world"),
    truthAt(1000),
    new Channel(faults, new Random(1, "faults")),
  );
  world.channel.isRough = true;
  return world;
}

describe("what nobody can prove, and no more than that", () => {
  it("who handles another material beside somebody, or later than the growth was seen, has not shared it", () => {
    for (const [tick, material, expected] of [
      [1002, BREAD, 100],
      [1003, DIAMOND, 100],
      [1002, DIAMOND, 36],
      [1002, undefined, 0],
    ] as const) {
      const truth = truthAt(tick);
      truth.handled("block:chest", MALLORY, material);
      truth.handled("block:chest", "alice", material);
      assert.equal(part(truth), expected, `${material?.name} at ${tick}`);
    }
  });

  it("what grew in a container that several handled names nobody, however much it is", () => {
    const truth = truthAt(1002);
    truth.handled("block:chest", MALLORY, DIAMOND);
    truth.handled("block:chest", "alice", DIAMOND);
    assert.equal(part(truth, { ...GROWTH, container: "block:chest", place: "block:chest" }), 0);
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

  it("what is far enough apart from a loss is proven by itself", () => {
    const truth = truthAt(3000);
    truth.lostUnseen(DIAMOND, 500, [GROWTH.place]);
    const late = { ...GROWTH, tick: 3000, knownTick: 2999, seenTick: 3000 };
    assert.deepEqual(provableSums(truth, [GROWTH, late]), [100, 100]);
  });

  it("what is dropped and picked up beside others is said with its number", () => {
    const world = roughWorld();
    const session = join(world, world.addAccount("Alice", world.randomSpot()));
    session.slots.add(DIAMOND, 1);
    const event = { kind: "interaction", player: session, item: session.heldItem()!, action: "DROP" } as const;
    world.report({ ...event, touched: ["ground:world:0,0", "block:chest"] });
    const places = world.truth.handlings.of(session.id, DIAMOND, 1000, 1000).map(({ place }) => place);
    assert.deepEqual(places, ["block:chest"]);
  });

  it("a stop before the growth forgets nothing of it; one while it is looked for does", () => {
    for (const [tick, expected] of [
      [999, 100],
      [1000 + DEADLINE_TICKS, 0],
      [1001 + DEADLINE_TICKS, 100],
    ] as const) {
      const truth = new GoodsTruth();
      truth.breaks.push(tick);
      assert.equal(part(truth), expected, `at ${tick}`);
    }
  });

  it("who comes or goes unseen hides nothing that was seen before, or begins long after", () => {
    for (const [tick, expected] of [
      [1000 - GOODS_KNOBS.scanTicks - 1, 100],
      [1001, 0],
      [1003, 100],
    ] as const) {
      const truth = truthAt(tick);
      truth.cameOrWentUnseen(MALLORY);
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

  it("a container is fed as long as it can be seen", () => {
    const growth = { ...GROWTH, container: "block:chest", place: "block:chest" };
    const truth = truthAt(900);
    truth.fed("block:chest", DIAMOND);
    assert.equal(part(truth, growth), 0);
    assert.equal(part(truth, { ...growth, material: BREAD }), 100);
    truth.wentDark("block:chest");
    assert.equal(part(truth, growth), 100);
  });

  it("what is put in without a word feeds a container, and what is taken out does not", () => {
    const world = roughWorld();
    const session = join(world, world.addAccount("Alice", world.randomSpot()));
    const chest = world.addBlock(world.chunkAt(session.account.at));
    session.opened = chest;
    chest.add(BREAD, 1);
    take(world, session, world.random);
    session.slots.add(DIAMOND, 1);
    const diamond = session.slots.stacks.find(({ material }) => material === DIAMOND)!;
    putGoods(world, session, chest, diamond, 1);
    const isFed = (material: typeof DIAMOND) => world.truth.isFed(chest.place, material, 1000, 1000);
    assert.deepEqual([isFed(BREAD), isFed(DIAMOND)], [false, true]);
  });

  it("what grew in the hands may come out of a fed container a stack at a time, at the look that finds it", () => {
    const truth = truthAt(1002);
    truth.fed("block:chest", DIAMOND);
    truth.handled("block:chest", MALLORY, DIAMOND);
    assert.equal(part(truth), 36);
    assert.equal(part(truth, { ...GROWTH, seenTick: 1005 }), 100);
  });

  it("what grew in the hands may have come out of a fed container a stack at a time, if the word of that came late", () => {
    for (const [tick, isLate, expected] of [
      [991, true, 100],
      [992, true, 36],
      [1010, false, 100],
      [1022, true, 36],
      [1023, true, 100],
    ] as const) {
      const truth = truthAt(tick);
      truth.fed("block:chest", DIAMOND);
      truth.handled("block:chest", MALLORY, DIAMOND, isLate);
      assert.equal(part(truth), expected, `at ${tick}`);
    }
  });

  it("what is put into a fed container at the look that finds the growth is not told from what feeds it", () => {
    const truth = truthAt(1002);
    truth.fed("block:chest", DIAMOND);
    truth.handled("block:chest", MALLORY, DIAMOND);
    truth.handlings.putIn("block:chest", MALLORY, 20);
    assert.equal(part(truth), 16);
  });

  it("who puts goods into a container has put in as many as were moved, and who takes some out has put in none", () => {
    const world = roughWorld();
    world.channel.isRough = false;
    const session = join(world, world.addAccount("Alice", world.randomSpot()));
    const chest = world.addBlock(world.chunkAt(session.account.at));
    session.opened = chest;
    session.slots.add(DIAMOND, 5);
    putGoods(world, session, chest, session.slots.stacks[0]!, 3);
    world.truth.tick++;
    take(world, session, world.random);
    const handlings = world.truth.handlings.of(session.id, DIAMOND, 1000, 1001);
    assert.deepEqual(
      handlings.map(({ put }) => put),
      [3, 0],
    );
  });

  it("what is put into a fed container is hidden there only if nobody has seen it before", () => {
    const truth = truthAt(900);
    truth.fed("block:chest", DIAMOND);
    assert.equal(part(truth, { ...GROWTH, passedInto: "block:chest" }), 0);
    assert.equal(part(truth, { ...GROWTH, passedInto: "block:chest", seenTick: GROWTH.tick }), 100);
  });
});

describe("what grew and what was made unseen between the same two looks", () => {
  function grownBlocks(...makings: (readonly [typeof TO_DIAMONDS, number])[]): GoodsTruth {
    const truth = truthAt(1000);
    truth.looked(playerPlace(MALLORY));
    truth.tick = 1005;
    for (const [making, times] of makings) truth.madeUnseen(MALLORY, making, times);
    truth.tick = 1010;
    const parts = { kind: "merge", playerId: MALLORY, material: DIAMOND_BLOCK, isAttributable: true };
    truth.grew({ ...parts, amount: 25, place: playerPlace(MALLORY) });
    truth.looked(playerPlace(MALLORY));
    return truth;
  }

  function grown(truth: GoodsTruth): readonly number[] {
    return [DIAMOND, DIAMOND_BLOCK].map((material) => grownFor(truth, MALLORY, material, 2000));
  }

  it("has grown as what was made, and not as its ingredients too", () => {
    assert.deepEqual(grown(grownBlocks()), [0, 25]);
    assert.deepEqual(grown(grownBlocks([TO_DIAMONDS, 6])), [54, 19]);
    assert.deepEqual(grown(grownBlocks([TO_DIAMONDS, 20], [TO_DIAMONDS, 20])), [225, 0]);
    assert.deepEqual(grown(grownBlocks([TO_BLOCKS, 6])), [0, 25]);
  });

  it("is told apart by a look between the two", () => {
    const truth = grownBlocks();
    truth.tick = 1011;
    truth.madeUnseen(MALLORY, TO_DIAMONDS, 6);
    assert.deepEqual(grown(truth), [0, 25]);
  });

  it("is nothing that was made of what nobody counts", () => {
    const bread = MAKINGS.find(({ makes }) => makes === BREAD)!;
    const truth = grownBlocks([bread, 5]);
    assert.equal(grownFor(truth, MALLORY, BREAD, 2000), 0);
  });

  it("is noted when the word of a craft is lost", () => {
    const world = roughWorld();
    const session = join(world, world.addAccount("Alice", world.randomSpot()));
    session.slots.add(DIAMOND_BLOCK, 3);
    make(world, session, TO_DIAMONDS, 2);
    assert.deepEqual(
      world.truth.unseenMakings.map(({ playerId, times }) => [playerId, times]),
      [[session.id, 2]],
    );
  });
});

describe("what everybody in the world of goods keeps to", () => {
  it("the word of what comes out of the ground is never lost", () => {
    const world = roughWorld();
    const session = join(world, world.addAccount("Alice", world.randomSpot()));
    const told: string[] = [];
    world.channel.sink = (event) => told.push("action" in event ? event.action : event.kind);
    mine(world, session, world.random);
    assert.deepEqual(told, ["BLOCK_BREAK"]);
  });

  it("no cheater does anything in the tick of the own arrival", () => {
    const world = roughWorld();
    const account = world.addAccount("Mallory", world.randomSpot());
    const parts = { world, random: world.random, kind: "merge", material: DIAMOND, amount: 1 };
    const cheat = new Cheat({ ...parts, playerId: account.id, mateId: account.id });
    join(world, account);
    assert.equal(cheat.isArriving, true);
    world.truth.tick++;
    assert.equal(cheat.isArriving, false);
  });
});
