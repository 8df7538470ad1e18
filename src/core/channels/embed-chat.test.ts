import assert from "node:assert/strict";
import { test } from "node:test";
import { englishMessages } from "../../testing/unpublished/english-messages.ts";
import { SAMPLE_ITEM_ID, sampleAlert } from "../../testing/unpublished/sample-alert.ts";
import { defaultConfig } from "../config/read-config.ts";
import { embedChat } from "./embed-chat.ts";

const channel = embedChat(defaultConfig().notifications);
const messages = englishMessages();

interface Embed {
  title: string;
  color: number;
  fields: { name: string; value: string }[];
}

function embedOf(body: object): Embed {
  return (body as { embeds: [Embed] }).embeds[0];
}

function fieldOf(body: object, name: string): string {
  return embedOf(body).fields.find((field) => field.name === name)!.value;
}

test("a duplicate alert has exactly the body of section 4.4, a footer, and no mentions", () => {
  assert.deepEqual(channel.alertBody(sampleAlert(), messages), {
    content: "A duplicated item was detected",
    embeds: [
      {
        title: "Item duplication alert",
        color: 16711680,
        fields: [
          { name: "Item UUID", value: SAMPLE_ITEM_ID },
          { name: "Players", value: "Alex, Steve" },
          { name: "Locations", value: "world: 1,64,-3\nworld/nether: 10,70,20" },
        ],
        footer: { text: "DIAMOND_SWORD · CRITICAL · case 7" },
        timestamp: "2026-01-15T12:00:00.000Z",
      },
    ],
    allowed_mentions: { parse: [] },
  });
});

test("the footer names material, severity and case, whatever the operator makes of it", () => {
  const footerOf = (alert: Parameters<typeof channel.alertBody>[0], texts = messages) =>
    (embedOf(channel.alertBody(alert, texts)) as unknown as { footer: { text: string } }).footer.text;
  assert.equal(footerOf(sampleAlert({ caseNumber: 0 })), "DIAMOND_SWORD · CRITICAL");
  assert.equal(
    footerOf(sampleAlert({ caseNumber: 12 }), englishMessages({ "notifications.footer": "&c" })),
    "CRITICAL",
  );
});

test("a suspected duplicate has the same fields, in the colour of its severity", () => {
  const embed = embedOf(channel.alertBody(sampleAlert({ type: "DUPLICATE_SUSPECTED", severity: "HIGH" }), messages));
  assert.equal(embed.color, 16753920);
  assert.deepEqual(
    embed.fields.map(({ name }) => name),
    ["Item UUID", "Players", "Locations"],
  );
});

test("other alerts have the fields Player, Item and Details", () => {
  const body = channel.alertBody(
    sampleAlert({ type: "FORGED_ID", severity: "HIGH", details: "§7the client sent §fsomething" }),
    messages,
  );
  assert.deepEqual(embedOf(body).fields, [
    { name: "Player", value: "Alex" },
    { name: "Item", value: "DIAMOND_SWORD" },
    { name: "Details", value: "the client sent something" },
  ]);
});

test("the colour goes by severity", () => {
  const colours = (["LOW", "MEDIUM", "HIGH", "CRITICAL"] as const).map(
    (severity) => embedOf(channel.alertBody(sampleAlert({ type: "BALANCE_DISCREPANCY", severity }), messages)).color,
  );
  assert.deepEqual(colours, [9807270, 16776960, 16753920, 16711680]);
});

test("headline and title come from the messages file, without colours", () => {
  const edited = englishMessages({
    "notifications.headline.duplicate-item": "&c&lAlarm! &#ff0000Now",
    "notifications.title.duplicate-item": "§x§f§f§0§0§0§0Doppelt",
  });
  const body = channel.alertBody(sampleAlert(), edited) as { content: string };
  assert.equal(body.content, "Alarm! Now");
  assert.equal(embedOf(body).title, "Doppelt");
});

test("names are shown as they are: they neither mention, format nor break the line", () => {
  const body = channel.alertBody(sampleAlert({ players: ["@everyone", "**Bold**", "two\nlines", "§cRed"] }), messages);
  assert.equal(fieldOf(body, "Players"), "\\@everyone, \\*\\*Bold\\*\\*, two lines, cRed");
});

test("a place of unknown form stands as it was given, and a world may hold a colon", () => {
  const body = channel.alertBody(sampleAlert({ locations: ["somewhere", "a:b:1,2,3"] }), messages);
  assert.equal(fieldOf(body, "Locations"), "somewhere\na:b: 1,2,3");
});

test("the format refuses empty fields, so nothing is written as a dash", () => {
  const body = channel.alertBody(sampleAlert({ players: [], locations: [], itemId: "" }), messages);
  for (const { value } of embedOf(body).fields) assert.equal(value, "–");
  const nobody = channel.alertBody(sampleAlert({ type: "FORGED_ID", player: "", details: " " }), messages);
  assert.deepEqual(
    embedOf(nobody).fields.map(({ value }) => value),
    ["nobody", "DIAMOND_SWORD", "–"],
  );
});

test("the limits of the format hold, whatever comes", () => {
  const long = "*🗡".repeat(4000);
  const edited = englishMessages({
    "notifications.headline.duplicate-item": long,
    "notifications.title.duplicate-item": long,
  });
  const body = channel.alertBody(
    sampleAlert({ itemId: long, players: Array(500).fill("_x_"), locations: Array(500).fill("world:1,2,3") }),
    edited,
  ) as { content: string };
  const { title, fields } = embedOf(body);
  assert.ok(body.content.length <= 2000 && body.content.endsWith("…") && body.content.isWellFormed());
  assert.ok(title.length <= 256 && title.endsWith("…"));
  for (const { value } of fields) assert.ok(value.length <= 1024 && value.endsWith("…") && value.isWellFormed());
  const total = title.length + fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  assert.ok(total <= 6000);
});
