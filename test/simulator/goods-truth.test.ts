import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { chunkUnder } from "../../simulator/acts/chunks.ts";
import { addGoods, countOf } from "../../simulator/acts/goods/amounts.ts";
import { breakContainer } from "../../simulator/acts/goods/boxes.ts";
import { joinTwice } from "../../simulator/acts/goods/lives.ts";
import { Machines } from "../../simulator/acts/goods/machines.ts";
import { quit } from "../../simulator/acts/sessions.ts";
import type { BalanceAlert } from "../../simulator/detectors/detector.ts";
import { Cheat } from "../../simulator/families/goods/cheat.ts";
import { NO_EVENT_FAULTS } from "../../simulator/knobs.ts";
import { scoreGoods } from "../../simulator/scoring/goods-score.ts";
import { GoodsTruth, type Growth } from "../../simulator/truth/goods/goods-truth.ts";
import { provablePart } from "../../simulator/truth/goods/provable.ts";
import { checkWorld } from "../../simulator/truth/invariants.ts";
import { BREAD, DIAMOND, DIAMOND_BLOCK } from "../../simulator/world/material.ts";
import { ledgerName } from "../../simulator/world/recipes.ts";
import type { ItemEvent } from "../../src/core/index.ts";
import { ALWAYS_HELD_BACK, ALWAYS_LOST, goodsWorld, joined } from "./goods-world.ts";

const GROWTH: Growth = {
  tick: 0,
  kind: "chest",
  playerId: "mallory",
  material: DIAMOND,
  amount: 40,
  isAttributable: true,
  place: "chest",
  knownTick: 0,
  seenTick: 1,
};

describe("what the world of goods says and what it keeps to itself", () => {
  it("a word of what goes dark comes too late at the end of the tick", () => {
    const world = goodsWorld(ALWAYS_HELD_BACK);
    const slots = world.chunk("world", 0, 0).ground;
    assert.equal(world.channel.emit({ kind: "sighting", slots, action: "SCAN" }), true);
    assert.equal(world.channel.emit({ kind: "going-dark", slots, action: "SCAN" }), false);
  });

  it("who leaves takes a last look at the slots and the ender chest along", () => {
    const world = goodsWorld(NO_EVENT_FAULTS);
    const told: ItemEvent[] = [];
    const session = joined(world);
    world.channel.sink = (event) => told.push(event);
    quit(world, session);
    const places = told.flatMap((event) => (event.kind === "going-dark" ? [event.place] : []));
    assert.deepEqual(places, [session.slots.place, session.account.ender.place]);
  });

  it("what is held by who leaves without a word is lost unseen", () => {
    const world = goodsWorld(ALWAYS_LOST);
    const session = joined(world);
    addGoods(world, session.slots, DIAMOND, 20);
    addGoods(world, session.account.ender, DIAMOND, 5);
    quit(world, session);
    const losses = world.goods.unseenBetween(DIAMOND, 0, 0, { ...GROWTH, seenTick: 1 });
    assert.deepEqual(
      losses.map(({ units }) => units),
      [20, 5],
    );
  });

  it("who breaks a chest has handled it", () => {
    const world = goodsWorld(ALWAYS_LOST);
    const session = joined(world);
    const chest = world.addBlock(world.chunkAt(session.account.at));
    world.goods.handled(chest.place, "mallory");
    breakContainer(world, chest, session);
    const [handling] = world.goods.handlings.of("mallory", 0, 0);
    assert.equal(world.goods.handlings.isShared(handling!, 0), true);
  });

  it("whatever breaks falls to the ground, also if nobody has broken it", () => {
    const world = goodsWorld(NO_EVENT_FAULTS);
    const session = joined(world);
    const chunk = world.chunkAt(session.account.at);
    const [chest, box] = [world.addBlock(chunk), world.addBlock(chunk)];
    box.isBox = true;
    for (const block of [chest, box]) addGoods(world, block, DIAMOND, 20);
    breakContainer(world, chest, session);
    breakContainer(world, box);
    assert.equal(chunk.blocks.size, 0);
    assert.equal(countOf(chunk.ground, DIAMOND), 20);
    const [carried] = chunk.ground.stacks().flatMap(({ inside }) => inside ?? []);
    assert.equal(countOf(carried!, DIAMOND), 20);
    checkWorld(world);
  });

  it("a machine whose chest is gone is built again, and now and then chests are blown up", () => {
    const world = goodsWorld(NO_EVENT_FAULTS);
    const session = joined(world);
    const chunk = chunkUnder(world, session.account.at);
    const [old] = [world.addBlock(chunk), world.addBlock(chunk)];
    const told: ItemEvent[] = [];
    world.channel.sink = (event) => told.push(event);
    const machines = new Machines(world);
    let isFedAgain = false;
    for (; world.tick < 4000; world.truth.tick += 8) {
      machines.run();
      for (const chest of chunk.blocks.values()) if (told.length > 0 && chest.filled > 0) isFedAgain = true;
    }
    assert.ok(isFedAgain);
    assert.equal(chunk.blocks.has(old.place), false);
    const burst = told.filter(({ kind }) => kind === "going-dark");
    assert.ok(burst.length > 2 && burst.every((event) => event.kind === "going-dark" && event.player === undefined));
  });

  it("nothing is made in the tick in which goods grow, however they do", () => {
    const world = goodsWorld(ALWAYS_LOST);
    const { account } = joined(world, "Mallory");
    const { id } = account;
    const parts = { kind: "drop", playerId: id, mateId: id, material: DIAMOND, amount: 1 };
    new Cheat({ world, random: world.streams.exploits, ...parts }).gained("chest", 1);
    assert.equal(account.makesNothingUntil, world.tick + 1);
  });

  it("whoever joins twice goes on with what he had, and leaves it in his account", () => {
    const world = goodsWorld(NO_EVENT_FAULTS);
    const session = joined(world);
    addGoods(world, session.slots, DIAMOND, 20);
    joinTwice(world, session, world.streams.players);
    const second = session.account.session!;
    assert.deepEqual([countOf(session.slots, DIAMOND), countOf(second.slots, DIAMOND)], [20, 20]);
    quit(world, session);
    addGoods(world, second.slots, DIAMOND, 3);
    world.saves!.saveAll();
    addGoods(world, second.slots, DIAMOND, 4);
    quit(world, second);
    assert.equal(countOf(session.account.slots, DIAMOND), 27);
    world.truth.rollback(() => world.saves!.restore(undefined));
    assert.equal(countOf(session.account.slots, DIAMOND), 23, "after a crash: what was saved");
    checkWorld(world);
  });
});

