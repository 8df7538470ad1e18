import assert from "node:assert/strict";
import { test } from "node:test";
import { englishMessages } from "../../testing/unpublished/english-messages.ts";
import { withoutColours } from "../messages/colours.ts";
import { describeTestOutcome, type TestOutcome } from "./channel-status.ts";
import type { DeliveryFailure } from "./delivery-failure.ts";

function said(outcome: TestOutcome): string {
  return withoutColours(describeTestOutcome(englishMessages(), outcome));
}

test("whoever asked for a test reads what became of it", () => {
  const who = { channel: "embed_chat", host: "chat.example" } as const;
  assert.equal(said({ kind: "delivered", ...who }), "embed_chat works: chat.example has taken the test message.");
  assert.equal(
    said({ kind: "failed", ...who, failure: { kind: "answered", status: 404 } }),
    "embed_chat does not work. chat.example: it answered with status 404",
  );
  assert.equal(said({ kind: "off", channel: "generic" }), "generic is not enabled in config.yml.");
  assert.equal(
    said({ kind: "incomplete", channel: "bot_chat", key: "chat_id" }),
    "bot_chat is enabled, but chat_id in config.yml is empty or not a web address.",
  );
});

test("every kind of failure has its words", () => {
  const failures: DeliveryFailure[] = [
    { kind: "answered", status: 500 },
    { kind: "rate-limited", seconds: 7 },
    { kind: "redirected", status: 302 },
    { kind: "timed-out" },
    { kind: "refused" },
    { kind: "unknown-host" },
    { kind: "certificate", code: "CERT_HAS_EXPIRED" },
    { kind: "broken", code: "ECONNRESET" },
  ];
  const texts = failures.map((failure) => said({ kind: "failed", channel: "generic", host: "h", failure }));
  assert.equal(new Set(texts).size, failures.length);
  for (const text of texts) assert.doesNotMatch(text, /[{}]|notifications\./);
});
