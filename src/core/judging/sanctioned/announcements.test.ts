import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { GameClock } from "../../time/game-clock.ts";
import { Announcements } from "./announcements.ts";

const KIT = fakeId(1);
const CHEST = "block:world:1,2,3";

describe("announcements", () => {
  it("hold for the ids and places that they name, and for no others", () => {
    const { announcements } = start();
    announcements.add({ cause: "kit", ids: [KIT.toUpperCase()] });
    announcements.add({ cause: "shop", places: [CHEST] });
    assert.equal(announcements.isAnnouncedId(KIT), true);
    assert.equal(announcements.isAnnouncedPlace(CHEST), true);
    assert.equal(announcements.isAnnouncedId(fakeId(2)), false);
    assert.equal(announcements.isAnnouncedPlace("block:world:9,9,9"), false);
  });

  it("hold for a minute", () => {
    const { announcements, pass } = start();
    announcements.add({ cause: "kit", ids: [KIT], places: [CHEST] });
    pass(60_000);
    assert.deepEqual([announcements.isAnnouncedId(KIT), announcements.isAnnouncedPlace(CHEST)], [true, true]);
    pass(50);
    assert.deepEqual([announcements.isAnnouncedId(KIT), announcements.isAnnouncedPlace(CHEST)], [false, false]);
  });

  it("that are made again hold from then on, and leave the others as they are", () => {
    const { announcements, pass } = start();
    announcements.add({ cause: "kit", ids: [KIT, fakeId(2)] });
    pass(40_000);
    announcements.add({ cause: "kit", ids: [KIT] });
    pass(40_000);
    assert.deepEqual([announcements.isAnnouncedId(KIT), announcements.isAnnouncedId(fakeId(2))], [true, false]);
  });

  it("hold as long when the clock is set meanwhile, forward or back", () => {
    const { announcements, clock, pass } = start();
    announcements.add({ cause: "kit", ids: [KIT] });
    clock.pass(2 * 3_600_000);
    pass(59_000);
    assert.equal(announcements.isAnnouncedId(KIT), true);
    clock.pass(-3_600_000);
    pass(2_000);
    assert.equal(announcements.isAnnouncedId(KIT), false);
  });

  it("of an id that is no UUID are ignored", () => {
    const { announcements } = start();
    announcements.add({ cause: "kit", ids: ["sword"] });
    assert.equal(announcements.isAnnouncedId("sword"), false);
  });
});

function start() {
  const clock = new HandClock();
  const gameClock = new GameClock(clock);
  const announcements = new Announcements(gameClock);
  gameClock.beginTickEnd();
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) {
      clock.pass(50);
      gameClock.beginTickEnd();
    }
  };
  return { clock, announcements, pass };
}
