import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { SAMPLE_ITEM_ID, sampleAlert } from "../../src/testing/unpublished/sample-alert.ts";
import { answer } from "./support/behaviours.ts";
import { type ChatServer, LOCALHOST_CERTIFICATE } from "./support/chat-server.ts";
import { openDelivery, startChat } from "./support/open-delivery.ts";
import { botChatRules, embedChatRules, genericRules, hookChatRules } from "./support/platform-rules.ts";

const TOKEN = "123456:AAbbCC-dd_ee";
const LIMIT = { timeout: 60_000 };

async function startPlatforms(t: TestContext): Promise<Record<"embed" | "bot" | "hook" | "generic", ChatServer>> {
  return {
    embed: await startChat(t, { rules: embedChatRules }),
    bot: await startChat(t, { rules: botChatRules(TOKEN), success: answer(200, { ok: true, result: {} }) }),
    hook: await startChat(t, { rules: hookChatRules, success: answer(200, "ok") }),
    generic: await startChat(t, { rules: genericRules, success: answer(200, "") }),
  };
}

type Platforms = Awaited<ReturnType<typeof startPlatforms>>;

const sectionFor = ({ embed, bot, hook, generic }: Platforms) => ({
  embed_chat: { enabled: true, webhook_url: `${embed.origin}/api/webhooks/1/secret` },
  bot_chat: { enabled: true, bot_token: TOKEN, chat_id: -1001234567890, api_url: bot.origin },
  hook_chat: { enabled: true, webhook_url: `${hook.origin}/services/T/B/secret` },
  generic: { enabled: true, url: `${generic.origin}/hook?key=secret` },
});

test("an alert arrives at every enabled channel once, in the body of its format", LIMIT, async (t) => {
  const platforms = await startPlatforms(t);
  const { delivery, log } = openDelivery(t, sectionFor(platforms));
  for (let i = 0; i < 20; i++) delivery.send(sampleAlert());
  await delivery.close();

  const bodies = Object.fromEntries(Object.entries(platforms).map(([name, { messages }]) => [name, messages]));
  for (const [name, messages] of Object.entries(bodies)) assert.equal(messages.length, 1, name);
  const text = `A duplicated item was detected\nAlex · DIAMOND_SWORD\n2 copies exist at once\n${SAMPLE_ITEM_ID}`;
  assert.deepEqual(bodies.bot![0]!.body, { chat_id: "-1001234567890", text });
  assert.deepEqual(bodies.hook![0]!.body, { text });
  assert.equal((bodies.generic![0]!.body as { details: string }).details, "2 copies exist at once");
  assert.equal(bodies.generic![0]!.path, "/hook?key=secret");
  const { embeds } = bodies.embed![0]!.body as { embeds: { fields: unknown[] }[] };
  assert.deepEqual(embeds[0]!.fields, [
    { name: "Item UUID", value: SAMPLE_ITEM_ID },
    { name: "Players", value: "Alex, Steve" },
    { name: "Locations", value: "world: 1,64,-3\nworld/nether: 10,70,20" },
  ]);
  assert.deepEqual(log.lines, []);
});

test("the platforms take whatever the game comes up with", LIMIT, async (t) => {
  const platforms = await startPlatforms(t);
  const { delivery, log } = openDelivery(t, { ...sectionFor(platforms), min_severity: "LOW" });
  const nasty = [
    "",
    " ",
    "\u0000",
    "\ud83d",
    "🗡".repeat(3000),
    "&<>*_`~|".repeat(1500),
    "@everyone <!here>\n".repeat(500),
  ];
  const types = [
    "DUPLICATE_ITEM",
    "DUPLICATE_SUSPECTED",
    "ITEM_RELOCATED",
    "FORGED_ID",
    "BALANCE_DISCREPANCY",
  ] as const;
  for (const [at, text] of nasty.entries()) {
    for (const type of types) {
      const many = Array(300).fill(text);
      const names = { player: `${at}${text}`, material: text, details: text, players: many, locations: many };
      delivery.send(sampleAlert({ type, severity: "LOW", itemId: `${type}${text}`, ...names }));
    }
  }
  await delivery.close();
  for (const [name, { messages, complaints }] of Object.entries(platforms)) {
    assert.deepEqual(complaints, [], name);
    assert.equal(messages.length, nasty.length * types.length, name);
  }
  assert.deepEqual(log.lines, []);
});

