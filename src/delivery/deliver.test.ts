import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeliveryFailure } from "../core/index.ts";
import { deliver } from "./deliver.ts";
import type { Attempt } from "./post-json.ts";
import { TIMING } from "./timing.ts";

const failed = (failure: DeliveryFailure, waitMs?: number): Attempt =>
  waitMs === undefined ? { kind: "failed", failure } : { kind: "failed", failure, waitMs };
const limited = (waitMs?: number) => failed({ kind: "rate-limited", seconds: 1 }, waitMs);
const DELIVERED: Attempt = { kind: "delivered" };

/** Answers in turn, the last for ever. */
async function deliverTo(...answers: Attempt[]) {
  const pauses: number[] = [];
  let tries = 0;
  const result = await deliver(
    async () => answers[Math.min(tries++, answers.length - 1)]!,
    async (ms) => {
      pauses.push(ms);
      return true;
    },
    TIMING,
  );
  return { result, tries, pauses };
}

test("what arrives at once is tried once", async () => {
  assert.deepEqual(await deliverTo(DELIVERED), { result: DELIVERED, tries: 1, pauses: [] });
});

test("a server in trouble is tried three times in all, with growing pauses", async () => {
  const failures: DeliveryFailure[] = [
    { kind: "answered", status: 500 },
    { kind: "answered", status: 503 },
    { kind: "timed-out" },
    { kind: "refused" },
    { kind: "unknown-host" },
    { kind: "broken", code: "ECONNRESET" },
  ];
  for (const failure of failures) {
    const { result, tries, pauses } = await deliverTo(failed(failure));
    assert.deepEqual({ result, tries }, { result: failed(failure), tries: 3 });
    assert.deepEqual(pauses, [1000, 5000]);
  }
});

test("the second or third try may succeed", async () => {
  const trouble = failed({ kind: "answered", status: 502 });
  assert.equal((await deliverTo(trouble, DELIVERED)).result, DELIVERED);
  assert.equal((await deliverTo(trouble, trouble, DELIVERED)).result, DELIVERED);
});

test("what a channel refuses for good is not tried again", async () => {
  const failures: DeliveryFailure[] = [
    { kind: "answered", status: 400 },
    { kind: "answered", status: 404 },
    { kind: "redirected", status: 301 },
    { kind: "certificate", code: "CERT_HAS_EXPIRED" },
  ];
  for (const failure of failures) assert.equal((await deliverTo(failed(failure))).tries, 1);
});

test("a 429 waits as it is told, at most a minute", async () => {
  assert.deepEqual((await deliverTo(limited(2500), DELIVERED)).pauses, [2500]);
  assert.deepEqual((await deliverTo(limited(3_600_000), DELIVERED)).pauses, [60_000]);
  assert.deepEqual((await deliverTo(limited(), limited(), DELIVERED)).pauses, [1000, 2000]);
});

test("a 429 is no failed try, yet not for ever", async () => {
  const trouble = failed({ kind: "answered", status: 500 });
  const mixed = await deliverTo(limited(1), limited(1), limited(1), trouble, trouble, DELIVERED);
  assert.equal(mixed.result, DELIVERED);
  assert.deepEqual((await deliverTo(limited(1))).tries, 11);
});

test("stopping ends it between two tries", async () => {
  const trouble = failed({ kind: "refused" });
  const result = await deliver(
    async () => trouble,
    async () => false,
    TIMING,
  );
  assert.deepEqual(result, { kind: "stopped" });
});

test("in real use: 10 seconds for an answer, 5 seconds at a stop", () => {
  assert.deepEqual(TIMING, { timeoutMs: 10_000, pausesMs: [1000, 5000], longestWaitMs: 60_000, drainMs: 5000 });
});
