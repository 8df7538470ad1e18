import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { until } from "../serenity/support/wait.ts";
import { click, dropHeld } from "./support/acts.ts";
import type { Bot } from "./support/bot.ts";
import { GuardedServer, HAND } from "./support/guarded-server.ts";
import { VERSIONS } from "./support/squid-harness.ts";

// What docs/platforms says that this server does not have, tried.

const CRAFTING_OUTPUT = 0;
const CRAFTING_GRID = [1, 2, 3, 4];
const CHEST_WINDOW = 1;

for (const version of VERSIONS) {
  describe(`what is not there on ${version}`, () => {
    let server: GuardedServer;
    let alex: Bot;

    before(async () => {
      server = await GuardedServer.start({ version, config: "scan-interval: 4" });
      alex = await server.join("Alex");
      await server.bring(alex, 1);
    });

    after(() => server.discard());

    it("containers: a click into the window of a chest moves nothing, and the ground is the only place beside players", async () => {
      server.put(alex, { material: "diamond_sword" });
      const id = await server.idAt(alex);
      click(alex, HAND, { window: CHEST_WINDOW });
      click(alex, 0, { window: CHEST_WINDOW });
      dropHeld(alex);
      const places = await until("the sword on the ground", () => {
        const all = [...server.running.doubletake.platform.places()];
        return all.length > 0 ? all : undefined;
      });
      assert.ok(places.every((place) => place.startsWith("ground:")));
      assert.deepEqual(server.idsOf("diamond_sword"), [id]);
      await server.slotOf(alex, "diamond_sword");
    });

    it("crafting: planks in the grid make nothing", async () => {
      for (const slot of CRAFTING_GRID) server.put(alex, { material: "oak_planks" }, slot);
      click(alex, CRAFTING_OUTPUT);
      await server.ticks(10);
      assert.equal(server.at(alex, CRAFTING_OUTPUT), undefined);
      assert.equal(server.harness.player("Alex").inventory.selectedItem, null);
    });

    it("forms: the platform offers none, so that staff have commands only", () => {
      assert.equal(server.running.doubletake.platform.showForm, undefined);
    });

    it("bundles, before 1.17", () => {
      assert.equal(server.items.create("bundle") !== undefined, version === "1.21.4");
    });
  });
}
