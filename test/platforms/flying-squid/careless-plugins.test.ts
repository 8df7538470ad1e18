import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { until } from "../serenity/support/wait.ts";
import type { Bot } from "./support/bot.ts";
import { GuardedServer, HAND } from "./support/guarded-server.ts";
import { VERSIONS } from "./support/squid-harness.ts";

// Other plugins that copy items without knowing it. This server has no containers, and no creatures that carry anything: plugins put
// inventories back.

const SLOT = HAND + 3;

for (const version of VERSIONS) {
  describe(`careless plugins on ${version}`, () => {
    let server: GuardedServer;
    let alex: Bot;
    let bea: Bot;

    before(async () => {
      server = await GuardedServer.start({ version, config: "scan-interval: 4\nmovement-grace-ms: 200" });
      bea = await server.join("Bea");
      alex = await server.join("Alex");
    });

    after(() => server.discard());

    const placeOf = (bot: Bot) =>
      [...server.running.doubletake.platform.players()].find(({ name }) => name === bot.name)!.place;
    const slotsOf = (bot: Bot) => server.harness.player(bot.name).inventory;
    const announce = (bot: Bot) =>
      server.running.doubletake.api.announce({ cause: "rollback", places: [placeOf(bot)] });

    it("D22: an inventory is put back as it was, after the sword was handed over: who got it keeps it", async () => {
      server.put(alex, { material: "diamond_sword" }, SLOT);
      const id = await server.idAt(alex, SLOT);
      const kept = server.items.copy(server.at(alex, SLOT)!, 1);
      const slot = await server.handOver(alex, bea, "diamond_sword");
      await server.ticks(12);
      slotsOf(alex).updateSlot(SLOT, kept);
      await server.untilAlert("DUPLICATE_ITEM");
      await until("one sword", () => server.idsOf("diamond_sword").length === 1);
      assert.equal(server.item(bea, slot)?.readTag(), id);
      server.alerts.length = 0;
      slotsOf(bea).updateSlot(slot, null);
    });

    it("D22, announced: what is put back gets a fresh id, and nobody is accused", async () => {
      server.put(alex, { material: "trident" }, SLOT);
      const id = await server.idAt(alex, SLOT);
      const kept = server.items.copy(server.at(alex, SLOT)!, 1);
      const slot = await server.handOver(alex, bea, "trident");
      announce(alex);
      slotsOf(alex).updateSlot(SLOT, kept);
      await until("a fresh id", () => server.item(alex, SLOT)?.readTag() !== id);
      await server.ticks(12);
      assert.deepEqual(server.described, []);
      assert.equal(server.item(bea, slot)?.readTag(), id);
      for (const [bot, at] of [
        [alex, SLOT],
        [bea, slot],
      ] as const)
        slotsOf(bot).updateSlot(at, null);
    });

    it("D22, long after an announcement: the place no longer excuses it", async () => {
      server.put(alex, { material: "shield" }, SLOT);
      const id = await server.idAt(alex, SLOT);
      announce(bea);
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await server.ticks(65);
      slotsOf(bea).updateSlot(SLOT, server.items.copy(server.at(alex, SLOT)!, 1));
      await server.untilAlert("DUPLICATE_ITEM");
      await until("one shield", () => server.idsOf("shield").length === 1);
      assert.equal(server.item(alex, SLOT)?.readTag(), id);
    });
  });
}
