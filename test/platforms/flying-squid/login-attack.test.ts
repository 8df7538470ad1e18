import assert from "node:assert/strict";
import { once } from "node:events";
import { createRequire } from "node:module";
import { after, before, describe, it } from "node:test";
import { until, within } from "../serenity/support/wait.ts";
import { GuardedServer } from "./support/guarded-server.ts";
import { VERSIONS } from "./support/squid-harness.ts";

// Before a login is complete the server has no session of it, and takes packets all the same.

const sword = { material: "diamond_sword", name: "Oathkeeper", sharpness: 3 } as const;
const mineflayer = createRequire(import.meta.url)("mineflayer");

for (const version of VERSIONS) {
  describe(`a survival client that writes its slots while it logs in, on ${version}`, () => {
    let server: GuardedServer;
    before(async () => {
      server = await GuardedServer.start({ version, gameMode: 0, config: "scan-interval: 4" });
    });
    after(() => server.discard());

    it("owns a sword, and has that one after the next login", async () => {
      const alex = await server.join("Alex");
      server.put(alex, sword);
      const id = await server.idAt(alex);
      const shown = server.items.toNetwork(server.make(sword));
      await server.leave(alex);

      const client = mineflayer.createBot({
        host: "127.0.0.1",
        port: server.harness.serv.listeningPort,
        version,
        username: "Alex",
        auth: "offline",
        respawn: false,
      });
      client.on("error", (error: Error) => console.error(error.message));
      // The moment the server has said "success": it reads the player's file and sends chunks now, and has no session yet.
      client._client.on("state", (state: string) => {
        if (state !== "play") return;
        for (const slot of [20, 21, 22, 23]) client._client.write("set_creative_slot", { slot, item: shown });
      });
      await within("Alex to spawn", once(client, "spawn"));
      await server.ticks(10);
      assert.deepEqual(server.idsOf("diamond_sword"), [id]);
      client.end();
      await until("gone", () => server.harness.serv.players.length === 0);
    });
  });
}
