import assert from "node:assert/strict";
import { test } from "node:test";
import { sampleAlert } from "../../src/testing/unpublished/sample-alert.ts";
import { answer, hang } from "./support/behaviours.ts";
import { openDelivery, QUICK, startChat } from "./support/open-delivery.ts";

const LIMIT = { timeout: 60_000 };

test("a stop sends what waits, and what was held back for the end of its window", LIMIT, async (t) => {
  const chat = await startChat(t);
  const { delivery, log } = openDelivery(t, { generic: { enabled: true, url: chat.origin } }, { hasThread: true });
  for (let i = 0; i < 100; i++) delivery.send(sampleAlert({ itemId: `item ${i}`, severity: "HIGH" }));
  delivery.send(sampleAlert({ itemId: "item 7", severity: "CRITICAL" }));
  await delivery.close();
  assert.equal(chat.messages.length, 101);
  assert.deepEqual(log.lines, []);
});

test("a stop does not wait for a channel that hangs, and says what it leaves", LIMIT, async (t) => {
  const chat = await startChat(t);
  chat.habit = hang;
  const timing = { ...QUICK, drainMs: 50 };
  const { delivery, log } = openDelivery(
    t,
    { generic: { enabled: true, url: chat.origin } },
    { hasThread: true, timing },
  );
  delivery.send(sampleAlert());
  delivery.send(sampleAlert({ itemId: "another" }));
  await chat.until(({ requests }) => requests.length === 1);
  await delivery.close();
  assert.deepEqual(log.lines, ["warn: 2 alerts could not be sent to generic (127.0.0.1) before the stop."]);
});

test("a stop does not wait for the pause of a channel that fails", LIMIT, async (t) => {
  const chat = await startChat(t);
  chat.habit = answer(503);
  const timing = { ...QUICK, pausesMs: [3_600_000], drainMs: 50 };
  const { delivery, log } = openDelivery(
    t,
    { generic: { enabled: true, url: chat.origin } },
    { hasThread: true, timing },
  );
  delivery.send(sampleAlert());
  await chat.until(({ requests }) => requests.length === 1);
  await delivery.close();
  assert.deepEqual(log.lines, ["warn: 1 alert could not be sent to generic (127.0.0.1) before the stop."]);
});

test("what comes after the stop is ignored, and a second stop does nothing", LIMIT, async (t) => {
  const chat = await startChat(t);
  const { delivery } = openDelivery(t, { generic: { enabled: true, url: chat.origin } }, { hasThread: true });
  await delivery.close();
  delivery.send(sampleAlert());
  assert.equal(delivery.isHeard("CRITICAL"), false);
  assert.deepEqual(await delivery.test("generic"), { kind: "off", channel: "generic" });
  await delivery.close();
  assert.equal(chat.requests.length, 0);
});
