import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { addTally, emptyTally, resultOf, type Tally } from "../../simulator/scoring/result.ts";

const found = (changes: Partial<Tally> = {}): Tally => ({
  ...emptyTally(),
  acts: 100_000,
  due: { D01: 2, D02: 8 },
  found: { D01: 2, D02: 8 },
  latencies: [1, 2, 3, 4, 5, 6, 7, 8, 9, 50],
  proven: 10,
  removals: 10,
  contested: 4,
  ...changes,
});

describe("the score of a run", () => {
  it("is 100 without faults, also when nothing was due", () => {
    assert.equal(resultOf(found()).score, 100);
    assert.equal(resultOf(emptyTally()).score, 100);
    assert.equal(resultOf(found()).latencyTicksP99, 50);
  });

  it("averages recall over families, and caps a run with a miss at 60", () => {
    const result = resultOf(found({ found: { D01: 1, D02: 8 } }));
    assert.equal(result.recall, 0.75);
    assert.equal(result.misses, 1);
    assert.equal(result.score, 60);
  });

  it("caps a run with a hard false alarm or a wrongful removal at 50", () => {
    assert.equal(resultOf(found({ acts: 3_000_000, hard: 1 })).score, 50);
    assert.equal(resultOf(found({ wrongful: 1 })).score, 50);
  });

  it("takes the smaller parts away in proportion", () => {
    assert.equal(resultOf(found({ soft: 1, acts: 500_000 })).score, 99);
    assert.equal(resultOf(found({ contestedFaults: 1 })).score, 98);
    assert.equal(resultOf(found({ late: 2 })).score, 99);
    assert.equal(resultOf(found({ lostEvidence: 5 })).score, 98);
    assert.equal(resultOf(found({ policyErrors: 5 })).score, 99.5);
  });

  it("adds several runs up as if they were one", () => {
    const all = found();
    addTally(all, found({ found: { D01: 1, D02: 8 } }));
    assert.deepEqual(all.due, { D01: 4, D02: 16 });
    assert.equal(all.acts, 200_000);
    assert.equal(resultOf(all).recallByFamily.D01, 0.75);
  });
});
