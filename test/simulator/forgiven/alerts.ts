import assert from "node:assert/strict";
import { it } from "node:test";
import { savedStack } from "../../../simulator/world/snapshot.ts";
import { ENDED } from "../../../src/core/model/place.ts";
import { Scene } from "./scene.ts";

/** What is said, and what is not. */
export function forgivenAlerts(): void {
  it("way not heard of: a suspicion about an item that an event was lost about", () => {
    for (const isLost of [true, false]) {
      const scene = new Scene();
      if (isLost) scene.item.lineage!.lostTick = scene.truth.tick + 1;
      scene.scorer.take([scene.say("DUPLICATE_SUSPECTED", scene.item)]);
      assert.deepEqual([scene.scorer.alarms.soft, scene.forgave("way not heard of")], isLost ? [0, 1] : [1, 0]);
    }
  });

  it("one record: two sessions of one account, until one of them puts it elsewhere", () => {
    for (const isPutElsewhere of [true, false]) {
      const scene = new Scene();
      const second = scene.place("player", `${scene.alex.place}#2`);
      scene.pass(() => {
        const copy = scene.copy(scene.item, second);
        if (isPutElsewhere) scene.move(copy, scene.chest);
        return [];
      });
      for (let tick = 0; tick < 500; tick++) scene.pass();
      scene.scorer.close();
      const misses = scene.scorer.complaints.filter((text) => text.includes("miss:")).length;
      assert.deepEqual([misses, scene.forgave("one record")], isPutElsewhere ? [1, 0] : [0, 1]);
    }
  });

  it("left in that tick: the last look at a place comes before the tick ends in which it goes dark", () => {
    for (const isCited of [true, false]) {
      const scene = new Scene();
      const copy = scene.copyToBo();
      scene.pass(() => {
        scene.light(scene.bo, false);
        return [];
      });
      scene.scorer.take([scene.say("DUPLICATE_ITEM", scene.item, ...(isCited ? [copy] : []))]);
      assert.deepEqual([scene.scorer.alarms.hard, scene.forgave("left in that tick")], isCited ? [0, 1] : [1, 0]);
    }
  });

  it("came without a word: a third copy that nobody was told of", () => {
    for (const isReported of [false, true]) {
      const scene = new Scene();
      const copy = scene.copyToBo();
      scene.pass(() => {
        const third = scene.copy(scene.item, scene.chest);
        return isReported ? scene.report(third, scene.bo, scene.chest) : [];
      });
      scene.scorer.take([scene.say("DUPLICATE_ITEM", scene.item, copy)]);
      const { evidenceGaps } = scene.scorer.alarms;
      assert.deepEqual([evidenceGaps, scene.forgave("came without a word")], isReported ? [1, 0] : [0, 1]);
    }
  });

  it("just joined: a third copy with a player of whom it is not known yet what is theirs", () => {
    for (const isKnown of [false, true]) {
      const scene = new Scene({ answerTicks: 50 });
      const copy = scene.copyToBo();
      const cleo = scene.player(3);
      if (!isKnown) cleo.unsettledUntil = scene.truth.tick + 100;
      scene.pass(() => scene.report(scene.copy(scene.item, cleo), cleo));
      scene.scorer.take([scene.say("DUPLICATE_ITEM", scene.item, copy)]);
      assert.deepEqual([scene.scorer.alarms.evidenceGaps, scene.forgave("just joined")], isKnown ? [1, 0] : [0, 1]);
    }
  });

  it("names no place: the bare rule has not looked", () => {
    const scene = new Scene();
    scene.copyToBo();
    scene.scorer.take([scene.say("DUPLICATE_ITEM", { location: "world:0,0,0" })]);
    assert.deepEqual([scene.scorer.alarms.evidenceGaps, scene.forgave("names no place")], [0, 1]);
  });

  it("seen a moment ago, third copy elsewhere: what servers of a network saw one after the other, and asked in pairs", () => {
    const scene = new Scene({ answerTicks: 50 });
    const copy = scene.copyToBo();
    scene.pass(() => scene.report(scene.copy(scene.item, scene.far), scene.bo, scene.far));
    const pair = scene.say("DUPLICATE_ITEM", scene.item, copy, { place: "server:b/block:world:9,9,9", tick: -1 });
    scene.scorer.take([pair]);
    assert.deepEqual([scene.scorer.alarms.evidenceGaps, scene.forgave("third copy elsewhere")], [0, 1]);
    const late = scene.say(
      "DUPLICATE_ITEM",
      { place: "server:b/block:world:9,9,9", tick: -1 },
      { tick: scene.truth.tick + 3 },
    );
    for (const stack of [...scene.item.lineage!.instances].slice(1)) scene.items.end(stack);
    for (let tick = 0; tick < 3; tick++) scene.pass();
    scene.scorer.take([late]);
    assert.deepEqual([scene.scorer.alarms.hard, scene.forgave("seen a moment ago")], [0, 1]);
  });

  it("seen a moment ago: what another server saw, and what went on within it before that was told", () => {
    for (const wasThere of [true, false]) {
      const scene = new Scene({ answerTicks: 50 });
      scene.pass(() => scene.report(scene.copy(scene.item, scene.far), scene.bo, scene.far));
      const seen = { place: `server:far/block:world:${wasThere ? "5,5,5" : "9,9,9"}`, tick: -1 };
      const further = scene.place("block", "block:world:6,6,6", "far");
      const [, copy] = scene.item.lineage!.instances;
      scene.pass(() => {
        scene.move(copy!, further);
        return [];
      });
      scene.scorer.take([scene.say("DUPLICATE_ITEM", scene.item, seen)]);
      assert.deepEqual([scene.scorer.detectedAt.size, scene.forgave("seen a moment ago")], wasThere ? [1, 1] : [0, 0]);
    }
  });

  it("used up since: a suspicion that names an end, of what had been copied", () => {
    for (const isCopied of [true, false]) {
      const scene = new Scene();
      if (isCopied) scene.items.end(scene.copyToBo());
      scene.pass();
      scene.scorer.take([scene.say("DUPLICATE_SUSPECTED", scene.item, { place: ENDED })]);
      assert.deepEqual([scene.scorer.alarms.soft, scene.forgave("used up since")], isCopied ? [0, 1] : [1, 0]);
    }
  });

  it("used up since: a suspicion that was raised while there were two", () => {
    for (const isCopied of [true, false]) {
      const scene = new Scene();
      const copy = isCopied ? scene.copyToBo() : undefined;
      const raised = scene.say("DUPLICATE_SUSPECTED", scene.item, { place: "block:world:9,9,9", tick: -1 });
      scene.pass(() => {
        if (copy !== undefined) scene.items.end(copy);
        return [];
      });
      scene.pass();
      scene.scorer.take([raised]);
      assert.deepEqual([scene.scorer.alarms.soft, scene.forgave("used up since")], isCopied ? [0, 1] : [1, 0]);
    }
  });

  it("joined its case: one more copy of what is proven and still there", () => {
    for (const isProven of [true, false]) {
      const scene = new Scene();
      const copy = scene.copyToBo();
      if (isProven) scene.scorer.take([scene.say("DUPLICATE_ITEM", scene.item, copy)]);
      scene.pass(() => [scene.copy(scene.item, scene.chest).home!]);
      assert.equal(scene.scorer.detectedAt.has(scene.truth.events[1]!), isProven);
      assert.equal(scene.forgave("joined its case"), isProven ? 1 : 0);
    }
  });

  it("joined its case: what a crash brings back of what was proven and there until then", () => {
    for (const [ticksBefore, isProven, isForgiven] of [
      [0, true, true],
      [1, true, true],
      [2, true, true],
      [3, true, false],
      [1, false, false],
    ] as const) {
      const scene = new Scene();
      const copy = scene.copyToBo();
      if (isProven) scene.scorer.take([scene.say("DUPLICATE_ITEM", scene.item, copy)]);
      const saved = savedStack(copy);
      // Used up before the server died; or in sight until then.
      if (ticksBefore > 0)
        scene.pass(() => {
          scene.items.end(copy);
          return [];
        });
      for (let tick = 1; tick < ticksBefore; tick++) scene.pass();
      scene.pass(() => {
        scene.truth.epochTick = scene.truth.tick;
        scene.light(scene.bo, false);
        scene.truth.duplication("D19", "test", () => scene.items.fill(scene.bo, [[5, saved]]));
        return [];
      });
      const what = `${ticksBefore} ticks before, proven: ${isProven}`;
      assert.equal(scene.scorer.detectedAt.has(scene.truth.events[1]!), isForgiven, what);
      assert.equal(scene.forgave("joined its case"), isForgiven ? 1 : 0, what);
    }
  });

  it("joined its case: the same, when a server had come up a moment before, and could not know of the case yet", () => {
    for (const [ranTicks, wereTwo] of [
      [46, true],
      [47, true],
      [46, false],
    ] as const) {
      const scene = new Scene();
      const copy = scene.copyToBo();
      scene.scorer.take([scene.say("DUPLICATE_ITEM", scene.item, copy)]);
      const saved = savedStack(copy);
      const useUp = () => {
        scene.items.end(copy);
        return [];
      };
      if (!wereTwo) scene.pass(useUp);
      const startedTick = scene.truth.tick;
      scene.pass(wereTwo ? useUp : undefined);
      for (let tick = 2; tick < ranTicks; tick++) scene.pass();
      scene.pass(() => {
        Object.assign(scene.truth, { epochTick: scene.truth.tick, startedTick });
        scene.light(scene.bo, false);
        scene.truth.duplication("D19", "test", () => scene.items.fill(scene.bo, [[5, saved]]));
        return [];
      });
      const isForgiven = ranTicks <= 46 && wereTwo;
      assert.equal(scene.forgave("joined its case"), isForgiven ? 1 : 0, `${ranTicks} ticks, two: ${wereTwo}`);
    }
  });

  it("the sweep's time: later than the touch allows, and no later than that", () => {
    for (const [ticks, isLate] of [
      [16, false],
      [100, false],
      [450, true],
    ] as const) {
      const scene = new Scene();
      const copy = scene.copyToBo();
      for (let tick = 0; tick < ticks; tick++) scene.pass();
      scene.scorer.take([scene.say("DUPLICATE_ITEM", scene.item, copy)]);
      for (let tick = 0; tick < 20; tick++) scene.pass();
      scene.scorer.close();
      const late = scene.scorer.complaints.filter((text) => text.includes("late:")).length;
      assert.deepEqual([late, scene.forgave("the sweep's time")], [isLate ? 1 : 0, ticks === 100 ? 1 : 0]);
    }
  });
}
