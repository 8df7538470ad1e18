import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { HandClock } from "../../src/testing/unpublished/hand-clock.ts";
import { sampleAlert } from "../../src/testing/unpublished/sample-alert.ts";
import { hang } from "./support/behaviours.ts";
import { eventually, openDelivery, QUICK, startChat } from "./support/open-delivery.ts";

const LIMIT = { timeout: 60_000 };
const TICK_MS = 50;
/** As game servers do: who is further behind than this skips ticks, and says "can't keep up". */
const SKIP_BEHIND_MS = 2000;

/** A game loop that catches up when it is a little late and skips ticks when it is far behind. */
function runGame(ticks: number, onTick: (tick: number) => void): Promise<{ run: number; lost: number }> {
  return new Promise((resolve) => {
    const counted = { run: 0, lost: 0 };
    let dueMs = performance.now();
    const loop = () => {
      const behindMs = performance.now() - dueMs;
      if (behindMs > SKIP_BEHIND_MS) {
        const skipped = Math.floor(behindMs / TICK_MS);
        counted.lost += skipped;
        dueMs += skipped * TICK_MS;
      }
      onTick(counted.run++);
      dueMs += TICK_MS;
      if (counted.run + counted.lost >= ticks) resolve(counted);
      else setTimeout(loop, Math.max(0, dueMs - performance.now()));
    };
    loop();
  });
}

test("a game beside channels that hang for ever loses no tick", LIMIT, async (t) => {
  const chat = await startChat(t);
  chat.habit = hang;
  const { delivery } = openDelivery(
    t,
    {
      embed_chat: { enabled: true, webhook_url: chat.origin },
      bot_chat: { enabled: true, bot_token: "1:a", chat_id: "1", api_url: chat.origin },
      hook_chat: { enabled: true, webhook_url: chat.origin },
      generic: { enabled: true, url: chat.origin },
    },
    { hasThread: true, timing: { ...QUICK, drainMs: 50 } },
  );
  const counted = await runGame(80, (tick) => {
    for (let i = 0; i < 50; i++) delivery.send(sampleAlert({ itemId: `item ${tick} ${i}` }));
  });
  assert.deepEqual(counted, { run: 80, lost: 0 });
  await chat.until(({ requests }) => requests.length === 4);
  assert.equal(chat.requests.length, 4, "all four hang in their first request");
});

test("this loop does lose ticks when something holds the game's thread", LIMIT, async () => {
  const counted = await runGame(80, (tick) => {
    if (tick === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SKIP_BEHIND_MS + 500);
  });
  assert.ok(counted.lost > 0);
});

test("something more severe is sent when its window ends, with the real timers", LIMIT, async (t) => {
  const chat = await startChat(t);
  const { delivery } = openDelivery(t, { generic: { enabled: true, url: chat.origin }, rate_limit_seconds: 1 });
  delivery.send(sampleAlert({ severity: "HIGH" }));
  delivery.send(sampleAlert({ severity: "CRITICAL" }));
  await chat.until(({ messages }) => messages.length === 2);
  const severities = chat.messages.map(({ body }) => (body as { severity: string }).severity);
  assert.deepEqual(severities, ["HIGH", "CRITICAL"]);
});

test("without a channel that is on there is no thread, whatever is sent or asked", LIMIT, async (t) => {
  let started = 0;
  const { delivery } = openDelivery(
    t,
    { generic: { enabled: false, url: "http://127.0.0.1:9/" } },
    {
      startThread: () => {
        started++;
        throw new Error("a thread was started");
      },
    },
  );
  delivery.send(sampleAlert());
  assert.deepEqual(await delivery.test("generic"), { kind: "off", channel: "generic" });
  await delivery.health();
  await delivery.close();
  assert.equal(started, 0);
});

test("a thread that dies is reported without its words, and started again a minute later", LIMIT, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "doubletake-thread-"));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, "dies.mjs");
  writeFileSync(file, 'throw new Error("https://host.example/T0KEN");\n');
  const clock = new HandClock();
  const { delivery, log } = openDelivery(
    t,
    { generic: { enabled: true, url: "http://127.0.0.1:9/T0KEN" } },
    { startThread: (workerData) => new Worker(file, { workerData }), clock },
  );
  const deaths = (count: number) =>
    eventually(
      () => log.lines,
      (lines) => lines.length === count,
    );
  await deaths(1);
  assert.match(log.lines[0]!, /^error: The thread that sends alerts has died/);
  delivery.send(sampleAlert());
  const outcome = await delivery.test("generic");
  assert.deepEqual(outcome.kind === "failed" && outcome.failure, { kind: "broken", code: "THREAD_ENDED" });
  assert.equal((await delivery.health())[3]!.state, "failing");
  assert.equal(log.lines.length, 1, "not started again at once");
  clock.pass(60_000);
  delivery.send(sampleAlert());
  await deaths(2);
  assert.doesNotMatch(log.lines.join("\n"), /T0KEN/);
});
