import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { measure } from "../../simulator/measure.ts";
import { table } from "../../simulator/output/table.ts";
import { PRESETS } from "../../simulator/presets.ts";
import { silenceOf } from "../../simulator/scoring/totals.ts";
import { TinyTruth } from "./tiny-truth.ts";

/** The cause that the silence about the only duplication would have now. */
const silence = ({ truth }: TinyTruth) => silenceOf(truth.events[0]!, truth.limits);

it("what became due is not due when the process died before it had the time to tell it; what is still there is due again", () => {
  const storeTicks = 6;
  for (const [ticks, isGone, expected] of [
    [17 + storeTicks, true, true],
    [17 + storeTicks - 1, true, false],
    [17 + storeTicks - 1, false, true],
  ] as const) {
    const tiny = new TinyTruth({ storeTicks });
    const [alex, bo] = [tiny.player(1), tiny.player(2)];
    const sword = tiny.sword(alex);
    tiny.tick(() => tiny.report(sword, alex));
    tiny.tick(() => tiny.report(tiny.copy(sword, bo), bo));
    for (let tick = 0; tick < ticks; tick++) tiny.tick();
    tiny.truth.crashed();
    tiny.tick(() => {
      if (isGone) tiny.items.end(sword);
      return [];
    });
    const [event] = tiny.truth.events;
    assert.equal(event!.dueTick >= 0, expected, `${ticks} ticks, gone: ${isGone}`);
  }
});

it("nothing is due before both copies could be looked at for long enough: nobody looks at what a player has who has just joined", () => {
  for (const [ticksInSight, expected] of [
    [15, false],
    [16, true],
  ] as const) {
    const tiny = new TinyTruth();
    const [alex, bo, ground] = [tiny.player(1), tiny.player(2), tiny.place("ground", "ground:world:0,0")];
    const sword = tiny.sword(alex);
    tiny.tick(() => tiny.report(sword, alex));
    bo.unsettledUntil = tiny.truth.tick + 300;
    const copy = tiny.copy(sword, bo);
    for (let tick = 0; tick < 50; tick++) tiny.tick(() => tiny.report(copy, bo));
    tiny.tick(() => {
      tiny.move(copy, ground);
      return tiny.report(copy, bo, ground);
    });
    for (let tick = 0; tick < ticksInSight; tick++) tiny.tick();
    assert.equal(tiny.truth.events[0]!.dueTick >= 0, expected, `${ticksInSight} ticks in sight`);
  }
});

describe("why nobody spoke of a duplication", () => {
  it("no id in common: the copies never carried the same", () => {
    const tiny = new TinyTruth();
    const sword = tiny.sword(tiny.player(1));
    tiny.tick();
    tiny.tick(() => {
      tiny.copy(sword, tiny.player(2)).tag = "another";
      return [];
    });
    assert.equal(silence(tiny), "no id in common");
  });

  it("never two in sight: the other one stayed in the dark", () => {
    const tiny = new TinyTruth();
    const chest = tiny.place("block", "block:world:0,0,0");
    const sword = tiny.sword(tiny.player(1));
    tiny.light(chest, false);
    tiny.tick(() => {
      tiny.copy(sword, chest);
      return [];
    });
    for (let tick = 0; tick < 500; tick++) tiny.tick();
    assert.equal(silence(tiny), "never two in sight");
  });

  it("one record: two sessions of one account show it", () => {
    const tiny = new TinyTruth();
    const first = tiny.player(1);
    const second = tiny.place("player", `${first.place}#2`);
    const sword = tiny.sword(first);
    tiny.tick(() => {
      tiny.copy(sword, second);
      return [];
    });
    assert.equal(silence(tiny), "one record");
  });

  it("gone before the second look, gone before anybody came, or still to be found", () => {
    for (const [ticks, expected] of [
      [10, "gone before the second look"],
      [100, "gone before anybody came"],
    ] as const) {
      const tiny = new TinyTruth();
      const [one, other] = [tiny.place("block", "block:world:0,0,0"), tiny.place("block", "block:world:1,0,0")];
      const sword = tiny.sword(one);
      let copy = sword;
      tiny.tick(() => {
        copy = tiny.copy(sword, other);
        return [];
      });
      for (let tick = 0; tick < ticks; tick++) tiny.tick();
      assert.equal(silence(tiny), "the run ended");
      tiny.tick(() => {
        tiny.items.end(copy);
        return [];
      });
      assert.equal(silence(tiny), expected);
    }
  });

  it("missed: it was due", () => {
    const tiny = new TinyTruth();
    const [one, other] = [tiny.player(1), tiny.player(2)];
    const sword = tiny.sword(one);
    tiny.tick(() => {
      tiny.copy(sword, other);
      return [];
    });
    for (let tick = 0; tick < 500; tick++) tiny.tick();
    assert.equal(silence(tiny), "missed");
  });
});

describe("the totals of a run", () => {
  it("add up: what was duplicated was told, suspected only, or is silent for a cause", async () => {
    const measurements = await measure({
      knobs: PRESETS.anarchy,
      seed: 7,
      acts: 3000,
      detectors: ["oracle", "looker"],
    });
    for (const { result } of measurements) {
      const { raw, due, told, suspectedOnly, silent, silentBecause } = result.totals;
      assert.ok(raw >= due && due > 0);
      assert.equal(told + suspectedOnly + silent, raw);
      assert.equal(
        Object.values(silentBecause).reduce((sum, count) => sum + count, 0),
        silent,
      );
    }
    assert.equal(measurements[0]!.result.totals.silentBecause.missed, 0);
    assert.match(table(measurements), /raw duplications.*\n.*due.*\n.*told.*\n.*suspected only.*\n.*silent/);
  });
});
