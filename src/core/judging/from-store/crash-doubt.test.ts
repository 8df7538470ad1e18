import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { NOON } from "../../../testing/unpublished/hand-clock.ts";
import { blockPlace, playerPlace } from "../../model/place.ts";
import { CrashDoubt } from "./crash-doubt.ts";

const SWORD = fakeId(1);
const [CHEST, ALEX] = [blockPlace({ world: "world", x: 1, y: 2, z: 3 }), playerPlace(fakeId(9))];

function crashDoubt(wasCleanStop: boolean, crashNoticedMs?: number): CrashDoubt {
  const begun = new CrashDoubt();
  begun.begin(wasCleanStop, NOON, crashNoticedMs);
  return begun;
}

describe("after a crash", () => {
  it("what the store says of an id is doubtful until this process has seen it", () => {
    const crashed = crashDoubt(false, NOON);
    assert.ok(crashed.isDoubtful(SWORD));
    crashed.noteConfirmed(SWORD);
    assert.equal(crashed.isDoubtful(SWORD), false);
    assert.ok(crashed.isDoubtful(fakeId(2)));
    assert.equal(crashDoubt(true).isDoubtful(SWORD), false, "after a clean stop nothing is");
  });

  it("does not remember without end what this process has seen", () => {
    const crashed = crashDoubt(false, NOON);
    for (let id = 0; id < 300_000; id++) crashed.noteConfirmed(`${id}`);
    assert.equal(crashed.isDoubtful("299999"), false);
    assert.ok(crashed.isDoubtful("0"));
  });

  it("what was confirmed before it stays doubtful over a clean restart", () => {
    const later = crashDoubt(true, NOON - 1000);
    assert.ok(later.isFromBeforeCrash(NOON - 1001));
    assert.equal(later.isFromBeforeCrash(NOON - 1000), false);
    assert.equal(crashDoubt(true).isFromBeforeCrash(0), false, "without a crash nothing is");
  });

  it("a clock that was set back since does not make doubtful what this process sees", () => {
    const crashed = crashDoubt(false, NOON + 3_600_000);
    assert.equal(crashed.isFromBeforeCrash(NOON), false);
  });

  it("copies are the crash's when the world brought both back, untouched", () => {
    const restored = crashDoubt(false, NOON);
    restored.markKnownBefore(SWORD);
    restored.countRestored(SWORD, CHEST);
    assert.equal(restored.isMadeByCrash(SWORD), false, "one copy is none too many");
    restored.countRestored(SWORD, ALEX);
    assert.ok(restored.isMadeByCrash(SWORD));
  });

  it("also when the first looks came before the store could say that there was one", () => {
    for (const wasCleanStop of [false, true]) {
      const early = new CrashDoubt();
      early.countRestored(SWORD, CHEST);
      early.noteLook(CHEST);
      early.countRestored(SWORD, ALEX);
      early.begin(wasCleanStop, NOON, NOON);
      early.markKnownBefore(SWORD);
      assert.equal(early.isMadeByCrash(SWORD), !wasCleanStop);
      assert.equal(early.isFirstLook(CHEST), false);
    }
  });

  it("but not when there were two before both had come to light, or what came to light again was the same one", () => {
    const copied = crashDoubt(false, NOON);
    copied.markKnownBefore(SWORD);
    copied.countRestored(SWORD, ALEX);
    copied.noteSeveral(SWORD);
    copied.countRestored(SWORD, CHEST);
    assert.equal(copied.isMadeByCrash(SWORD), false);
    const moved = crashDoubt(false, NOON);
    moved.markKnownBefore(SWORD);
    for (const place of [ALEX, CHEST]) moved.countRestored(SWORD, place);
    moved.noteSingle(SWORD);
    moved.noteSeveral(SWORD);
    assert.equal(moved.isMadeByCrash(SWORD), false);
    assert.ok(moved.isRolledBack(SWORD), "the one is what the crash brought back");
  });

  it("but not when one of them turned up where a look had been, or was new after the crash, or there was none", () => {
    const laidDown = crashDoubt(false, NOON);
    laidDown.markKnownBefore(SWORD);
    laidDown.countRestored(SWORD, ALEX);
    laidDown.noteLook(CHEST);
    laidDown.countRestored(SWORD, CHEST);
    assert.equal(laidDown.isMadeByCrash(SWORD), false, "somebody put it there");
    const unknown = crashDoubt(false, NOON);
    for (const place of [ALEX, CHEST]) unknown.countRestored(SWORD, place);
    assert.equal(unknown.isMadeByCrash(SWORD), false, "no crash makes two of what is new");
    const clean = crashDoubt(true);
    clean.markKnownBefore(SWORD);
    for (const place of [ALEX, CHEST]) clean.countRestored(SWORD, place);
    assert.equal(clean.isMadeByCrash(SWORD), false);
  });
});
