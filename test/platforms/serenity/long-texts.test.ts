import assert from "node:assert/strict";
import { test } from "node:test";
import { EntityInventoryTrait, type ItemStack } from "@serenityjs/core";
import { StringTag } from "@serenityjs/nbt";
import { GuardedServer } from "./support/guarded-server.ts";
import { until } from "./support/wait.ts";

/** Serenity 0.8.21 writes the length of a text as a signed 16-bit number: such an item can be neither saved nor sent. */
const TOO_LONG = "x".repeat(40_000);

test("a copy with a text that is too long for the game's own form is taken whole, and does not hold up others", async (context) => {
  const server = await GuardedServer.start({ config: "scan-interval: 4\nmovement-grace-ms: 200\n" });
  context.after(() => {
    // The server can neither save a player who has it nor stop.
    slotsOf("Ada").clear();
    return server.discard();
  });
  await server.join("Ada");
  await server.join("Bo");
  const { platform, store } = server.running.doubletake;
  const slotsOf = (name: string) => server.world.player(name).getTrait(EntityInventoryTrait).container;
  const idOf = (stack: ItemStack) => platform.itemOf!(stack)!.readTag();
  const copyOf = (stack: ItemStack) =>
    platform.decodeItem!(platform.itemOf!(stack)!.encode())!.stack as unknown as ItemStack;
  const long = server.world.item("diamond_sword");
  long.nbt.set("note", new StringTag(TOO_LONG, "note"));
  const bow = server.world.item("bow");
  slotsOf("Ada").setItem(3, long);
  slotsOf("Ada").setItem(4, bow);
  await until("ids", () => idOf(long) && idOf(bow));
  await server.ticks(20);
  slotsOf("Bo").setItem(3, copyOf(long));
  slotsOf("Bo").setItem(4, copyOf(bow));
  await until("both copies gone", () => !slotsOf("Bo").storage[3] && !slotsOf("Bo").storage[4]);
  assert.equal(slotsOf("Ada").storage[3], long);
  assert.equal(slotsOf("Ada").storage[4], bow);
  const entries = await until("both in quarantine", async () => {
    const held = (await store.quarantined({})).filter(({ state }) => state === "held");
    return held.length === 2 ? held : undefined;
  });
  const kept = platform.decodeItem!(entries.find(({ itemId }) => itemId === idOf(long))!.data)!;
  assert.equal((kept.stack as unknown as ItemStack).nbt.get<StringTag>("note")?.valueOf(), TOO_LONG);
  assert.ok(!server.harness.log.some((line) => line.includes("Doubletake failed")));
});
