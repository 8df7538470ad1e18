import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ReplyBundle } from "./reply-bundle.ts";

function start() {
  const state = { areMoreDue: true, nowMs: 0 };
  const sent: (readonly number[])[] = [];
  const bundle = new ReplyBundle<number>(
    (replies) => sent.push(replies),
    () => state.areMoreDue,
    () => state.nowMs,
  );
  return { state, sent, bundle };
}

describe("answers on their way to the game's thread", () => {
  it("go in one message when their questions were put together, in their order", async () => {
    const { state, sent, bundle } = start();
    for (let answer = 1; answer <= 3; answer++) {
      bundle.add(answer);
      await nextTurn();
    }
    assert.deepEqual(sent, []);
    state.areMoreDue = false;
    await nextTurn();
    assert.deepEqual(sent, [[1, 2, 3]]);
  });

  it("wait for nothing when no other is due", async () => {
    const { state, sent, bundle } = start();
    state.areMoreDue = false;
    bundle.add(1);
    await nextTurn();
    assert.deepEqual(sent, [[1]]);
  });

  it("do not wait long for one that is slow, nor for more than a message carries", async () => {
    const { state, sent, bundle } = start();
    bundle.add(1);
    await nextTurn();
    state.nowMs = 5;
    await nextTurn();
    assert.deepEqual(sent, [[1]]);
    for (let answer = 0; answer < 100; answer++) bundle.add(answer);
    await nextTurn();
    assert.equal(sent[1]?.length, 100);
  });

  it("are sent before the thread ends, and once", async () => {
    const { sent, bundle } = start();
    bundle.add(1);
    bundle.sendNow();
    await nextTurn();
    await nextTurn();
    assert.deepEqual(sent, [[1]]);
    bundle.add(2);
    bundle.sendNow();
    bundle.add(3);
    bundle.sendNow();
    assert.deepEqual(sent, [[1], [2], [3]]);
  });
});
