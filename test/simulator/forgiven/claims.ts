import assert from "node:assert/strict";
import { it } from "node:test";
import { SLACK_TICKS } from "../../../simulator/truth/limits.ts";
import { Scene } from "./scene.ts";

/** Claims on dark places. */
export function forgivenClaims(): void {
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
}
