import assert from "node:assert/strict";
import { test } from "node:test";
import { SelfFillingContainers } from "./self-filling-containers.ts";

const CHEST = "block:world:1,64,1";
const weightOf = (materialIndex: number) => (materialIndex === 1 ? 9 : 1);

test("what comes by itself is six items a tick at most, of the heaviest material that came so", () => {
  const containers = new SelfFillingContainers();
  assert.equal(containers.mostAt(CHEST, 10, weightOf), 0);
  containers.noteFilled(CHEST, 0, 6, 1, 5);
  assert.equal(containers.mostAt(CHEST, 10, weightOf), 60);
  containers.noteFilled(CHEST, 1, 12, 2, 7);
  assert.equal(containers.mostAt(CHEST, 10, weightOf), 540);
  containers.forget(CHEST);
  assert.equal(containers.mostAt(CHEST, 10, weightOf), 0);
});

test("more than that was put there without a word: anything may have come then, and nothing feeds it", () => {
  const containers = new SelfFillingContainers();
  containers.noteFilled(CHEST, 0, 7, 1, 5);
  containers.noteFilled(CHEST, 0, 70, 1, 9);
  assert.equal(containers.mostAt(CHEST, 10, weightOf), 0);
  for (const [since, seen, isFilled] of [
    [4, 5, true],
    [5, 8, false],
    [5, 9, true],
    [9, 20, false],
  ] as const)
    assert.equal(containers.isFilledBetween(CHEST, since, seen), isFilled, `${since} to ${seen}`);
});
