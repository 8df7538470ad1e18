import assert from "node:assert/strict";
import { test } from "node:test";
import { englishMessages } from "../../testing/unpublished/english-messages.ts";
import { SAMPLE_ITEM_ID, sampleAlert } from "../../testing/unpublished/sample-alert.ts";
import { readConfig } from "../config/read-config.ts";
import { headlineOf, messageOf } from "./alert-texts.ts";
import { botChat } from "./bot-chat.ts";
import { genericChannel } from "./generic.ts";
import { hookChat } from "./hook-chat.ts";

const { config } = readConfig(`
notifications:
  bot_chat:
    enabled: true
    bot_token: "123:abc"
    chat_id: -1001234567890123456789
`);
const bot = botChat(config.notifications);
const hook = hookChat(config.notifications);
const generic = genericChannel(config.notifications);
const messages = englishMessages();

function textOf(body: object): string {
  return (body as { text: string }).text;
}

test("bot_chat: chat_id and text and nothing else, with every digit of the id", () => {
  assert.deepEqual(bot.alertBody(sampleAlert(), messages), {
    chat_id: "-1001234567890123456789",
    text: `A duplicated item was detected\nAlex · DIAMOND_SWORD\n2 copies exist at once\n${SAMPLE_ITEM_ID}`,
  });
});

test("bot_chat: the token is in the address and nowhere else", () => {
  assert.equal(bot.address, "https://api.telegram.org/bot123:abc/sendMessage");
  assert.doesNotMatch(JSON.stringify(bot.alertBody(sampleAlert(), messages)), /123:abc/);
});

test("bot_chat: another api_url may end with a slash", () => {
  const { botChat: section } = config.notifications;
  const own = botChat({ ...config.notifications, botChat: { ...section, apiUrl: "http://127.0.0.1:8081/" } });
  assert.equal(own.address, "http://127.0.0.1:8081/bot123:abc/sendMessage");
});

test("hook_chat: the text and nothing else, with the three control characters escaped", () => {
  const alert = sampleAlert({ player: "<!channel>", details: "a & b > c" });
  assert.deepEqual(hook.alertBody(alert, messages), {
    text: `A duplicated item was detected\n&lt;!channel&gt; · DIAMOND_SWORD\na &amp; b &gt; c\n${SAMPLE_ITEM_ID}`,
  });
});

test("generic: the eight fields of section 4.3 and no others", () => {
  assert.deepEqual(generic.alertBody(sampleAlert(), messages), {
    plugin: "Doubletake",
    type: "DUPLICATE_ITEM",
    severity: "CRITICAL",
    player: "Alex",
    playerUuid: "7d1f5c52-0b0e-4b7e-8f0f-3f6a1d2c9b11",
    material: "DIAMOND_SWORD",
    details: "2 copies exist at once",
    timestamp: Date.UTC(2026, 0, 15, 12),
  });
});

test("a name pings nobody and is nothing to click, in any format", () => {
  const alert = sampleAlert({ player: "@admin https://evil.example *x*", details: "by @admin" });
  for (const channel of [bot, hook]) {
    assert.doesNotMatch(textOf(channel.alertBody(alert, messages)), /@admin|https:\/\/|evil\.example/);
  }
  assert.doesNotMatch(textOf(hook.alertBody(alert, messages)), /\*/);
});

test("a name injects no placeholder, no colour code, no line and no turned text", () => {
  const alert = sampleAlert({ player: "{details}§c\nfake line\u202e" });
  for (const channel of [bot, hook]) {
    const lines = textOf(channel.alertBody(alert, messages)).split("\n");
    assert.equal(lines[1], "{details}c fake line · DIAMOND_SWORD");
  }
  assert.equal((generic.alertBody(alert, messages) as { player: string }).player, "{details}c fake line");
});

test("an operator's own text keeps its links and its form", () => {
  const edited = englishMessages({
    "notifications.message": "&c*{severity}* {players} at {locations} https://staff.example {headline}",
  });
  const text = textOf(hook.alertBody(sampleAlert(), edited));
  assert.equal(
    text,
    "*CRITICAL* Alex, Steve at world:1,64,-3; world/nether:10,70,20 https://staff.example A duplicated item was detected",
  );
});

test("an alert without an item id leaves no empty line behind", () => {
  const text = textOf(bot.alertBody(sampleAlert({ type: "BALANCE_DISCREPANCY", itemId: "" }), messages));
  assert.ok(text.endsWith("2 copies exist at once"));
});

test("an emptied message still says what happened, since chats refuse empty ones", () => {
  const edited = englishMessages({ "notifications.message": "&c ", "notifications.test": "" });
  assert.equal(textOf(bot.alertBody(sampleAlert(), edited)), "Doubletake: DUPLICATE_ITEM");
  assert.notEqual(textOf(hook.testBody(edited, 0)), "");
});

test("the limits of the formats hold, whatever comes", () => {
  const alert = sampleAlert({ details: "&🗡".repeat(5000) });
  const botText = textOf(bot.alertBody(alert, messages));
  assert.ok(botText.length <= 4096 && botText.endsWith("…") && botText.isWellFormed());
  const hookText = textOf(hook.alertBody(alert, messages));
  assert.ok(hookText.length <= 4000 && hookText.endsWith("…") && hookText.isWellFormed());
  assert.doesNotMatch(hookText, /&(?!amp;|lt;|gt;)/);
  const { details } = generic.alertBody(alert, messages) as { details: string };
  assert.ok(details.length <= 8192 && details.endsWith("…") && details.isWellFormed());
});

test("half a character in a name becomes a whole one", () => {
  const { player } = generic.alertBody(sampleAlert({ player: "x\ud83d" }), messages) as { player: string };
  assert.ok(player.isWellFormed());
});

test("a test message has the shape of its format", () => {
  const text = "This is a test message from Doubletake. Alerts will arrive here.";
  assert.deepEqual(bot.testBody(messages, 5), { chat_id: "-1001234567890123456789", text });
  assert.deepEqual(hook.testBody(messages, 5), { text });
  assert.deepEqual(generic.testBody(messages, 5), {
    plugin: "Doubletake",
    type: "TEST",
    severity: "LOW",
    player: "",
    playerUuid: "00000000-0000-0000-0000-000000000000",
    material: "",
    details: text,
    timestamp: 5,
  });
});

test("the headline ends with the server, where the alert names one, and every chat has it", () => {
  const alert = sampleAlert({ server: "lobby & co" });
  assert.equal(headlineOf(alert, messages), "A duplicated item was detected · lobby & co");
  const own = englishMessages({ "notifications.message": "{server}: {headline}" });
  assert.equal(
    messageOf(alert, own, (data) => data),
    "lobby & co: A duplicated item was detected · lobby & co",
  );
});
