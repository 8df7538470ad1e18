import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, describe, it } from "node:test";
import type { CitedCopy, DetectorVerdict } from "../../simulator/detectors/detector.ts";
import { FORGIVEN, type Forgiven } from "../../simulator/scoring/forgiven.ts";
import { Scorer } from "../../simulator/scoring/scorer.ts";
import { type Limits, SLACK_TICKS } from "../../simulator/truth/truth.ts";
import type { Slots } from "../../simulator/world/slots.ts";
import { rootOf, type Stack } from "../../simulator/world/stack.ts";
import { ENDED } from "../../src/core/model/place.ts";
import { TinyTruth } from "./tiny-truth.ts";

/** A truth with a scorer: Alex has had a sword for a while, and there are a chest and Bo. */
class Scene extends TinyTruth {
  readonly scorer = new Scorer(this.truth, false);
  readonly alex = this.player(1);
  readonly bo = this.player(2);
  readonly chest = this.place("block", "block:world:0,0,0");
  /** On another server. */
  readonly far = this.place("block", "block:world:5,5,5", "far");
  readonly item = this.sword(this.alex);

  constructor(limits: Partial<Limits> = {}) {
    super(limits);
    this.scorer.removals.isRemoving = true;
    this.pass(() => this.report(this.item, this.alex));
  }

  /** One tick, with what the detector says after it. */
  pass(happens: () => readonly Slots[] = () => [], ...verdicts: readonly DetectorVerdict[]): void {
    let touched: readonly Slots[] = [];
    this.tick(() => {
      touched = happens();
      return touched;
    });
    this.scorer.tickEnd(new Set(touched));
    this.scorer.take(verdicts);
  }

  /** Bo gets a copy, and is reported with it. */
  copyToBo(): Stack {
    let made: Stack | undefined;
    this.pass(() => {
      made = this.copy(this.item, this.bo);
      return this.report(made, this.bo);
    });
    return made!;
  }

  say(type: DetectorVerdict["type"], ...copies: readonly (Stack | Partial<CitedCopy>)[]): DetectorVerdict {
    const itemId = this.item.tag!;
    const tick = this.truth.tick;
    const cite = (copy: Stack | Partial<CitedCopy>): CitedCopy => {
      if (!("instance" in copy)) return { itemId, place: "", tick, ...copy };
      const { root, slot } = rootOf(copy)!;
      return { itemId, place: root.place, slot, tick };
    };
    return { type, itemIds: [itemId], copies: copies.map(cite), caseNumber: 1 };
  }

  forgave(name: Forgiven): number {
    tested.add(name);
    return this.scorer.forgiven[name];
  }

  take(stack: Stack): void {
    this.scorer.removed({ tick: this.truth.tick, stack, count: 1, data: new Uint8Array() });
    this.items.end(stack);
    this.scorer.removals.tickEnd();
  }
}

const tested = new Set<Forgiven>();
after(() => assert.deepEqual([...tested].sort(), Object.keys(FORGIVEN).sort(), "each has a test here"));

