import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { examine } from "../exploits/examine.ts";
import { adaWithSword } from "../exploits/live-exploits.ts";
import type { BedrockClient } from "../support/bedrock-client.ts";
import { craftCreative, place, type Slot, take } from "../support/inventory-acts.ts";
import { box, ignoreKick, inv, Lab } from "../support/lab.ts";
import { idOf } from "../support/network-item.ts";
import { Stage } from "../support/stage.ts";
import { until } from "../support/wait.ts";

// Modified clients that have read our source, against an unmodified server. The crafting output is a hiding place and a laundry:
// clients can put items there, and ask for creative items in survival.

const OUTPUT: Slot = ["crafting_output", 0];

describe("a modified client", () => {
  let stage: Stage;
  let sites = 0;
  before(async () => {
    stage = await Stage.open(true);
  });
  after(async () => {
    await stage?.discard();
  });

  const attack = (name: string, run: (lab: Lab) => Promise<void>) =>
    test(name, async (context) => {
      const lab = new Lab(stage, sites++);
      context.after(() => lab.close());
      await run(lab);
    });

  /** In survival the server refuses it, but whoever listens to the packet has heard of it. */
  const askForCreativeItem = (client: BedrockClient) => client.acts.request(craftCreative(1));

  attack("a sword in the output, dirt onto it, one craft_creative, and both are taken out", async (lab) => {
    const ada = await adaWithSword(lab);
    await lab.server.call("give", ada.name, "dirt", { slot: 5 });
    await ada.acts.place(1, inv(0), OUTPUT);
    const tick = await lab.server.call("currentTick");
    await until("the next tick", async () => (await lab.server.call("currentTick")) > tick);
    await ada.acts.place(1, inv(5), OUTPUT);
    await askForCreativeItem(ada);
    await ada.acts.request(take(1, OUTPUT, inv(9)), take(1, OUTPUT, inv(10)));
    await lab.done();
    await examine(lab);
  });

  attack("a sword in the output is doubled within one tick", async (lab) => {
    const ada = await adaWithSword(lab);
    await lab.server.call("give", ada.name, "dirt", { slot: 5 });
    const poured = ada.acts.request(place(1, inv(0), OUTPUT), place(1, inv(5), OUTPUT));
    const asked = askForCreativeItem(ada);
    const taken = ada.acts.request(take(1, OUTPUT, inv(9)), take(1, OUTPUT, inv(10)));
    await Promise.all([poured, asked, taken]);
    await lab.done();
    await examine(lab);
  });

  attack("a stack of two stays in the output: it is a place like any other", async (lab) => {
    const ada = await adaWithSword(lab);
    await lab.server.call("give", ada.name, "dirt", { slot: 5 });
    await ada.acts.request(place(1, inv(0), OUTPUT), place(1, inv(5), OUTPUT));
    await lab.done();
    await examine(lab);
  });

  attack("what somebody else carries goes through the output: it keeps its id, and nobody is accused", async (lab) => {
    const ada = await adaWithSword(lab);
    const ben = await lab.join("Ben");
    const victim = await until("Ada in sight", () => ben.entities.player(ada.name));
    await ben.world.openInventory(victim.runtimeId);
    await ben.acts.take(1, box(0), OUTPUT);
    await askForCreativeItem(ben);
    await ben.acts.take(1, OUTPUT, inv(4));
    await until("the sword", () => idOf(ben.items.inventory[4]));
    assert.equal(idOf(ben.items.inventory[4]), lab.id);
    assert.equal(await lab.count(), 1);
    assert.equal(await lab.isProven(), false);
  });

  attack("the window of a player who left, the output, and the player comes back", async (lab) => {
    const ada = await adaWithSword(lab);
    const ben = await lab.join("Ben");
    const victim = await until("Ada in sight", () => ben.entities.player(ada.name));
    await ben.world.openInventory(victim.runtimeId);
    await lab.leave(ada);
    await ben.acts.take(1, box(0), OUTPUT);
    await askForCreativeItem(ben);
    await ben.acts.take(1, OUTPUT, inv(4));
    await lab.join("Ada");
    await lab.done();
    await examine(lab);
  });

  attack(
    "two sessions of one account, and one of them takes its sword through the output and drops it",
    async (lab) => {
      const ada = await lab.relog(await adaWithSword(lab));
      ignoreKick(ada);
      await lab.join("Ada");
      await ada.acts.place(1, inv(0), OUTPUT);
      await askForCreativeItem(ada);
      await ada.acts.take(1, OUTPUT, inv(0));
      ada.movement.look(90, 0);
      await ada.acts.drop(1, inv(0));
      await lab.done();
      await examine(lab);
    },
  );

  attack("a copy is put into the inventory of somebody in creative mode, and taken back", async (lab) => {
    const ben = await adaWithSword(lab);
    const carl = await lab.join("Carl");
    await lab.server.call("setGamemode", carl.name, "creative");
    await lab.server.call("give", ben.name, "dirt", { slot: 5 });
    const builder = await until("Carl in sight", () => ben.entities.player(carl.name));
    await ben.world.openInventory(builder.runtimeId);
    await ben.acts.request(place(1, inv(5), inv(0)), take(1, inv(0), box(20)));
    const tick = await lab.server.call("currentTick");
    await until("the next tick", async () => (await lab.server.call("currentTick")) > tick);
    await ben.acts.take(1, box(20), inv(9));
    await lab.done();
    await examine(lab);
  });

  attack("a box is made two and one of them placed before the next look", async (lab) => {
    const ada = await lab.join("Ada");
    await lab.server.call("give", ada.name, "undyed_shulker_box", { mark: lab.mark, slot: 8 });
    await lab.server.call("give", ada.name, "dirt", { slot: 5 });
    await ada.acts.take(1, inv(8), inv(0));
    lab.id = await until("the box's id", () => idOf(ada.items.inventory[0]));
    ada.acts.select(0);
    const poured = ada.acts.place(1, inv(5), inv(0));
    ada.world.clickBlock(lab.at(5, 5, 0));
    await poured;
    await until("the box placed", async () => !(await lab.server.call("isAir", lab.at(5, 5))));
    await until("the proof", () => lab.isProven());
    assert.equal(await lab.count(), 1, "the other one is still in the hand");
  });

  attack(
    "a box out of the window of a player who left is placed at once, and its owner comes back with it",
    async (lab) => {
      const ada = await lab.join("Ada");
      const ben = await lab.join("Ben");
      await lab.server.call("give", ada.name, "undyed_shulker_box", { mark: lab.mark, slot: 8 });
      await ada.acts.take(1, inv(8), inv(0));
      lab.id = await until("the box's id", () => idOf(ada.items.inventory[0]));
      const victim = await until("Ada in sight", () => ben.entities.player(ada.name));
      await ben.world.openInventory(victim.runtimeId);
      await lab.leave(ada);
      ben.acts.select(0);
      const taken = ben.acts.take(1, box(0), inv(0));
      // The packet names what he is about to hold.
      (ben.items.inventory as unknown[])[0] = ada.items.inventory[0];
      const closed = ben.world.close();
      ben.acts.select(0);
      ben.world.clickBlock(lab.at(5, 5, 0));
      await Promise.all([taken, closed]);
      await until("the box placed", async () => !(await lab.server.call("isAir", lab.at(5, 5))));
      // Until the store has said where it was before, her return would only be a suspicion: one has ended, and one is here.
      await until("the claim on Ada's", async () => (await stage.ask("cases", lab.id)).length > 0);
      await lab.join("Ada");
      await until("the proof", () => lab.isProven());
      const [found] = await stage.ask("cases", lab.id);
      assert.equal(found?.playerName, ben.name);
    },
  );

  attack("the newer of two sessions stores the sword and leaves, and the older one goes on with it", async (lab) => {
    const ada = await lab.relog(await adaWithSword(lab));
    ignoreKick(ada);
    const again = await lab.join("Ada");
    await lab.storeSword(again, "chest");
    await again.leave();
    await lab.done();
    await examine(lab);
  });

  attack("the older of two sessions sells the sword, which the newer one has, too: the buyer keeps it", async (lab) => {
    const ada = await lab.relog(await adaWithSword(lab));
    ignoreKick(ada);
    await lab.join("Ada");
    const ben = await lab.join("Ben");
    await lab.storeSword(ada, "chest");
    await ben.world.openBlock(lab.at(3, 3));
    await ben.acts.take(1, box(3), inv(0));
    await lab.done();
    await until("the proof", () => lab.isProven());
    await until("one copy left", async () => (await lab.count()) === 1);
    assert.match((await lab.copies()).join(), new RegExp(`^player ${ben.name} `));
  });

  attack("the older of two sessions places the box that the newer one has, too", async (lab) => {
    const first = await lab.join("Ada");
    await lab.server.call("give", first.name, "undyed_shulker_box", { mark: lab.mark, slot: 8 });
    await first.acts.take(1, inv(8), inv(0));
    lab.id = await until("the box's id", () => idOf(first.items.inventory[0]));
    const ada = await lab.relog(first);
    ignoreKick(ada);
    await lab.join("Ada");
    ada.acts.select(0);
    ada.world.clickBlock(lab.at(5, 5, 0));
    await until("the box placed", async () => !(await lab.server.call("isAir", lab.at(5, 5))));
    await until("the proof", () => lab.isProven());
  });

  attack("a box that is placed and broken, as everybody does it, accuses nobody", async (lab) => {
    const ada = await lab.join("Ada");
    await lab.server.call("give", ada.name, "undyed_shulker_box", { mark: lab.mark, slot: 8 });
    await ada.acts.take(1, inv(8), inv(0));
    lab.id = await until("the box's id", () => idOf(ada.items.inventory[0]));
    ada.acts.select(0);
    ada.world.clickBlock(lab.at(5, 5, 0));
    await until("the box placed", async () => !(await lab.server.call("isAir", lab.at(5, 5))));
    await lab.breakBlock(ada, lab.at(5, 5));
    const tick = await lab.server.call("currentTick");
    await until("the grace", async () => (await lab.server.call("currentTick")) > tick + 20n);
    assert.equal(await lab.isProven(), false);
  });

  attack("the newer of two sessions stores the sword, and the older one only stands about with it", async (lab) => {
    const ada = await lab.relog(await adaWithSword(lab));
    ignoreKick(ada);
    const again = await lab.join("Ada");
    await lab.storeSword(again, "chest");
    await until("the proof", () => {
      ada.movement.input({});
      return lab.isProven();
    });
    await until("one copy left", async () => (await lab.count()) === 1);
  });
});
