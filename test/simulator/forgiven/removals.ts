import assert from "node:assert/strict";
import { it } from "node:test";
import { Scene } from "./scene.ts";

/** What is taken, and what stays. */
export function forgivenRemovals(): void {
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
}
