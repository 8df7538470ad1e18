import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { Platform } from "../../platform.ts";
import { Presence } from "../presence/presence.ts";
import { Sweep } from "./sweep.ts";

describe("the sweep", () => {
  it("goes through a small world once a second, and rests meanwhile", () => {
    const { sweep, looks } = start(3);
    for (let tick = 0; tick < 60; tick++) sweep.tick();
    assert.deepEqual(
      [...looks.values()].map((ticks) => ticks.length),
      [3, 3, 3],
    );
  });

  it("goes through every place of a large world within about twenty seconds, and again", () => {
    const { sweep, looks } = start(10_000);
    for (let tick = 0; tick < 1000; tick++) sweep.tick();
    assert.equal(looks.size, 10_000);
    for (const [first, second] of looks.values()) assert.ok(second! - first! <= 450, `${first} and then ${second}`);
  });

  it("looks at what is remembered and not listed any more, in every pass", () => {
    const { sweep, looks, presence } = start(3);
    presence.set("block:world:99,64,0", ["an id"], 0);
    for (let tick = 0; tick < 60; tick++) sweep.tick();
    assert.equal(looks.get("block:world:99,64,0")?.length, 3);
  });

  it("a tick end that has taken long leaves full places to the next, and comes to all of them", () => {
    const { sweep, looks } = start(100, { isSpent: true, effort: 4 });
    for (let tick = 0; tick < 200; tick++) sweep.tick();
    const perTick = Map.groupBy([...looks.values()].flat(), (tick) => tick);
    assert.equal(looks.size, 100);
    assert.equal(Math.max(...[...perTick.values()].map((ticks) => ticks.length)), 2);
  });

  it("tells when a pass begins and ends: everything was looked at in between", () => {
    const { sweep, passes, looks } = start(100);
    for (let tick = 0; tick < 100; tick++) sweep.tick();
    assert.ok(passes.length >= 2);
    for (const { began, ended } of passes) {
      for (const ticks of looks.values()) assert.ok(ticks.some((at) => at >= began && at <= ended));
    }
  });
});

function start(count: number, { isSpent = false, effort = 1 } = {}) {
  const clock = new HandClock();
  const presence = new Presence();
  const places = Array.from({ length: count }, (_, at) => `block:world:${at},64,0`);
  const looks = new Map<PlaceKey, number[]>();
  const passes: { began: number; ended: number }[] = [];
  let [tick, began] = [0, 0];
  const look = (place: PlaceKey) => {
    looks.set(place, [...(looks.get(place) ?? []), tick]);
  };
  const listener = {
    onPassBegin: () => {
      began = tick;
    },
    onPassEnd: () => passes.push({ began, ended: tick }),
  };
  const platform = { places: () => places } as unknown as Platform;
  const time = { now: () => clock.now(), isSpent };
  const sweep = new Sweep(platform, presence, time, look, listener, () => effort);
  return {
    sweep: {
      tick: () => {
        clock.pass(50);
        tick++;
        sweep.tick();
      },
    },
    looks,
    passes,
    presence,
  };
}