test("alerts arrive in the order in which they were raised", LIMIT, async (t) => {
  const chat = await startChat(t);
  const { delivery } = openDelivery(t, { generic: { enabled: true, url: chat.origin } });
  for (let i = 0; i < 50; i++) delivery.send(sampleAlert({ itemId: `item ${i}`, timestamp: i }));
  await delivery.close();
  assert.deepEqual(
    chat.messages.map(({ body }) => (body as { timestamp: number }).timestamp),
    Array.from({ length: 50 }, (_, i) => i),
  );
});

test("sendDuplicateAlert sends one embed, to embed_chat only, past the same filter", LIMIT, async (t) => {
  const platforms = await startPlatforms(t);
  const { delivery } = openDelivery(t, sectionFor(platforms));
  for (let i = 0; i < 3; i++) delivery.sendDuplicateAlert(SAMPLE_ITEM_ID.toUpperCase(), ["Kim"], ["world:1,2,3"]);
  await delivery.close();
  assert.equal(platforms.embed.messages.length, 1);
  const { embeds } = platforms.embed.messages[0]!.body as { embeds: { color: number; fields: unknown[] }[] };
  assert.equal(embeds[0]!.color, 16711680);
  assert.deepEqual(embeds[0]!.fields, [
    { name: "Item UUID", value: SAMPLE_ITEM_ID },
    { name: "Players", value: "Kim" },
    { name: "Locations", value: "world: 1,2,3" },
  ]);
  for (const other of [platforms.bot, platforms.hook, platforms.generic]) assert.equal(other.requests.length, 0);
});

test("the texts are those of the messages file, without colours", LIMIT, async (t) => {
  const platforms = await startPlatforms(t);
  const edits = {
    "notifications.headline.duplicate-item": "&4&lDuplikat &#ff0000entdeckt",
    "notifications.message": "&c{headline}: {player}",
  };
  const { delivery } = openDelivery(t, sectionFor(platforms), { edits });
  delivery.send(sampleAlert());
  await delivery.close();
  assert.equal((platforms.embed.messages[0]!.body as { content: string }).content, "Duplikat entdeckt");
  assert.deepEqual(platforms.hook.messages[0]!.body, { text: "Duplikat entdeckt: Alex" });
});

test(
  "an enabled channel that lacks something is named in one line and stays off; the others work",
  LIMIT,
  async (t) => {
    const chat = await startChat(t);
    const { delivery, log } = openDelivery(t, {
      embed_chat: { enabled: true, webhook_url: "<WEBHOOK_URL>" },
      bot_chat: { enabled: true, bot_token: "1:secret" },
      hook_chat: { enabled: true, webhook_url: "ftp://host.example/secret" },
      generic: { enabled: true, url: chat.origin },
    });
    delivery.send(sampleAlert());
    delivery.sendDuplicateAlert(SAMPLE_ITEM_ID, [], []);
    const states = (await delivery.health()).map(({ channel, state }) => [channel, state]);
    assert.deepEqual(states.slice(0, 3), [
      ["embed_chat", "incomplete"],
      ["bot_chat", "incomplete"],
      ["hook_chat", "incomplete"],
    ]);
    await delivery.close();
    assert.equal(chat.messages.length, 1);
    assert.deepEqual(log.lines, [
      "warn: notifications.embed_chat is enabled in config.yml, but webhook_url is empty: the channel stays off.",
      "warn: notifications.bot_chat is enabled in config.yml, but chat_id is empty: the channel stays off.",
      "warn: notifications.hook_chat is enabled in config.yml, but webhook_url is no http or https address: the channel stays off.",
    ]);
  },
);

test("by default everything is off, and nothing is heard", LIMIT, async (t) => {
  const { delivery, log } = openDelivery(t, {});
  assert.equal(delivery.isHeard("CRITICAL"), false);
  delivery.send(sampleAlert());
  assert.deepEqual(
    (await delivery.health()).map(({ state }) => state),
    ["off", "off", "off", "off"],
  );
  await delivery.close();
  assert.deepEqual(log.lines, []);
});

test("a secure channel whose certificate is trusted works", LIMIT, async (t) => {
  const chat = await startChat(t, { isSecure: true });
  const { delivery, log } = openDelivery(
    t,
    { generic: { enabled: true, url: `${chat.origin}/hook` } },
    { trustedCertificates: [LOCALHOST_CERTIFICATE] },
  );
  delivery.send(sampleAlert());
  await delivery.close();
  assert.equal(chat.messages.length, 1);
  assert.deepEqual(log.lines, []);
});