describe("the score", () => {
  function alert(playerId: string, excess: number, material = DIAMOND): BalanceAlert {
    return {
      tick: 200,
      playerId,
      playerIds: [],
      player: playerId,
      material: ledgerName(material),
      actual: excess,
      expected: 0,
      excess,
    };
  }

  function grown(amount: number, isAttributable = true): GoodsTruth {
    const truth = new GoodsTruth({ tick: 1 }, 200);
    truth.grew({ kind: "merge", playerId: "mallory", material: DIAMOND, amount, isAttributable, place: "chest" });
    return truth;
  }

  it("forgives no alert about somebody else, however little anybody could know", () => {
    const { result } = scoreGoods(grown(40, false), [alert("alice", 40)], 1);
    assert.equal(result.falseAlarms, 1);
  });

  it("forgives no alert about what could be made of what grew", () => {
    const { result } = scoreGoods(grown(90), [alert("mallory", 90), alert("mallory", 10, DIAMOND_BLOCK)], 1);
    assert.equal(result.falseAlarms, 1);
  });

  it("says apart how many accounts nobody can prove, why, and how many of those were told all the same", () => {
    const truth = grown(40, false);
    const mates = { kind: "merge", playerId: "mate", isAttributable: true, place: "chest" };
    truth.grew({ ...mates, material: DIAMOND, amount: 40 });
    truth.grew({ ...mates, material: BREAD, amount: 70 });
    truth.lostUnseen(BREAD, 70, ["another chest"]);
    const { result } = scoreGoods(truth, [alert("mallory", 40), alert("mate", 40)], 1);
    assert.deepEqual([result.provable, result.covered, result.coveredTold], [1, 2, 1]);
    assert.deepEqual(result.coveredBy, { "nothing names the player": 1, "as much was lost unseen": 1 });
  });

  it("says why what grew was not told, by amount", () => {
    const truth = grown(40);
    const mates = { kind: "merge", playerId: "mate", isAttributable: true, place: "chest" };
    truth.grew({ ...mates, material: DIAMOND, amount: 60, isCreative: true });
    const { result } = scoreGoods(truth, [alert("mallory", 35)], 1);
    assert.equal(result.shareTold, 0.35);
    assert.deepEqual(result.shareUntoldBy, { "too little since it was told": 0.05, "in creative mode": 0.6 });
  });

  it("proves less in a container that something feeds, and nothing of a player who handled a place beside another", () => {
    const truth = new GoodsTruth({ tick: 0 }, 200);
    assert.equal(provablePart(truth, { ...GROWTH, container: "chest" }).part, 40);
    truth.fed("chest", DIAMOND);
    assert.equal(provablePart(truth, { ...GROWTH, container: "chest" }).part, 34);
    assert.equal(provablePart(truth, GROWTH).part, 40);
    truth.handled("another chest", "mallory");
    truth.handled("another chest", "alice");
    assert.equal(provablePart(truth, GROWTH).part, 0);
  });

  it("takes no loss for the growth that was still seen elsewhere long after the growth, unless it left the same hands", () => {
    const time = { tick: 0 };
    const truth = new GoodsTruth(time, 200);
    for (const [tick, place] of [
      [0, "chest"],
      [100, "another chest"],
    ] as const) {
      time.tick = tick;
      truth.looked(place);
    }
    time.tick = 120;
    truth.lostUnseen(DIAMOND, 40, ["another chest"]);
    assert.equal(provablePart(truth, GROWTH).part, 40);
    truth.lostUnseen(DIAMOND, 15, ["chest"]);
    assert.equal(provablePart(truth, GROWTH).part, 25);
  });
});
