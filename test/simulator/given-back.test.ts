import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { encodeStack } from "../../simulator/world/sim-item.ts";
import { TinyTruth } from "./tiny-truth.ts";

describe("what staff give back is", () => {
  it("new under its fresh id, and a copy where a crash had left it in the world and they give it a second time", () => {
    const tiny = new TinyTruth();
    const [alex, bo, carl] = [tiny.player(1), tiny.player(2), tiny.player(3)];
    const taken = encodeStack(tiny.box(alex), 1);
    const given = [bo, carl].map((player) => {
      const box = tiny.items.decode(taken);
      // Placing a box ends its id, but not those of what is in it: from then on it is another box.
      box.tag = `fresh id of the box for ${player.place}`;
      box.inside!.stacks()[0]!.tag = "fresh id of the sword";
      tiny.items.admit(box);
      player.add(box);
      tiny.tick();
      return box;
    });
    const swords = given.map((box) => box.inside!.stacks()[0]!);
    assert.equal(swords[0]!.lineage, swords[1]!.lineage);
    assert.equal(swords[0]!.lineage!.watch!.state, "D+");
    assert.notEqual(given[0]!.lineage, given[1]!.lineage);
    assert.equal(tiny.truth.events.length, 1);
  });
});
