import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { until } from "../serenity/support/wait.ts";
import { clearSlot, writeSlot } from "./support/acts.ts";
import type { Bot } from "./support/bot.ts";
import { GuardedServer, HAND } from "./support/guarded-server.ts";
import { VERSIONS } from "./support/squid-harness.ts";

// Modified clients that have read our source, against an unmodified server.

const SURVIVAL = 0;
const CREATIVE = 1;
const sword = { material: "diamond_sword", name: "Oathkeeper", sharpness: 3 } as const;

for (const version of VERSIONS) {
  describe(`a modified client on ${version}`, () => {
    let server: GuardedServer;
    let alex: Bot;

    before(async () => {
      server = await GuardedServer.start({ version, config: "scan-interval: 4" });
      alex = await server.join("Alex");
      await server.bring(alex, 1);
    });

    after(() => server.discard());

    beforeEach(async () => {
      const { inventory } = server.harness.player("Alex");
      for (const slot of inventory.slots.keys()) inventory.updateSlot(slot, null);
      await server.ticks(2);
    });

    const asShown = () => server.items.toNetwork(server.make(sword));
    /** The server handles packets in order: when it has taken a later one, it has taken all before. */
    const taken = async () => {
      alex.write("held_item_slot", { slotId: 8 });
      await until("the last packet", () => server.harness.player("Alex").heldItemSlot === 8);
      alex.write("held_item_slot", { slotId: 0 });
      await until("the hand again", () => server.harness.player("Alex").heldItemSlot === 0);
      await server.ticks(2);
    };

    it("was in creative mode a moment ago: what is still under way is refused, and no accusation", async () => {
      const host = server.harness.player("Alex");
      host.setGameMode(CREATIVE);
      server.put(alex, sword);
      host.setGameMode(SURVIVAL);
      writeSlot(alex, 20, asShown());
      await taken();
      assert.equal(server.at(alex, 20), undefined);
      assert.deepEqual(server.described, []);
    });

    it("copies its sword by set_creative_slot in survival, five times: nothing is made, and staff are told", async () => {
      Object.assign(server.harness.player("Alex"), { gameMode: SURVIVAL });
      server.put(alex, sword);
      const [id, stack] = [await server.idAt(alex), server.at(alex)];
      // The client draws what it has written before the server says no.
      await until("the client to see it", () => alex.slots[HAND] === "1x diamond_sword");
      // The time in which what was under way is nobody's fault ends by itself.
      await until("staff told", async () => {
        for (const slot of [20, 21, 22, 23, 24, -1, 9999]) writeSlot(alex, slot, asShown());
        await taken();
        return server.serious.length > 0;
      });
      assert.deepEqual(server.idsOf("diamond_sword"), [id]);
      assert.deepEqual(server.described, ["FORGED_ID DIAMOND_SWORD Alex"]);
      assert.equal(server.alerts.at(-1)!.itemId, id, "it says of what it would have been a copy");
      await until("the client to know better", () => alex.slots[20] === undefined);
      clearSlot(alex, HAND);
      writeSlot(alex, HAND, server.items.toNetwork(server.make({ material: "dirt", count: 64 })));
      await taken();
      assert.equal(server.at(alex), stack, "what was in the slot is the very same stack");
      await until("the client to see it again", () => alex.slots[HAND] === "1x diamond_sword");
    });

    it("places one box twice, the second time while the server waits for a chunk: two blocks, and that is proven", async () => {
      Object.assign(server.harness.player("Alex"), { gameMode: SURVIVAL });
      const place = (x: number, z: number, direction: number) => {
        const cursor = { cursorX: 0.5, cursorY: 0.5, cursorZ: 0.5, insideBlock: false, worldBorderHit: false };
        alex.write("block_place", { hand: 0, location: { x, y: 3, z }, direction, ...cursor, sequence: 0 });
      };
      server.alerts.length = 0;
      for (let round = 0; server.serious.length === 0 && round < 12; round++) {
        server.put(alex, { material: "shulker_box" });
        await server.idAt(alex);
        // Further away every time: the chunk beyond the border is one that nobody has seen yet.
        const far = 16 * (6 + 4 * round) - 1;
        await server.blockAt(far, 3, 8);
        place(far, 8, 5);
        place(far, 4, 1);
        await until("the hand empty", () => (server.at(alex)?.count ?? 0) < 1 || undefined);
        await server.ticks(20);
        const blocks = [await server.blockAt(far + 1, 3, 8), await server.blockAt(far, 4, 4)];
        if (blocks.every((name) => name === "shulker_box")) break;
        server.harness.player("Alex").inventory.updateSlot(HAND, null);
      }
      assert.deepEqual(server.described, ["DUPLICATE_ITEM SHULKER_BOX Alex"]);
    });
  });
}
