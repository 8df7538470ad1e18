import assert from "node:assert/strict";
import { test } from "node:test";
import { MemoryDatabase } from "../../../testing/stores/memory-database.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { testStaff } from "../../../testing/unpublished/test-staff.ts";

test("/doubletake retire gives up a server that is stopped, and no other", async () => {
  const clock = new HandClock();
  const database = new MemoryDatabase({ clock });
  const skyblock = new MemoryStore({ database, clock, serverName: "skyblock" });
  const { say, complete, game } = await testStaff({
    clock,
    store: new MemoryStore({ database, clock, serverName: "hub" }),
  });
  const refused = "skyblock is running, or is not a server of this network.";
  assert.deepEqual(await say("/dt retire skyblock"), [refused]);
  assert.deepEqual(await complete("/dt retire s"), []);
  await skyblock.close();
  assert.deepEqual(await complete("/dt retire s"), ["skyblock"]);
  assert.deepEqual(await say("/dt retire skyblock"), [
    "skyblock is retired: nobody waits for it any more. When it starts again, it is back.",
  ]);
  assert.ok(game.log.lines.includes("warn: Staff retired the server skyblock."));
  assert.deepEqual(await say("/dt retire nobody"), ["nobody is running, or is not a server of this network."]);
  assert.deepEqual(await complete("/dt retire s"), []);
});
