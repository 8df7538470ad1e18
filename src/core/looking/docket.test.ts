import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakePlayer } from "../../testing/fake-player.ts";
import { Docket, DocketEntry } from "./docket.ts";

const CHEST = "block:world:1,2,3";

describe("the docket", () => {
  it("names each place once, in the order in which it was first mentioned", () => {
    const docket = new Docket();
    for (const place of [CHEST, "a", CHEST, "b", "a"]) docket.add(place, "SCAN", undefined);
    assert.deepEqual(
      docket.take().map(({ place }) => place),
      [CHEST, "a", "b"],
    );
    assert.deepEqual(docket.take(), []);
  });

  it("puts what there was no time for before what came since", () => {
    const docket = new Docket();
    for (const place of [CHEST, "a", "b"]) docket.add(place, "SCAN", undefined);
    const [, ...late] = docket.take();
    docket.add("c", "SCAN", undefined);
    docket.add("a", "CONTAINER_TRANSFER", undefined, false, true);
    docket.putBack(late);
    assert.deepEqual(
      docket.take().map(({ place, action, isMove }) => [place, action, isMove]),
      [
        ["a", "CONTAINER_TRANSFER", true],
        ["b", "SCAN", false],
        ["c", "SCAN", false],
      ],
    );
  });

  it("keeps who was there first, and prefers somebody to nobody", () => {
    const docket = new Docket();
    const [alex, bea] = [new FakePlayer("Alex"), new FakePlayer("Bea")];
    docket.add(CHEST, "SCAN", undefined);
    docket.add(CHEST, "CONTAINER_OPEN", alex);
    docket.add(CHEST, "CONTAINER_TRANSFER", bea);
    assert.deepEqual(docket.take(), [new DocketEntry(CHEST, "CONTAINER_OPEN", alex, false, false)]);
  });

  it("remembers that something moved, and that it was seen, whatever else was mentioned", () => {
    const docket = new Docket();
    const alex = new FakePlayer("Alex");
    docket.add(CHEST, "CONTAINER_OPEN", alex, true);
    docket.add(CHEST, "CONTAINER_TRANSFER", undefined, false, true);
    docket.add(CHEST, "CONTAINER_TRANSFER", undefined);
    assert.deepEqual(docket.take(), [new DocketEntry(CHEST, "CONTAINER_OPEN", alex, true, true)]);
  });

  it("forgets a place that was looked at for another reason", () => {
    const docket = new Docket();
    docket.add(CHEST, "SCAN", undefined);
    docket.strike(CHEST);
    assert.deepEqual(docket.take(), []);
  });

  it("leaves what is too much for one tick to the next, and drops nothing", () => {
    const docket = new Docket();
    const places = Array.from({ length: 1000 }, (_, n) => `block:world:${n},0,0`);
    for (const place of places) docket.add(place, "SCAN", undefined);
    const ticks: string[][] = [];
    while (docket.size > 0) ticks.push(docket.take().map(({ place }) => place));
    assert.ok(ticks.length > 1);
    assert.deepEqual(ticks.flat(), places);
  });
});
