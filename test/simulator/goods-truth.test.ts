import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { breakContainer } from "../../simulator/goods/acts/boxes.ts";
import { join, quit } from "../../simulator/goods/acts/lives.ts";
import { Channel } from "../../simulator/goods/channel.ts";
import type { BalanceAlert } from "../../simulator/goods/detector.ts";
import { Cheat } from "../../simulator/goods/exploits/exploit.ts";
import { GOODS_KNOBS } from "../../simulator/goods/knobs.ts";
import { BREAD, DIAMOND, DIAMOND_BLOCK, ledgerName } from "../../simulator/goods/materials.ts";
import { provablePart } from "../../simulator/goods/provable.ts";
import { scoreGoods } from "../../simulator/goods/scoring.ts";
import { GoodsTruth, type Growth } from "../../simulator/goods/truth.ts";
import { GoodsWorld } from "../../simulator/goods/world.ts";
import { Random } from "../../simulator/random.ts";
import type { ItemEvent } from "../../src/core/index.ts";

const ALWAYS_HELD_BACK = { lost: 0, doubled: 0, late: 0, maxLateTicks: 1, reordered: 1 };
const ALWAYS_LOST = { ...ALWAYS_HELD_BACK, lost: 1, reordered: 0 };

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

function newWorld(faults: typeof ALWAYS_LOST): GoodsWorld {
  const channel = new Channel(faults, new Random(1, "faults"));
  return new GoodsWorld(GOODS_KNOBS, new Random(1, "world"), new GoodsTruth(), channel);
}

describe("what the world of goods says and what it keeps to itself", () => {
  it("a word of what goes dark comes too late at the end of the tick", () => {
    const channel = new Channel(ALWAYS_HELD_BACK, new Random(1, "faults"));
    channel.isRough = true;
    assert.equal(channel.emit({ kind: "sighting", place: "ground:world:0,0", action: "SCAN" }), true);
    assert.equal(channel.emit({ kind: "going-dark", place: "ground:world:0,0", action: "SCAN" }), false);
  });

  it("who leaves takes a last look at the slots and the ender chest along", () => {
    const world = newWorld(ALWAYS_LOST);
    const told: ItemEvent[] = [];
    world.channel.sink = (event) => told.push(event);
    const session = join(world, world.addAccount("Alice", world.randomSpot()));
    told.length = 0;
    quit(world, session);
    const places = told.flatMap((event) => (event.kind === "going-dark" ? [event.place] : []));
    assert.deepEqual(places, [session.place, session.account.ender.place]);
  });

  it("what is held by who leaves without a word is lost unseen", () => {
    const world = newWorld(ALWAYS_LOST);
    const session = join(world, world.addAccount("Alice", world.randomSpot()));
    session.slots.add(DIAMOND, 20);
    session.account.ender.add(DIAMOND, 5);
    world.channel.isRough = true;
    quit(world, session);
    const losses = world.truth.unseenBetween(DIAMOND, 0, 0, { ...GROWTH, seenTick: 1 });
    assert.deepEqual(
      losses.map(({ units }) => units),
      [20, 5],
    );
  });

  it("who breaks a chest has handled it", () => {
    const world = newWorld(ALWAYS_LOST);
    const session = join(world, world.addAccount("Alice", world.randomSpot()));
    const chest = world.addBlock(world.chunkAt(session.account.at));
    world.truth.handled(chest.place, "mallory");
    breakContainer(world, session, chest);
    const [handling] = world.truth.handlings.of("mallory", 0, 0);
    assert.equal(world.truth.handlings.isShared(handling!, 0), true);
  });

  it("nothing is made in the tick in which goods grow, however they do", () => {
    const world = newWorld(ALWAYS_LOST);
    const { id } = world.addAccount("Mallory", world.randomSpot());
    const parts = { world, random: world.random, kind: "drop", playerId: id, mateId: id, material: DIAMOND, amount: 1 };
    new Cheat(parts).gained("chest", 1);
    assert.equal(world.accounts.get(id)!.makesNothingUntil, world.tick + 1);
  });
});

describe("the score", () => {
  function alert(playerId: string, excess: number, material = DIAMOND): BalanceAlert {
    return {
      tick: 200,
      playerId,
      player: playerId,
      material: ledgerName(material),
      actual: excess,
      expected: 0,
      excess,
    };
  }

  function grown(amount: number, isAttributable = true): GoodsTruth {
    const truth = new GoodsTruth();
    truth.tick = 1;
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

  it("proves less in a container that something feeds, and nothing of a player who handled a place beside another", () => {
    const truth = new GoodsTruth();
    assert.equal(provablePart(truth, { ...GROWTH, container: "chest" }).part, 40);
    truth.fed("chest", DIAMOND);
    assert.equal(provablePart(truth, { ...GROWTH, container: "chest" }).part, 34);
    assert.equal(provablePart(truth, GROWTH).part, 40);
    truth.handled("another chest", "mallory");
    truth.handled("another chest", "alice");
    assert.equal(provablePart(truth, GROWTH).part, 0);
  });

  it("takes no loss for the growth that was still seen elsewhere long after the growth, unless it left the same hands", () => {
    const truth = new GoodsTruth();
    for (const [tick, place] of [
      [0, "chest"],
      [100, "another chest"],
    ] as const) {
      truth.tick = tick;
      truth.looked(place);
    }
    truth.tick = 120;
    truth.lostUnseen(DIAMOND, 40, ["another chest"]);
    assert.equal(provablePart(truth, GROWTH).part, 40);
    truth.lostUnseen(DIAMOND, 15, ["chest"]);
    assert.equal(provablePart(truth, GROWTH).part, 25);
  });
});
