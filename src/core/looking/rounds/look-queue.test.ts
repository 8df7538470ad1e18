import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakePlayer } from "../../../testing/fake-player.ts";
import { LookQueue, QueuedLook } from "./look-queue.ts";

const CHEST = "block:world:1,2,3";

describe("the queue of looks", () => {
  it("names each place once, in the order in which it was first mentioned", () => {
    const lookQueue = new LookQueue();
    for (const place of [CHEST, "a", CHEST, "b", "a"]) lookQueue.add(place, "SCAN", undefined);
    assert.deepEqual(
      lookQueue.takeAll().map(({ place }) => place),
      [CHEST, "a", "b"],
    );
    assert.deepEqual(lookQueue.takeAll(), []);
  });

  it("puts what there was no time for before what came since", () => {
    const lookQueue = new LookQueue();
    for (const place of [CHEST, "a", "b"]) lookQueue.add(place, "SCAN", undefined);
    const [, ...late] = lookQueue.takeAll();
    lookQueue.add("c", "SCAN", undefined);
    lookQueue.add("a", "CONTAINER_TRANSFER", undefined, false, true);
    lookQueue.putBack(late);
    assert.deepEqual(
      lookQueue.takeAll().map(({ place, action, isMove }) => [place, action, isMove]),
      [
        ["a", "CONTAINER_TRANSFER", true],
        ["b", "SCAN", false],
        ["c", "SCAN", false],
      ],
    );
  });

  it("has what players carry, and where something was moved, looked at first when there is too much", () => {
    const lookQueue = new LookQueue();
    const places = Array.from({ length: 1000 }, (_, x) => `block:world:${x},64,0`);
    for (const place of places) lookQueue.add(place, "SCAN", undefined);
    lookQueue.add("player:alex", "JOIN", undefined);
    lookQueue.add(places[900]!, "CONTAINER_TRANSFER", undefined, false, true);
    const taken = lookQueue.takeAll();
    assert.deepEqual(
      taken.slice(0, 4).map(({ place }) => place),
      [places[900], "player:alex", places[0], places[1]],
    );
    lookQueue.putBack(taken.slice(1));
    lookQueue.add("player:bo", "JOIN", undefined);
    assert.deepEqual(
      lookQueue.takeAll().flatMap(({ place }, at) => (at < 4 ? [place] : [])),
      ["player:alex", "player:bo", places[0], places[1]],
    );
    let left = 0;
    for (let ticks = 0; ticks < 10; ticks++) left += lookQueue.takeAll().length;
    assert.equal(left, 1001 - 256, "nothing is dropped");
  });

  it("keeps who was there first, and prefers somebody to nobody", () => {
    const lookQueue = new LookQueue();
    const [alex, bea] = [new FakePlayer("Alex"), new FakePlayer("Bea")];
    lookQueue.add(CHEST, "SCAN", undefined);
    lookQueue.add(CHEST, "CONTAINER_OPEN", alex);
    lookQueue.add(CHEST, "CONTAINER_TRANSFER", bea);
    assert.deepEqual(lookQueue.takeAll(), [new QueuedLook(CHEST, "CONTAINER_OPEN", alex, false, false)]);
  });

  it("remembers that something moved, and that it was seen, whatever else was mentioned", () => {
    const lookQueue = new LookQueue();
    const alex = new FakePlayer("Alex");
    lookQueue.add(CHEST, "CONTAINER_OPEN", alex, true);
    lookQueue.add(CHEST, "CONTAINER_TRANSFER", undefined, false, true);
    lookQueue.add(CHEST, "CONTAINER_TRANSFER", undefined);
    assert.deepEqual(lookQueue.takeAll(), [new QueuedLook(CHEST, "CONTAINER_OPEN", alex, true, true)]);
  });

  it("forgets a place that was looked at for another reason", () => {
    const lookQueue = new LookQueue();
    lookQueue.add(CHEST, "SCAN", undefined);
    lookQueue.strike(CHEST);
    assert.deepEqual(lookQueue.takeAll(), []);
  });

  it("leaves what is too much for one tick to the next, and drops nothing", () => {
    const lookQueue = new LookQueue();
    const places = Array.from({ length: 1000 }, (_, n) => `block:world:${n},0,0`);
    for (const place of places) lookQueue.add(place, "SCAN", undefined);
    const ticks: string[][] = [];
    while (lookQueue.size > 0) ticks.push(lookQueue.takeAll().map(({ place }) => place));
    assert.ok(ticks.length > 1);
    assert.deepEqual(ticks.flat(), places);
  });
});
