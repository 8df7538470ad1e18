import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { savedStack } from "../../simulator/world/snapshot.ts";
import { TinyTruth } from "./tiny-truth.ts";

describe("which copy was at the last known place", () => {
  it("is the one that was seen before the other came to light", () => {
    const tiny = new TinyTruth();
    const [alex, bo] = [tiny.player(1), tiny.player(2)];
    const sword = tiny.sword(alex);
    tiny.tick(() => tiny.report(sword, alex));
    tiny.tick(() => {
      const copy = tiny.copy(sword, bo);
      return tiny.report(copy, bo);
    });
    assert.deepEqual([...sword.lineage!.watch!.settled!], [sword]);
  });

  it("cannot be told when both are at one place, or when none was ever seen", () => {
    const tiny = new TinyTruth();
    const [alex, bo] = [tiny.player(1), tiny.player(2)];
    const sword = tiny.sword(alex);
    tiny.tick(() => tiny.report(sword, alex));
    tiny.tick(() => tiny.report(tiny.copy(sword, alex), alex));
    assert.equal(sword.lineage!.watch!.settled, undefined);
    const unseen = tiny.sword(alex);
    tiny.tick();
    tiny.tick(() => tiny.report(tiny.copy(unseen, bo), bo));
    assert.equal(unseen.lineage!.watch!.settled, undefined);
  });

  it("is the one whose move was reported when another place comes to light in the same tick", () => {
    const tiny = new TinyTruth();
    const [alex, bo, chest] = [tiny.player(1), tiny.player(2), tiny.place("block", "block:world:1,2,3")];
    const sword = tiny.sword(alex);
    tiny.tick(() => tiny.report(sword, alex));
    tiny.light(bo, false);
    tiny.tick(() => [bo]);
    tiny.tick(() => {
      tiny.copy(sword, bo);
      return [];
    });
    tiny.tick(() => {
      tiny.light(bo, true);
      tiny.move(sword, chest);
      return [bo, ...tiny.report(sword, alex, chest)];
    });
    assert.equal(sword.lineage!.watch!.state, "D+");
    assert.deepEqual([...sword.lineage!.watch!.settled!], [sword]);
  });

  it("cannot be told when both places were reported as its way, nor when it goes on without a word", () => {
    const tiny = new TinyTruth();
    const [alex, chest, ground] = [
      tiny.player(1),
      tiny.place("block", "block:world:1,2,3"),
      tiny.place("ground", "ground:world:0,0"),
    ];
    const sword = tiny.sword(alex);
    tiny.tick(() => tiny.report(sword, alex));
    tiny.tick(() => {
      tiny.copy(sword, ground);
      tiny.move(sword, chest);
      return [...tiny.report(sword, alex, ground), ...tiny.report(sword, alex, chest)];
    });
    assert.equal(sword.lineage!.watch!.settled, undefined);
    const bow = tiny.sword(alex);
    tiny.tick(() => tiny.report(bow, alex));
    tiny.tick(() => tiny.report(tiny.copy(bow, ground), alex, ground));
    assert.deepEqual([...bow.lineage!.watch!.settled!], [bow]);
    tiny.tick(() => {
      tiny.move(bow, chest);
      return [];
    });
    assert.equal(bow.lineage!.watch!.settled, undefined);
  });

  it("is the same after the server of one of them has died, and put it back where it was", () => {
    const tiny = new TinyTruth();
    const [alex, here, there] = [
      tiny.player(1),
      tiny.place("block", "block:world:1,2,3", "lobby"),
      tiny.place("block", "block:world:1,2,3", "survival"),
    ];
    const sword = tiny.sword(here);
    tiny.tick(() => tiny.report(sword, alex, here));
    tiny.light(here, false);
    tiny.tick();
    const copy = tiny.copy(sword, there);
    tiny.tick(() => tiny.report(copy, alex, there));
    tiny.truth.duplication("D19", "test", () => {
      const saved = savedStack(sword);
      tiny.items.end(sword);
      tiny.items.fill(here, [[0, saved]]);
    });
    tiny.tick();
    tiny.light(here, true);
    tiny.tick();
    const [restored] = here.stacks();
    assert.equal(sword.lineage!.original, restored);
    assert.deepEqual([...sword.lineage!.watch!.settled!], [restored]);
  });
});

it("what comes back without a word to where it was known is not known there", () => {
  const tiny = new TinyTruth();
  const [alex, bo, chest] = [tiny.player(1), tiny.player(2), tiny.place("block", "block:world:1,2,3")];
  const sword = tiny.sword(alex);
  tiny.tick(() => tiny.report(sword, alex));
  for (const to of [chest, alex]) {
    tiny.tick(() => {
      tiny.move(sword, to);
      return [];
    });
  }
  tiny.tick(() => tiny.report(tiny.copy(sword, bo), bo));
  assert.equal(sword.lineage!.watch!.state, "D+");
  assert.equal(sword.lineage!.watch!.touchedAt, -1, "two copies are known, although one could not be");
  tiny.tick(() => tiny.report(sword, alex));
  assert.equal(sword.lineage!.watch!.touchedAt, tiny.truth.tick);
});
