import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { until } from "../serenity/support/wait.ts";
import { dropHeld, swapHands } from "./support/acts.ts";
import type { Bot } from "./support/bot.ts";
import { GuardedServer, HAND } from "./support/guarded-server.ts";
import { VERSIONS } from "./support/squid-harness.ts";

// A sword's and a box's life, told by real clients: wherever they go, their ids and all their data go with them.

const sword = { material: "diamond_sword", name: "Oathkeeper", sharpness: 3 } as const;
const innerBox = { material: "shulker_box", inside: [{ material: "elytra" }] } as const;
const bundle = { material: "bundle", inside: [{ material: "trident" }] } as const;
const inside = [{ material: "bow" }, { material: "dirt", count: 5 }, innerBox] as const;
/** 1.16.5 has no bundles. */
const boxes = {
  "1.16.5": { plan: { material: "red_shulker_box", inside }, ids: 4 },
  "1.21.4": { plan: { material: "red_shulker_box", inside: [...inside, bundle] }, ids: 6 },
} as const;

const OFF_HAND = 45;

for (const version of VERSIONS) {
  describe(`an item's life on ${version}`, () => {
    let server: GuardedServer;
    let alex: Bot;
    let bea: Bot;
    let id: string;
    let looks: string;

    before(async () => {
      server = await GuardedServer.start({
        version,
        config: "scan-interval: 4",
        permissions: { Staff: "doubletake.alerts" },
      });
    });

    after(() => server.discard());

    /** Everything about a player's item but where it is. */
    const data = (bot: Bot, slot: number) => Buffer.from(server.item(bot, slot)!.encode()).toString();

    it("gets an id, and watchers are told", async () => {
      const staff = await server.join("Staff");
      await server.bring(staff, 6);
      bea = await server.join("Bea");
      alex = await server.join("Alex");
      await server.ticks(2);
      server.put(alex, sword);
      id = await server.idAt(alex);
      looks = data(alex, HAND);
      assert.match(looks, /Oathkeeper/);
      await staff.hears(/Diamond Sword of Alex got an id/);
      // The client has the key, and shows it in its own language.
      assert.ok(staff.received.some(({ bytes }) => bytes.includes("item.minecraft.diamond_sword")));
      assert.ok(![...alex.heard, ...bea.heard].some((line) => line.includes("got an id")));
      await server.leave(staff);
    });

    it("is dropped by one and picked up by another, with everything that makes it", async () => {
      const slot = await server.handOver(alex, bea, "diamond_sword");
      assert.equal(server.at(alex), undefined);
      assert.equal(await server.idAt(bea, slot), id);
      assert.equal(data(bea, slot), looks);
      await until("the client to see it", () => bea.slots[slot] === "1x diamond_sword");
    });

    it("stays with its holder through death", async () => {
      bea.die();
      await until("death", () => server.harness.player("Bea").health <= 0);
      // flying-squid 1.12 does not understand that a client asks to live again.
      server.harness.player("Bea").updateHealth(20);
      await server.ticks();
      assert.equal(await server.idAt(bea), id);
    });

    it("goes from hand to hand", async () => {
      swapHands(bea);
      await until("the sword in the other hand", () => server.at(bea, OFF_HAND));
      swapHands(bea);
      await until("the sword back", () => server.at(bea, OFF_HAND) === undefined);
      assert.equal(await server.idAt(bea), id);
    });

    it("is there when its holder comes back, at once or after a restart", async () => {
      await server.leave(bea);
      bea = await server.join("Bea");
      assert.equal(data(bea, HAND), looks);
      server = await server.restart();
      bea = await server.join("Bea");
      assert.equal(await server.idAt(bea), id);
      assert.equal(data(bea, HAND), looks);
      await until("the client to see it", () => bea.slots[HAND] === "1x diamond_sword");
    });

    it("keeps what is in a box, and the ids in it, through a drop and a restart", async () => {
      await server.bring(bea, 3);
      const { plan, ids } = boxes[version];
      server.put(bea, plan, HAND + 1);
      await server.idAt(bea, HAND + 1);
      const before = data(bea, HAND + 1);
      assert.equal(before.match(/doubletake:id/g)?.length, ids, "all but the dirt");
      bea.write("held_item_slot", { slotId: 1 });
      dropHeld(bea);
      await until("the box on the ground", () => server.at(bea, HAND + 1) === undefined);
      const slot = await server.slotOf(bea, "red_shulker_box");
      assert.equal(data(bea, slot), before);
      server = await server.restart();
      bea = await server.join("Bea");
      assert.equal(data(bea, await server.slotOf(bea, "red_shulker_box")), before);
    });

    it("has that story in the store, in order, and nothing of it was an alarm", async () => {
      await server.ticks(4);
      const story = await server.history(id);
      assert.deepEqual(story, [
        "Alex SCAN",
        "Alex DROP",
        "Bea PICKUP",
        "Bea DEATH",
        "Bea INVENTORY_CLICK",
        "Bea INVENTORY_CLICK",
      ]);
      assert.deepEqual(server.described, []);
    });
  });
}
