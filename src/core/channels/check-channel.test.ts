import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "../config/read-config.ts";
import { CHANNEL_NAMES } from "../config/settings.ts";
import { allChannels, type ChannelCheck, checkChannel } from "./check-channel.ts";

function check(name: string, section: string): ChannelCheck {
  const { config } = readConfig(`notifications:\n  ${name}: { enabled: true, ${section} }\n`);
  return checkChannel(allChannels(config.notifications).find((channel) => channel.name === name)!);
}

test("every channel is there, and all are off by default", () => {
  const channels = allChannels(readConfig("").config.notifications);
  assert.deepEqual(
    channels.map(({ name }) => name),
    CHANNEL_NAMES,
  );
  for (const channel of channels) assert.deepEqual(checkChannel(channel), { kind: "off" });
});

test("an enabled channel that lacks what it needs is told by its key", () => {
  const lacking = (key: string) => ({ kind: "incomplete", key, problem: "empty" });
  assert.deepEqual(check("embed_chat", 'webhook_url: ""'), lacking("webhook_url"));
  assert.deepEqual(check("hook_chat", 'webhook_url: " "'), lacking("webhook_url"));
  assert.deepEqual(check("generic", 'url: ""'), lacking("url"));
  assert.deepEqual(check("bot_chat", "chat_id: 1"), lacking("bot_token"));
  assert.deepEqual(check("bot_chat", 'bot_token: "1:a"'), lacking("chat_id"));
});

test("the placeholders of the specification count as empty", () => {
  assert.equal(check("embed_chat", "webhook_url: <WEBHOOK_URL>").kind, "incomplete");
  assert.equal(check("bot_chat", "bot_token: <BOT_TOKEN>, chat_id: <CHAT_ID>").kind, "incomplete");
});

test("only http and https are ways to a chat", () => {
  for (const url of ["file:///etc/passwd", "ftp://host/x", "javascript:alert(1)", "data:,x", "host/path", "//host"]) {
    assert.deepEqual(check("generic", `url: "${url}"`), {
      kind: "incomplete",
      key: "url",
      problem: "no-web-address",
    });
  }
  assert.equal(check("bot_chat", 'bot_token: "1:a", chat_id: 1, api_url: "file:///x"').kind, "incomplete");
});

test("a complete channel is ready, spaces around its address aside", () => {
  const ready = check("generic", 'url: " https://host.example/hook?key=1 "');
  assert.equal(ready.kind === "ready" && ready.url.href, "https://host.example/hook?key=1");
});
