import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { until } from "../serenity/support/wait.ts";
import { clearSlot, click, closeInventory, dropKeyOver, OUTSIDE, swapHands, writeSlot } from "./support/acts.ts";
import type { Bot } from "./support/bot.ts";
import { GuardedServer, HAND } from "./support/guarded-server.ts";
import { VERSIONS } from "./support/squid-harness.ts";

// What clients are shown, and what is made of what they send back.

const SURVIVAL = 0;
const CREATIVE = 1;
const sword = { material: "diamond_sword", name: "Oathkeeper" } as const;
const box = { material: "shulker_box", inside: [{ material: "bow" }] } as const;
const FORGED = "99999999-9999-4999-8999-999999999999";

for (const version of VERSIONS) {
  describe(`clients on ${version}`, () => {
    let server: GuardedServer;
    let alex: Bot;
    let onlooker: Bot;

    before(async () => {
      server = await GuardedServer.start({ version, config: "scan-interval: 4" });
      alex = await server.join("Alex");
      onlooker = await server.join("Onlooker");
      await server.bring(alex, 1);
      await server.bring(onlooker, 3);
    });

    after(() => server.discard());

    beforeEach(async () => {
      const { inventory } = server.harness.player("Alex");
      inventory.selectedItem = null;
      for (const slot of inventory.slots.keys()) inventory.updateSlot(slot, null);
      await server.ticks(2);
      server.alerts.length = 0;
    });

    const gameMode = (mode: number) => Object.assign(server.harness.player("Alex"), { gameMode: mode });
    /** A stack as a client that was shown it would write it. */
    const asShown = (plan: Parameters<GuardedServer["make"]>[0]) => server.items.toNetwork(server.make(plan));
    const forged = (plan: Parameters<GuardedServer["make"]>[0], id: string) => {
      const stack = server.make(plan);
      server.items.wrap(stack).writeTag(id);
      return server.items.toNetwork(stack);
    };
    /** The server handles packets in order: when it has taken a later one, it has taken all before. */
    const taken = async () => {
      alex.write("held_item_slot", { slotId: 8 });
      await until("the last packet", () => server.harness.player("Alex").heldItemSlot === 8);
      alex.write("held_item_slot", { slotId: 0 });
      await until("the hand again", () => server.harness.player("Alex").heldItemSlot === 0);
      await server.ticks(2);
    };

    it("never receive an id, in whatever packet, however deep", async () => {
      server.put(alex, sword);
      server.put(alex, box, HAND + 1);
      const ids = [await server.idAt(alex), await server.idAt(alex, HAND + 1)];
      // Shown anew, to the owner and to who sees the hand.
      for (const slot of [HAND, HAND + 1, 5])
        server.harness.player("Alex").inventory.updateSlot(slot, server.at(alex, HAND)!);
      server.harness.player("Alex").inventory.updateSlot(HAND + 1, server.at(alex, HAND + 1)!);
      server.harness.player("Alex").inventory.updateSlot(5, null);
      await taken();
      await until("the sword shown", () => alex.slots[HAND] === "1x diamond_sword");
      const packets = [...alex.received, ...onlooker.received];
      assert.ok(packets.some(({ name, bytes }) => name === "set_slot" && bytes.includes("Oathkeeper")));
      assert.ok(onlooker.received.some(({ name }) => name === "entity_equipment"));
      for (const secret of ["doubletake:", ...ids]) {
        const leaks = packets.filter(({ bytes }) => bytes.includes(secret)).map(({ name }) => name);
        assert.deepEqual(leaks, [], `${secret} was sent`);
      }
      const shown = packets.filter(({ name }) => name === "set_slot");
      assert.ok(!shown.some(({ bytes }) => /lore/i.test(bytes.toString("latin1"))), "nor anything in place of it");
    });

    it("move an item in the creative inventory, and its id goes along", async () => {
      gameMode(CREATIVE);
      server.put(alex, box);
      const [id, inside] = [await server.idAt(alex), server.item(alex)!.encode()];
      clearSlot(alex, HAND);
      writeSlot(alex, 20, asShown(box));
      await until("the box in slot 20", () => server.at(alex, 20));
      assert.equal(await server.idAt(alex, 20), id);
      assert.deepEqual(server.item(alex, 20)!.encode(), inside, "the ids inside, too");
      writeSlot(alex, 20, asShown(box));
      await taken();
      assert.equal(await server.idAt(alex, 20), id, "written where it is");
    });

    it("copy an item in the creative inventory, and the copy gets a fresh id", async () => {
      gameMode(CREATIVE);
      server.put(alex, sword);
      const id = await server.idAt(alex);
      writeSlot(alex, 20, asShown(sword));
      await until("the copy", () => server.at(alex, 20));
      const copy = await server.idAt(alex, 20);
      assert.notEqual(copy, id);
      assert.equal(await server.idAt(alex), id);
      await server.ticks(10);
      assert.deepEqual(server.described, []);
    });

    it("forge an id: it is stripped, and reported", async () => {
      gameMode(CREATIVE);
      writeSlot(alex, 20, forged(sword, FORGED));
      await server.untilAlert("FORGED_ID");
      assert.deepEqual(server.described, ["FORGED_ID DIAMOND_SWORD Alex"]);
      await until("a fresh id", async () => (await server.idAt(alex, 20)) !== FORGED);
    });

    it("forge an id inside a box: stripped and reported as well", async () => {
      gameMode(CREATIVE);
      const stack = server.make(box);
      const outer = server.items.wrap(stack);
      const contents = outer.contents()!;
      contents.each((inner) => inner.writeTag(FORGED));
      contents.writeBack();
      writeSlot(alex, 20, server.items.toNetwork(stack));
      await server.untilAlert("FORGED_ID");
      assert.deepEqual(server.described, ["FORGED_ID BOW Alex"]);
      await until("a fresh id", () => !Buffer.from(server.item(alex, 20)!.encode()).includes(FORGED));
    });

    it("click items from slot to slot, naming whatever they like: the stack moves with its id", async () => {
      gameMode(SURVIVAL);
      server.put(alex, sword);
      const id = await server.idAt(alex);
      click(alex, HAND, { named: asShown({ material: "bow" }) });
      await until("the sword on the cursor", () => server.harness.player("Alex").inventory.selectedItem);
      assert.deepEqual(server.idsOf("diamond_sword"), [id]);
      click(alex, 30, { button: 1 });
      await until("the sword in slot 30", () => server.at(alex, 30));
      assert.equal(await server.idAt(alex, 30), id);
      assert.equal(server.harness.player("Alex").inventory.selectedItem, null);
      click(alex, 30, { button: 1 });
      await taken();
      closeInventory(alex);
      await taken();
      assert.deepEqual(server.idsOf("diamond_sword"), [id], "put away from the cursor");
      assert.deepEqual(server.idsOf("bow"), []);
    });

    it("swap hands, throw out of the window and press the drop key over a slot: one sword stays one", async () => {
      gameMode(SURVIVAL);
      await server.bring(alex, 1);
      server.put(alex, sword);
      const id = await server.idAt(alex);
      swapHands(alex);
      await until("the sword in the other hand", () => server.at(alex, 45));
      dropKeyOver(alex, 45);
      await until("the sword on the ground", () => server.at(alex, 45) === undefined);
      assert.deepEqual(server.idsOf("diamond_sword"), [id]);
      const slot = await server.slotOf(alex, "diamond_sword");
      click(alex, slot);
      click(alex, OUTSIDE);
      await taken();
      assert.deepEqual(server.idsOf("diamond_sword"), [id]);
      await server.slotOf(alex, "diamond_sword");
      await server.ticks(20);
      assert.deepEqual(server.described, []);
    });
  });
}
