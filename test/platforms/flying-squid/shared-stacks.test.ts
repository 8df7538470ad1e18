import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { until } from "../serenity/support/wait.ts";
import type { Bot } from "./support/bot.ts";
import { GuardedServer, HAND } from "./support/guarded-server.ts";
import { VERSIONS } from "./support/squid-harness.ts";

// Plugins call `updateSlot` with the very same stack object for several players, or twice for one. The server then has one object in several
// slots.

for (const version of VERSIONS) {
  describe(`one stack object in two slots on ${version}`, () => {
    let server: GuardedServer;
    let alex: Bot;
    let bea: Bot;

    before(async () => {
      server = await GuardedServer.start({ version, config: "scan-interval: 4\nmovement-grace-ms: 200" });
      alex = await server.join("Alex");
      bea = await server.join("Bea");
    });

    after(() => server.discard());

    const placeOf = (bot: Bot) =>
      [...server.running.doubletake.platform.players()].find(({ name }) => name === bot.name)!.place;
    const slotsOf = (bot: Bot) => server.harness.player(bot.name).inventory;
    const announce = (places: string[]) => server.running.doubletake.api.announce({ cause: "kit", places });
    const insideOf = (bot: Bot, slot: number) => {
      const ids: (string | undefined)[] = [];
      server
        .item(bot, slot)
        ?.contents()
        ?.each((item) => ids.push(item.readTag()));
      return ids;
    };

    it("one that nobody announced is two items: it is proven, and one is left, with its id", async () => {
      server.put(alex, { material: "trident" }, HAND + 4);
      const id = await server.idAt(alex, HAND + 4);
      await server.ticks(12);
      slotsOf(bea).updateSlot(HAND + 4, server.at(alex, HAND + 4)!);
      await server.untilAlert("DUPLICATE_ITEM");
      await until("one trident", () => server.idsOf("trident").length === 1);
      assert.equal(server.item(alex, HAND + 4)?.readTag(), id);
      server.alerts.length = 0;
    });

    it("a kit for two players that is one object: each gets an item of their own", async () => {
      announce([placeOf(alex), placeOf(bea)]);
      const kit = server.make({ material: "diamond_sword", name: "Kit", sharpness: 3 });
      for (const bot of [alex, bea]) slotsOf(bot).updateSlot(HAND + 1, kit);
      const ids = await until("two ids", () => {
        const found = [server.item(alex, HAND + 1)?.readTag(), server.item(bea, HAND + 1)?.readTag()];
        return found[0] !== undefined && found[1] !== undefined && found[0] !== found[1] ? found : undefined;
      });
      await server.ticks(12);
      assert.deepEqual([server.item(alex, HAND + 1)?.readTag(), server.item(bea, HAND + 1)?.readTag()], ids);
      for (const bot of [alex, bea]) assert.equal(server.at(bot, HAND + 1)?.name, "diamond_sword");
      assert.equal(server.items.likeness(server.at(alex, HAND + 1)!), server.items.likeness(server.at(bea, HAND + 1)!));
      assert.deepEqual(server.described, []);
      for (const bot of [alex, bea]) slotsOf(bot).updateSlot(HAND + 1, null);
    });

    it("a box that is put twice into one inventory: everything in it gets ids of its own", async () => {
      announce([placeOf(alex)]);
      const inside = [{ material: "bow" }, { material: "trident" }];
      const kit = server.make({ material: "shulker_box", inside });
      for (const slot of [HAND + 2, HAND + 3]) slotsOf(alex).updateSlot(slot, kit);
      await until("six ids", () => {
        const boxes = [HAND + 2, HAND + 3].map((slot) => server.item(alex, slot)?.readTag());
        const ids = [...boxes, ...insideOf(alex, HAND + 2), ...insideOf(alex, HAND + 3)];
        return ids.every(Boolean) && new Set(ids).size === 6;
      });
      await server.ticks(12);
      assert.deepEqual(server.described, []);
      for (const slot of [HAND + 2, HAND + 3]) slotsOf(alex).updateSlot(slot, null);
    });
  });
}
