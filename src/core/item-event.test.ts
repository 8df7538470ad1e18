import assert from "node:assert/strict";
import { it } from "node:test";
import { ACTIONS } from "./item-event.ts";

it("the actions are the seven of section 2.4 and those that Doubletake adds, each with its meaning", () => {
  const specified = ["PICKUP", "DROP", "CRAFTED", "INVENTORY_CLICK", "CONTAINER_TRANSFER", "DEATH", "ENCHANT"];
  const before = ["CONTAINER_OPEN", "BLOCK_BREAK", "BLOCK_PLACE", "JOIN", "QUIT", "RESPAWN", "SCAN"];
  const after = ["GIVE", "CREATIVE", "CONSUME", "DESPAWN", "REMOVED", "RESTORED", "REISSUED"];
  assert.deepEqual(Object.keys(ACTIONS), [...specified, ...before, ...after]);
  for (const [action, meaning] of Object.entries(ACTIONS))
    assert.match(meaning, /^(?:a player|the item|a scan) /, action);
});
