import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withoutColours } from "../src/core/index.ts";
import type { MessageValues } from "../src/core/messages/message-keys.ts";
import { englishMessages } from "../src/testing/unpublished/english-messages.ts";

const messages = englishMessages();
const shared = { severity: "HIGH", details: "", server: "" };

/** True if the page has an alert as staff read it in the game, wherever its lines break. */
function hasAlert(page: string, values: Omit<MessageValues<"alerts.broadcast">, "severity" | "server">): boolean {
  const line = withoutColours(messages.text("alerts.broadcast", { ...shared, ...values }));
  const text = readFileSync(join(import.meta.dirname, "..", page), "utf8");
  return text.replaceAll(/\s+/g, " ").includes(line);
}

test("README.md shows an alert about a duplicate as it reads", () => {
  const words = {
    type: "DUPLICATE_ITEM",
    player: "Alex",
    material: "DIAMOND_SWORD",
    actual: 2,
    expected: 1,
    excess: 1,
  };
  const places = "Alex at world:12,64,-7; Sam at world:15,64,-7";
  const details = messages.text("alerts.duplicate-item", { ...shared, ...words, id: "", count: 2, places });
  const rendered = `${details} ${messages.text("alerts.case", { case: 12 })}`;
  assert.ok(hasAlert("README.md", { ...words, details: { rendered } }));
});

test("docs/ledger.md shows alerts about an excess as they read, with a player and without", () => {
  const words = { type: "BALANCE_DISCREPANCY", material: "DIAMOND" };
  const ofAlex = { ...words, player: "Alex", actual: 160, expected: 32, excess: 128 };
  const named = messages.text("alerts.balance-discrepancy", { ...shared, ...ofAlex });
  assert.ok(hasAlert("docs/ledger.md", { ...ofAlex, details: { rendered: named } }));
  const ofNobody = { ...words, player: "nobody", actual: 64, expected: 0, excess: 64 };
  const where = { where: "world:5,64,5", players: "Alex, Bea" };
  const unclear = messages.text("alerts.balance-unclear", { ...shared, ...ofNobody, ...where });
  assert.ok(hasAlert("docs/ledger.md", { ...ofNobody, details: { rendered: unclear } }));
});
