import assert from "node:assert/strict";
import { test } from "node:test";
import { CHANNEL_NAMES } from "../../src/core/index.ts";
import { sampleAlert } from "../../src/testing/unpublished/sample-alert.ts";
import { answer, hang, tooMany } from "./support/behaviours.ts";
import { IMPATIENT, openDelivery, startChat } from "./support/open-delivery.ts";
import { botChatRules, embedChatRules, genericRules, hookChatRules } from "./support/platform-rules.ts";

const LIMIT = { timeout: 60_000 };
const host = "127.0.0.1";

test(
  "a test message arrives in the format of its channel, whatever the severity that alerts need",
  LIMIT,
  async (t) => {
    const embed = await startChat(t, { rules: embedChatRules });
    const bot = await startChat(t, { rules: botChatRules("1:a"), success: answer(200, { ok: true }) });
    const hook = await startChat(t, { rules: hookChatRules });
    const generic = await startChat(t, { rules: genericRules });
    const { delivery } = openDelivery(t, {
      min_severity: "CRITICAL",
      embed_chat: { enabled: true, webhook_url: embed.origin },
      bot_chat: { enabled: true, bot_token: "1:a", chat_id: "@staff", api_url: bot.origin },
      hook_chat: { enabled: true, webhook_url: hook.origin },
      generic: { enabled: true, url: generic.origin },
    });
    for (const channel of CHANNEL_NAMES) {
      assert.deepEqual(await delivery.test(channel), { kind: "delivered", channel, host });
    }
    const text = "This is a test message from Doubletake. Alerts will arrive here.";
    assert.deepEqual(embed.messages[0]!.body, { content: text, allowed_mentions: { parse: [] } });
    assert.deepEqual(bot.messages[0]!.body, { chat_id: "@staff", text });
    assert.deepEqual(hook.messages[0]!.body, { text });
    assert.equal((generic.messages[0]!.body as { type: string }).type, "TEST");
  },
);

test("the outcome is the real one, after one try", LIMIT, async (t) => {
  const chat = await startChat(t);
  const { delivery, log } = openDelivery(t, { generic: { enabled: true, url: chat.origin } }, { timing: IMPATIENT });
  const cases = [
    [answer(500), { kind: "answered", status: 500 }],
    [answer(404), { kind: "answered", status: 404 }],
    [tooMany(30, "body"), { kind: "rate-limited", seconds: 30 }],
    [hang, { kind: "timed-out" }],
  ] as const;
  for (const [behaviour, failure] of cases) {
    chat.next.push(behaviour);
    assert.deepEqual(await delivery.test("generic"), { kind: "failed", channel: "generic", host, failure });
  }
  assert.equal(chat.requests.length, cases.length);
  assert.equal((await delivery.health())[3]!.state, "failing");
  assert.deepEqual(log.lines, [], "whoever asked is told, not the console");
});

test("a test does not wait behind alerts that cannot be sent", LIMIT, async (t) => {
  const chat = await startChat(t);
  chat.next.push(tooMany(3600, "body"));
  const { delivery } = openDelivery(
    t,
    { generic: { enabled: true, url: chat.origin } },
    { timing: { ...IMPATIENT, drainMs: 20 } },
  );
  delivery.send(sampleAlert());
  await chat.until(({ requests }) => requests.length === 1);
  assert.equal((await delivery.test("generic")).kind, "delivered");
});

test("a channel that is off or incomplete says so", LIMIT, async (t) => {
  const { delivery } = openDelivery(t, { bot_chat: { enabled: true, bot_token: "1:a" } });
  assert.deepEqual(await delivery.test("embed_chat"), { kind: "off", channel: "embed_chat" });
  assert.deepEqual(await delivery.test("bot_chat"), { kind: "incomplete", channel: "bot_chat", key: "chat_id" });
});
