import assert from "node:assert/strict";
import { test } from "node:test";
import { Doubletake, readConfig, sendDuplicateAlert } from "../../src/core/index.ts";
import { FakeItem, fakeStack } from "../../src/testing/fake-item.ts";
import { FakePlatform } from "../../src/testing/fake-platform.ts";
import { MemoryStore } from "../../src/testing/stores/memory-store.ts";
import { englishMessages } from "../../src/testing/unpublished/english-messages.ts";
import { fakeId } from "../../src/testing/unpublished/fake-id.ts";
import { HandClock } from "../../src/testing/unpublished/hand-clock.ts";
import { settle } from "../../src/testing/unpublished/settle.ts";
import { openDelivery, startChat } from "./support/open-delivery.ts";
import { botChatRules, embedChatRules, genericRules, hookChatRules } from "./support/platform-rules.ts";

const LIMIT = { timeout: 60_000 };
const SWORD = fakeId(7);
const EDITS = {
  "alerts.duplicate-item": "&c{count} Kopien zugleich: {places}",
  "alerts.place-stack": "{holder} bei {location}, ein Stapel von {count}",
  "alerts.case": "&7(/doubletake case {case})",
  "notifications.headline.duplicate-item": "&4Ein dupliziertes Item wurde gefunden",
};

test("a duplicate in the game arrives at all four channels once, in the operator's own words", LIMIT, async (t) => {
  const embed = await startChat(t, { rules: embedChatRules });
  const bot = await startChat(t, { rules: botChatRules("1:a") });
  const hook = await startChat(t, { rules: hookChatRules });
  const generic = await startChat(t, { rules: genericRules });
  const section = {
    embed_chat: { enabled: true, webhook_url: embed.origin },
    bot_chat: { enabled: true, bot_token: "1:a", chat_id: "1", api_url: bot.origin },
    hook_chat: { enabled: true, webhook_url: hook.origin },
    generic: { enabled: true, url: generic.origin },
  };
  const clock = new HandClock();
  const { delivery: outside, log } = openDelivery(t, section, { edits: EDITS, clock });
  const platform = new FakePlatform();
  const { config } = readConfig("auto-remove-duplicates: false");
  const doubletake = new Doubletake({ platform, config, messages: englishMessages(EDITS), log, outside, clock });
  doubletake.start();
  await doubletake.connect(new MemoryStore({ clock }));

  const stack = fakeStack("diamond_sword", { tag: SWORD, count: 2 });
  const alex = platform.join("Alex", { slots: [stack] });
  for (let tick = 0; tick < 5; tick++) {
    doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(stack), action: "PICKUP" });
    platform.tick();
    await settle();
    clock.pass(50);
  }
  sendDuplicateAlert(doubletake.api, SWORD, ["Alex"], ["world:0,64,0"]);
  await outside.close();

  for (const chat of [embed, bot, hook, generic]) {
    assert.deepEqual(chat.complaints, []);
    assert.equal(chat.messages.length, 1);
  }
  const details = "2 Kopien zugleich: Alex bei world:0,64,0, ein Stapel von 2 (/doubletake case 1)";
  const text = `Ein dupliziertes Item wurde gefunden\nAlex · DIAMOND_SWORD\n${details}\n${SWORD}`;
  assert.deepEqual(hook.messages[0]!.body, { text });
  assert.deepEqual(bot.messages[0]!.body, { chat_id: "1", text });
  const { playerUuid, timestamp, ...others } = generic.messages[0]!.body as Record<string, unknown>;
  assert.deepEqual(others, {
    plugin: "Doubletake",
    type: "DUPLICATE_ITEM",
    severity: "CRITICAL",
    player: "Alex",
    material: "DIAMOND_SWORD",
    details,
  });
  assert.equal(playerUuid, alex.id);
  assert.equal(typeof timestamp, "number");
  const { content, embeds } = embed.messages[0]!.body as { content: string; embeds: { fields: unknown }[] };
  assert.equal(content, "Ein dupliziertes Item wurde gefunden");
  assert.deepEqual(embeds[0]!.fields, [
    { name: "Item UUID", value: SWORD },
    { name: "Players", value: "Alex" },
    { name: "Locations", value: "world: 0,64,0" },
  ]);
});
