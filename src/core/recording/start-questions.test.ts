import assert from "node:assert/strict";
import { it } from "node:test";
import { askInBatches, askTwice } from "./start-questions.ts";

it("an answer that got lost is asked for once more, and only that one", async () => {
  const asked: number[] = [];
  const answers = await askInBatches([1, 2, 3], async (one) => {
    asked.push(one);
    if (one === 2 && asked.filter((other) => other === 2).length === 1) throw new Error("lost");
    return one * 10;
  });
  assert.deepEqual(answers, [10, 20, 30]);
  assert.deepEqual(asked, [1, 2, 3, 2]);
});

it("a store that is away is said to be, after the second question", async () => {
  let asked = 0;
  const away = () => {
    asked++;
    return Promise.reject(new Error("away"));
  };
  await assert.rejects(askTwice(away), /away/);
  assert.equal(asked, 2);
});
