import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { ChannelHealth } from "../../src/core/index.ts";
import type { OutsideDelivery } from "../../src/delivery/open-outside-alerts.ts";
import { sampleAlert } from "../../src/testing/unpublished/sample-alert.ts";
import { answer, type Behaviour, breakOff, endless, garbage, hang, hangUp, tooMany } from "./support/behaviours.ts";
import { eventually, IMPATIENT, openDelivery, QUICK, startChat } from "./support/open-delivery.ts";

const LIMIT = { timeout: 60_000 };

async function openGeneric(t: TestContext, timing = QUICK) {
  const chat = await startChat(t);
  const opened = openDelivery(t, { generic: { enabled: true, url: `${chat.origin}/hook` } }, { timing });
  return { chat, ...opened };
}

async function genericHealth(delivery: OutsideDelivery): Promise<ChannelHealth> {
  return (await delivery.health()).find(({ channel }) => channel === "generic")!;
}

/** Resolves when the queue of the channel is empty. */
function settled(delivery: OutsideDelivery): Promise<ChannelHealth> {
  return eventually(
    () => genericHealth(delivery),
    ({ waiting, delivered, lost }) => waiting === 0 && delivered + lost > 0,
  );
}

const PASSING: readonly (readonly [string, Behaviour])[] = [
  ["a 500", answer(500, "oops")],
  ["a 503", answer(503)],
  ["a connection that is hung up", hangUp],
  ["garbage", garbage],
  ["a 502 that breaks off", breakOff(502)],
  ["a 429 in the body", tooMany(0.01, "body")],
  ["a 429 in the body of a bot platform", tooMany(0.01, "parameters")],
  ["a 429 in the header", tooMany(0.01, "header")],
  ["a 429 that does not say how long", answer(429)],
  ["a 429 that breaks off", breakOff(429)],
];

for (const [what, behaviour] of PASSING) {
  test(`${what} is tried again, and nobody is bothered`, LIMIT, async (t) => {
    const { chat, delivery, log } = await openGeneric(t);
    chat.next.push(behaviour, behaviour);
    delivery.send(sampleAlert());
    assert.equal((await settled(delivery)).state, "working");
    assert.equal(chat.requests.length, 3);
    assert.equal(chat.messages.length, 1);
    assert.deepEqual(log.lines, []);
  });
}

test("a hanging channel is tried three times, then the alert is given up", LIMIT, async (t) => {
  const { chat, delivery, log } = await openGeneric(t, IMPATIENT);
  chat.habit = hang;
  delivery.send(sampleAlert());
  const health = await settled(delivery);
  assert.deepEqual(health.failure, { kind: "timed-out" });
  assert.equal(chat.requests.length, 3);
  assert.deepEqual(log.lines, [
    "warn: Alerts do not reach generic (127.0.0.1): it did not answer in time. Since the last line: 1 alert given up.",
  ]);
});

test(
  "a refused connection is a failure like another, and the channel recovers when the server is back",
  LIMIT,
  async (t) => {
    const gone = await startChat(t);
    await gone.close();
    const { delivery, log } = openDelivery(t, { generic: { enabled: true, url: gone.origin } });
    delivery.send(sampleAlert());
    assert.deepEqual((await settled(delivery)).failure, { kind: "refused" });
    assert.match(
      log.lines.join("\n"),
      /^warn: Alerts do not reach generic \(127\.0\.0\.1\): it refused the connection\./,
    );
  },
);

for (const status of [400, 401, 403, 404, 410, 413]) {
  test(`a ${status} is not tried again`, LIMIT, async (t) => {
    const { chat, delivery } = await openGeneric(t);
    chat.habit = answer(status, "no");
    delivery.send(sampleAlert());
    assert.deepEqual((await settled(delivery)).failure, { kind: "answered", status });
    assert.equal(chat.requests.length, 1);
  });
}

