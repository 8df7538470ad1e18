import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { until } from "../serenity/support/wait.ts";
import { dropHeld, swapHands, writeSlot } from "./support/acts.ts";
import type { Bot } from "./support/bot.ts";
import { GuardedServer } from "./support/guarded-server.ts";
import { VERSIONS } from "./support/squid-harness.ts";

// Real duplicates, through flaws that flying-squid 1.12 has, and what honest players do beside them.

/** The protocol's numbers. */
const SURVIVAL = 0;
const CREATIVE = 1;

for (const version of VERSIONS) {
  describe(`duplicates on ${version}`, () => {
    let server: GuardedServer;
    let staff: Bot;

    before(async () => {
      server = await GuardedServer.start({
        version,
        config: "scan-interval: 4\nmovement-grace-ms: 200\nknown-items-ttl-ms: 60000",
        permissions: { Staff: "doubletake.admin" },
      });
      staff = await server.join("Staff");
      await server.bring(staff, 6);
    });

    after(() => server.discard());

    it("honest play raises nothing", async () => {
      let bea = await server.join("Bea");
      let alex = await server.join("Alex");
      server.put(alex, { material: "diamond_sword" });
      const id = await server.idAt(alex);
      await server.handOver(alex, bea, "diamond_sword");
      await server.leave(bea);
      bea = await server.join("Bea");
      await server.handOver(bea, alex, "diamond_sword");
      await server.leave(alex);
      alex = await server.join("Alex");
      await server.ticks(12);
      assert.deepEqual(server.idsOf("diamond_sword"), [id]);
      await server.harness.serv.handleCommand("give Alex diamond_sword 2");
      await server.harness.serv.handleCommand("give @a bow");
      await server.ticks(12);
      assert.equal(new Set(server.idsOf("diamond_sword")).size, 3, "two more, each with an id of its own");
      assert.equal(new Set(server.idsOf("bow")).size, 3, "one for everybody");
      assert.deepEqual(server.described, []);
      for (const bot of [alex, bea]) await server.leave(bot);
    });

    it("one account twice, each session with the sword: thrown away by one while the other uses it, that is proven", async () => {
      let cyd = await server.join("Cyd");
      server.put(cyd, { material: "netherite_sword", name: "Twin" });
      const id = await server.idAt(cyd);
      await server.leave(cyd);
      cyd = await server.join("Cyd");
      const twin = await server.join("Cyd");
      assert.deepEqual(server.idsOf("netherite_sword"), [id, id]);
      dropHeld(twin);
      // A session that does nothing may be a cable that was cut, for as long as a game waits for it.
      swapHands(cyd);
      await server.untilAlert("DUPLICATE_ITEM");
      assert.ok(server.described.every((alert) => /^DUPLICATE_ITEM NETHERITE_SWORD Cyd$/.test(alert)));
      await until("one sword", () => server.idsOf("netherite_sword").length === 1);
      assert.deepEqual(server.idsOf("netherite_sword"), [id]);
      await staff.hears(/netherite[_ ]sword/i);
      server.alerts.length = 0;
      for (const bot of [twin, cyd]) await server.leave(bot);
    });

    it("a creative neighbour who throws his own things about does not make a thrown copy a meant one", async () => {
      const builder = await server.join("Builder");
      Object.assign(server.harness.player("Builder"), { gameMode: CREATIVE });
      server.put(builder, { material: "bow" });
      await server.idAt(builder);
      let fay = await server.join("Fay");
      server.put(fay, { material: "netherite_axe", name: "Twin" });
      const id = await server.idAt(fay);
      await server.leave(fay);
      fay = await server.join("Fay");
      const twin = await server.join("Fay");
      dropHeld(twin);
      dropHeld(builder);
      swapHands(fay);
      await server.untilAlert("DUPLICATE_ITEM");
      await until("one axe", () => server.idsOf("netherite_axe").length === 1);
      assert.deepEqual(server.idsOf("netherite_axe"), [id]);
      server.alerts.length = 0;
      for (const bot of [twin, fay, builder]) await server.leave(bot);
    });

    it("an inventory that cannot be saved: what was given away is back after a new login, and is proven at once", async () => {
      const eve = await server.join("Eve");
      let dan = await server.join("Dan");
      server.put(dan, { material: "trident" });
      const id = await server.idAt(dan);
      await server.leave(dan);
      dan = await server.join("Dan");
      await server.handOver(dan, eve, "trident");
      // In creative mode the server stores this, and then fails to write a file with such a slot in it.
      Object.assign(server.harness.player("Dan"), { gameMode: CREATIVE });
      writeSlot(dan, 500, server.items.toNetwork(server.make({ material: "dirt" })));
      await until("the odd slot", () => server.at(dan, 500));
      Object.assign(server.harness.player("Dan"), { gameMode: SURVIVAL });
      await server.leave(dan);
      dan = await server.join("Dan");
      assert.equal(await server.idAt(dan), id);
      await server.untilAlert("DUPLICATE_ITEM");
      await until("one trident", () => server.idsOf("trident").length === 1);
      assert.deepEqual(server.idsOf("trident"), [id]);
    });

    it("gives back from quarantine what staff decide to give back, under a fresh id", async () => {
      const before = server.idsOf("trident");
      staff.say("/doubletake cases");
      const line = await staff.hears(/#?\d+.*TRIDENT/i);
      const number = /\d+/.exec(line)![0];
      staff.say(`/doubletake restore ${number}`);
      await until("two tridents", () => server.idsOf("trident").length === 2);
      await until("two ids", () => server.idsOf("trident").every((id) => id !== undefined));
      const ids = server.idsOf("trident");
      assert.equal(new Set(ids).size, 2);
      assert.ok(ids.includes(before[0]));
    });
  });
}
