import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../testing/fake-id.ts";
import { NOON } from "../../testing/hand-clock.ts";
import { blockPlace, playerPlace } from "../model/place.ts";
import { Epoch } from "./epoch.ts";
import { RestoredItems } from "./restored-items.ts";

const SWORD = fakeId(1);
const [CHEST, ALEX] = [blockPlace({ world: "world", x: 1, y: 2, z: 3 }), playerPlace(fakeId(9))];

function epoch(wasCleanStop: boolean, crashNoticedMs?: number): Epoch {
  const begun = new Epoch();
  begun.begin(wasCleanStop, NOON, crashNoticedMs);
  return begun;
}

describe("after a crash", () => {
  it("what the store says of an id is doubtful until this process has seen it", () => {
    const crashed = epoch(false, NOON);
    assert.ok(crashed.isDoubtful(SWORD));
    crashed.confirm(SWORD);
    assert.equal(crashed.isDoubtful(SWORD), false);
    assert.ok(crashed.isDoubtful(fakeId(2)));
    assert.equal(epoch(true).isDoubtful(SWORD), false, "after a clean stop nothing is");
  });

  it("what was confirmed before it stays doubtful over a clean restart", () => {
    const later = epoch(true, NOON - 1000);
    assert.ok(later.isFromBeforeCrash(NOON - 1001));
    assert.equal(later.isFromBeforeCrash(NOON - 1000), false);
    assert.equal(epoch(true).isFromBeforeCrash(0), false, "without a crash nothing is");
  });

  it("a clock that was set back since does not make doubtful what this process sees", () => {
    const crashed = epoch(false, NOON + 3_600_000);
    assert.equal(crashed.isFromBeforeCrash(NOON), false);
  });

  it("copies are the crash's when the world brought both back, untouched", () => {
    const restored = new RestoredItems(epoch(false, NOON));
    restored.isFromBefore(SWORD);
    restored.arrived(SWORD, CHEST);
    assert.equal(restored.isFromCrash(SWORD), false, "one copy is none too many");
    restored.arrived(SWORD, ALEX);
    assert.ok(restored.isFromCrash(SWORD));
  });

  it("but not when one of them turned up where a look had been, or was new after the crash, or there was none", () => {
    const laidDown = new RestoredItems(epoch(false, NOON));
    laidDown.isFromBefore(SWORD);
    laidDown.arrived(SWORD, ALEX);
    laidDown.looked(CHEST);
    laidDown.arrived(SWORD, CHEST);
    assert.equal(laidDown.isFromCrash(SWORD), false, "somebody put it there");
    const unknown = new RestoredItems(epoch(false, NOON));
    for (const place of [ALEX, CHEST]) unknown.arrived(SWORD, place);
    assert.equal(unknown.isFromCrash(SWORD), false, "no crash makes two of what is new");
    const clean = new RestoredItems(epoch(true));
    clean.isFromBefore(SWORD);
    for (const place of [ALEX, CHEST]) clean.arrived(SWORD, place);
    assert.equal(clean.isFromCrash(SWORD), false);
  });
});
