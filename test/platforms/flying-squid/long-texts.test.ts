import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { until } from "../serenity/support/wait.ts";
import type { Bot } from "./support/bot.ts";
import { GuardedServer, HAND } from "./support/guarded-server.ts";
import { VERSIONS } from "./support/squid-harness.ts";

/** Longer than the 32,767 bytes that a signed 16-bit number counts. flying-squid 1.12 and its clients count up to 65,535. */
const LONG = "x".repeat(40_000);

for (const version of VERSIONS) {
  describe(`an item with a very long text on ${version}`, () => {
    let server: GuardedServer;
    let alex: Bot;
    let bea: Bot;

    before(async () => {
      server = await GuardedServer.start({ version, config: "scan-interval: 4\nmovement-grace-ms: 200" });
      alex = await server.join("Alex");
      bea = await server.join("Bea");
    });

    after(() => server.discard());

    it("gets an id, and its copy is taken whole", async () => {
      server.put(alex, { material: "trident", name: LONG }, HAND + 4);
      const id = await server.idAt(alex, HAND + 4);
      await server.ticks(12);
      const copy = server.items.copy(server.at(alex, HAND + 4)!, 1);
      server.harness.player(bea.name).inventory.updateSlot(HAND + 4, copy);
      await until("one trident", () => server.idsOf("trident").length === 1);
      assert.equal(server.item(alex, HAND + 4)?.readTag(), id);
      const { store, platform } = server.running.doubletake;
      const entry = await until("the entry", async () =>
        (await store.quarantined({})).find(({ state }) => state === "held"),
      );
      const kept = platform.decodeItem!(entry.data)!.stack as Parameters<typeof server.items.likeness>[0];
      assert.equal(server.items.likeness(kept), server.items.likeness(server.at(alex, HAND + 4)!));
      await server.ticks(5);
      assert.deepEqual(
        server.complaints.filter((line) => line.includes("Doubletake failed")),
        [],
      );
    });
  });
}
