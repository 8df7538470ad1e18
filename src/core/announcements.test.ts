import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../testing/fake-id.ts";
import { HandClock } from "../testing/hand-clock.ts";
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
    const { announcements, clock } = start();
    announcements.add({ cause: "kit", ids: [KIT], places: [CHEST] });
    clock.pass(60_000);
    assert.deepEqual([announcements.isAnnouncedId(KIT), announcements.isAnnouncedPlace(CHEST)], [true, true]);
    clock.pass(1);
    assert.deepEqual([announcements.isAnnouncedId(KIT), announcements.isAnnouncedPlace(CHEST)], [false, false]);
  });

  it("that are made again hold from then on, and leave the others as they are", () => {
    const { announcements, clock } = start();
    announcements.add({ cause: "kit", ids: [KIT, fakeId(2)] });
    clock.pass(40_000);
    announcements.add({ cause: "kit", ids: [KIT] });
    clock.pass(40_000);
    assert.deepEqual([announcements.isAnnouncedId(KIT), announcements.isAnnouncedId(fakeId(2))], [true, false]);
  });

  it("of an id that is no UUID are ignored", () => {
    const { announcements } = start();
    announcements.add({ cause: "kit", ids: ["sword"] });
    assert.equal(announcements.isAnnouncedId("sword"), false);
  });
});

function start() {
  const clock = new HandClock();
  return { clock, announcements: new Announcements(clock) };
}