describe("what is forgiven, and what is not without its reason", () => {
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

  it("kept in the dark, keeper died meanwhile: a removal that was right when a network decided it", () => {
    for (const [limits, wrongful] of [
      [{ answerTicks: 50 }, 0],
      [{}, 1],
    ] as const) {
      const dark = new Scene(limits);
      const copy = dark.copyToBo();
      dark.light(dark.alex, false);
      dark.pass();
      dark.take(copy);
      assert.deepEqual(
        [dark.scorer.removals.counts.wrongful, dark.forgave("kept in the dark")],
        [wrongful, 1 - wrongful],
      );

      const died = new Scene(limits);
      const last = died.copyToBo();
      died.pass();
      died.truth.rollback(() => died.items.end(died.item));
      died.truth.epochTick = died.truth.tick + 1;
      died.pass();
      died.take(last);
      assert.deepEqual(
        [died.scorer.removals.counts.wrongful, died.forgave("keeper died meanwhile")],
        [wrongful, 1 - wrongful],
      );
    }
  });

  it("keeper used up meanwhile: by its holder, and not by a detector that takes both", () => {
    for (const isTaken of [false, true]) {
      const scene = new Scene({ answerTicks: 50 });
      const copy = scene.copyToBo();
      scene.pass();
      if (isTaken) scene.take(scene.item);
      else scene.items.end(scene.item);
      scene.pass();
      scene.take(copy);
      assert.deepEqual(
        [scene.scorer.removals.counts.wrongful, scene.forgave("keeper used up meanwhile")],
        isTaken ? [1, 0] : [0, 1],
      );
    }
  });

  it("no claim after a crash, after the detector was killed, and on a place that is back at once", () => {
    const claimed = (prepare: (scene: Scene) => void, isBackSoon = false) => {
      const scene = new Scene();
      scene.pass(() => {
        scene.move(scene.item, scene.chest);
        return scene.report(scene.item, scene.alex, scene.chest);
      });
      scene.chest.darkMark = { tick: scene.truth.tick, instance: scene.items.lastInstance };
      scene.light(scene.chest, false);
      prepare(scene);
      scene.pass();
      scene.copyToBo();
      if (isBackSoon) scene.light(scene.chest, true);
      for (let tick = 0; tick <= SLACK_TICKS; tick++) scene.pass();
      return scene;
    };
    assert.equal(claimed(() => undefined).scorer.contested.faults, 1, "else it is due");
    const crashed = claimed((scene) => {
      scene.truth.epochTick = scene.truth.tick;
    });
    assert.deepEqual([crashed.scorer.contested.faults, crashed.forgave("history is void")], [0, 1]);
    const killed = claimed((scene) => {
      scene.truth.killedTick = scene.truth.tick;
    });
    assert.deepEqual([killed.scorer.contested.faults, killed.forgave("the detector was killed")], [0, 1]);
    const back = claimed(() => undefined, true);
    assert.deepEqual([back.scorer.contested.faults, back.forgave("back before the claim")], [0, 1]);
  });

  it("on a network no claim on what a player shows who has just joined, or on a server that is cut off; else it may take as long as asking does", () => {
    const claimed = (prepare: (scene: Scene) => void, answerTicks: number) => {
      const scene = new Scene({ answerTicks });
      scene.pass(() => {
        scene.move(scene.item, scene.chest);
        return scene.report(scene.item, scene.alex, scene.chest);
      });
      scene.chest.darkMark = { tick: scene.truth.tick, instance: scene.items.lastInstance };
      scene.light(scene.chest, false);
      scene.pass();
      prepare(scene);
      const copy = scene.copyToBo();
      for (let tick = 0; tick <= SLACK_TICKS + 1; tick++) scene.pass();
      scene.pass(() => [], scene.say("DUPLICATE_SUSPECTED", copy));
      return scene.scorer.contested;
    };
    const joining = claimed(({ bo, truth }) => {
      bo.unsettledUntil = truth.tick + 100;
    }, 0);
    const neverLookedAt = claimed(({ chest, truth }) => {
      chest.unsettledUntil = truth.tick;
    }, 0);
    const cutOff = claimed(({ truth }) => {
      truth.cutOffUntil = new Map([["", truth.tick + 100]]);
    }, 0);
    const [late, inTime] = [claimed(() => undefined, 0), claimed(() => undefined, 10)];
    assert.deepEqual(
      [joining, neverLookedAt, cutOff, late, inTime].map(({ opportunities, faults }) => [opportunities, faults]),
      [
        [0, 0],
        [0, 0],
        [0, 0],
        [1, 1],
        [1, 0],
      ],
    );
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

  it("the keep rule: nobody was first, planned when proven, the original stayed", () => {
    const undecided = new Scene();
    const any = undecided.copyToBo();
    undecided.item.lineage!.watch!.settled = undefined;
    undecided.take(any);
    assert.deepEqual([undecided.scorer.removals.counts.policyErrors, undecided.forgave("nobody was first")], [0, 1]);

    const planned = new Scene();
    const named = planned.copyToBo();
    planned.item.lineage!.watch!.settled = new Set([named]);
    planned.item.lineage!.original = undefined;
    planned.scorer.removals.proven(planned.item.lineage!);
    planned.item.lineage!.watch!.settled = new Set([planned.item]);
    planned.take(planned.item);
    assert.deepEqual([planned.scorer.removals.counts.policyErrors, planned.forgave("planned when proven")], [0, 1]);

    const kept = new Scene();
    const copy = kept.copyToBo();
    kept.item.lineage!.watch!.settled = new Set([copy]);
    kept.take(copy);
    assert.deepEqual([kept.scorer.removals.counts.policyErrors, kept.forgave("the original stayed")], [0, 1]);

    const wrong = new Scene();
    wrong.copyToBo();
    wrong.take(wrong.item);
    assert.equal(wrong.scorer.removals.counts.policyErrors, 1);
  });

  it("the store was away: a claim, a proof and a removal come later", () => {
    for (const wasAway of [true, false]) {
      const scene = new Scene();
      const copy = scene.copyToBo();
      for (let tick = 0; tick < 450; tick++) {
        if (wasAway) scene.truth.storeWasAway();
        scene.pass();
      }
      scene.scorer.take([scene.say("DUPLICATE_ITEM", scene.item, copy)]);
      for (let tick = 0; tick < 45; tick++) {
        if (wasAway) scene.truth.storeWasAway();
        scene.pass();
      }
      scene.scorer.close();
      const { late, removals } = scene.scorer;
      assert.deepEqual([late.size, removals.counts.incomplete], wasAway ? [0, 0] : [1, 1]);
      assert.equal(scene.forgave("the store was away"), wasAway ? 2 : 0, "said late, and taken late");
    }
  });

  it("held back: copies that stay after a proof, of which staff were told why", () => {
    for (const isSaid of [true, false]) {
      const scene = new Scene();
      const copy = scene.copyToBo();
      scene.scorer.take([scene.say("DUPLICATE_ITEM", scene.item, copy)]);
      if (isSaid) scene.scorer.heldBack(scene.item.tag!);
      for (let tick = 0; tick < 50; tick++) scene.pass();
      const { incomplete } = scene.scorer.removals.counts;
      assert.deepEqual([incomplete, scene.forgave("held back")], isSaid ? [0, 1] : [1, 0]);
    }
  });

  it("held back: the same copies, proven once more, and no others", () => {
    for (const isAnother of [false, true]) {
      const scene = new Scene();
      const copy = scene.copyToBo();
      scene.scorer.take([scene.say("DUPLICATE_ITEM", scene.item, copy)]);
      scene.scorer.heldBack(scene.item.tag!);
      for (let tick = 0; tick < 50; tick++) scene.pass();
      const copies = isAnother ? [copy, scene.copyToBo()] : [copy];
      scene.scorer.take([scene.say("DUPLICATE_ITEM", scene.item, ...copies)]);
      for (let tick = 0; tick < 50; tick++) scene.pass();
      const { incomplete } = scene.scorer.removals.counts;
      assert.deepEqual([incomplete, scene.forgave("held back")], isAnother ? [1, 1] : [0, 2]);
    }
  });
});

it("docs/detection.md lists them, with their reasons", () => {
  const page = readFileSync(new URL("../../docs/detection.md", import.meta.url), "utf8");
  for (const [name, reason] of Object.entries(FORGIVEN)) assert.ok(page.includes(`| ${name} | ${reason} |`), name);
});

it("cutting a stack of boxes takes nothing out of them", () => {
  const tiny = new TinyTruth();
  const scorer = new Scorer(tiny.truth, false);
  const box = tiny.box(tiny.player(1));
  const [inner] = box.inside!.stacks();
  tiny.tick();
  tiny.truth.duplication("D06", "test", () => tiny.items.recount(box, 2));
  tiny.tick();
  scorer.removed({ tick: tiny.truth.tick, stack: box, count: 1, data: new Uint8Array() });
  tiny.items.recount(box, 1);
  assert.equal(scorer.removals.counts.wrongful, 0, "the last of what is inside is still there");
  assert.deepEqual(
    [scorer.removals.shortened.has(box.lineage!), scorer.removals.shortened.has(inner!.lineage!)],
    [true, false],
  );
});