test("a 429 that asks for an hour is tried again after the longest wait", LIMIT, async (t) => {
  const { chat, delivery } = await openGeneric(t, { ...QUICK, longestWaitMs: 20 });
  chat.next.push(tooMany(3600, "body"));
  delivery.send(sampleAlert());
  await settled(delivery);
  assert.equal(chat.messages.length, 1);
});

test("a 200 is a success even when the rest of the answer breaks off, hangs or never ends", LIMIT, async (t) => {
  const { chat, delivery, log } = await openGeneric(t);
  const cut = Promise.withResolvers<number>();
  const hangInBody: Behaviour = (_request, response) => response.writeHead(200, { "content-length": 10 }).write("x");
  chat.next.push(breakOff(200), hangInBody, endless(200, cut.resolve));
  for (let i = 0; i < 4; i++) delivery.send(sampleAlert({ itemId: `item ${i}` }));
  await chat.until(({ messages }) => messages.length === 1);
  assert.equal(chat.requests.length, 4, "none was tried twice");
  assert.ok((await cut.promise) < 20_000_000, "an answer without end is cut off");
  assert.deepEqual(log.lines, []);
});

test("a 429 without end is read only up to a bound", LIMIT, async (t) => {
  const { chat, delivery } = await openGeneric(t);
  const cut = Promise.withResolvers<number>();
  chat.next.push(endless(429, cut.resolve));
  delivery.send(sampleAlert());
  await settled(delivery);
  assert.ok((await cut.promise) < 20_000_000);
  assert.equal(chat.messages.length, 1);
});

test("a failing channel warns once, and one line says that it works again", LIMIT, async (t) => {
  const { chat, delivery, log } = await openGeneric(t);
  chat.habit = answer(500);
  for (let i = 0; i < 5; i++) delivery.send(sampleAlert({ itemId: `item ${i}` }));
  await eventually(
    () => genericHealth(delivery),
    ({ lost }) => lost === 5,
  );
  chat.habit = undefined;
  for (let i = 5; i < 8; i++) delivery.send(sampleAlert({ itemId: `item ${i}` }));
  await eventually(
    () => genericHealth(delivery),
    ({ delivered }) => delivered === 3,
  );
  assert.deepEqual(log.lines, [
    "warn: Alerts do not reach generic (127.0.0.1): it answered with status 500. Since the last line: 1 alert given up.",
    "info: generic (127.0.0.1) works again. Since the last line: 4 alerts given up.",
  ]);
});

test("one channel's trouble does not hold up another", LIMIT, async (t) => {
  const [bad, good] = [await startChat(t), await startChat(t)];
  bad.habit = hang;
  const { delivery } = openDelivery(
    t,
    {
      hook_chat: { enabled: true, webhook_url: bad.origin },
      generic: { enabled: true, url: good.origin },
    },
    { timing: { ...QUICK, drainMs: 50 } },
  );
  for (let i = 0; i < 10; i++) delivery.send(sampleAlert({ itemId: `item ${i}` }));
  await good.until(({ messages }) => messages.length === 10);
  assert.equal(bad.requests.length, 1);
});

test("the queue is bounded, and the warning counts what overflowed", LIMIT, async (t) => {
  const { chat, delivery, log } = await openGeneric(t, { ...QUICK, drainMs: 50 });
  chat.habit = hang;
  for (let i = 0; i < 1300; i++) delivery.send(sampleAlert({ itemId: `item ${i}` }));
  const health = await eventually(
    () => genericHealth(delivery),
    ({ overflowed }) => overflowed > 0,
  );
  assert.deepEqual({ waiting: health.waiting, overflowed: health.overflowed }, { waiting: 1000, overflowed: 300 });
  await delivery.close();
  assert.deepEqual(log.lines, [
    "warn: Alerts come faster than generic (127.0.0.1) takes them. Since the last line: 300 alerts dropped because the queue was full.",
    "warn: 1000 alerts could not be sent to generic (127.0.0.1) before the stop.",
  ]);
});
