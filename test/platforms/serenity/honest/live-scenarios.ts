import { consume, craftCreative, craftRecipe, take } from "../support/inventory-acts.ts";
import { box, inv } from "../support/lab.ts";
import { idOf } from "../support/network-item.ts";
import { until } from "../support/wait.ts";
import { type HonestScenario, holdsSword, pickUp, throwSword, withSword } from "./honest-scenario.ts";

/** Scenarios that need no restart. */
export const LIVE_SCENARIOS: readonly HonestScenario[] = [
  {
    // These come first: the server notices a cut cable after 15 s, and until then two sessions show the sword.
    name: "the cable is cut, and the player is back before the server has noticed",
    isShownTwice: true,
    async run(lab) {
      const ada = await lab.relog(await withSword(lab));
      ada.cutOff();
      await lab.join("Ada");
    },
  },
  {
    name: "the cable is cut, and the player, back in time, puts the sword into a chest",
    isShownTwice: true,
    async run(lab) {
      const ada = await lab.relog(await withSword(lab));
      ada.cutOff();
      const again = await lab.join("Ada");
      await until("the sword", () => holdsSword(lab, again));
      await lab.storeSword(again, "chest");
    },
  },
  {
    name: "the cable is cut, and the player, back in time, places a box",
    isShownTwice: true,
    async run(lab) {
      const first = await lab.join("Ada");
      await lab.server.call("give", first.name, "undyed_shulker_box", { mark: lab.mark, slot: 8 });
      await first.acts.take(1, inv(8), inv(0));
      await until("its id", () => idOf(first.items.inventory[0]));
      const ada = await lab.relog(first);
      ada.cutOff();
      const again = await lab.join("Ada");
      await until("the box", () => holdsSword(lab, again));
      again.acts.select(0);
      again.world.clickBlock(lab.at(5, 5, 0));
      await until("the box placed", async () => !(await lab.server.call("isAir", lab.at(5, 5))));
    },
  },
  {
    name: "a player leaves and comes back",
    async run(lab) {
      const ada = await lab.relog(await withSword(lab));
      await until("the sword", () => holdsSword(lab, ada));
    },
  },
  {
    name: "a player dies, and another finds the sword",
    async run(lab) {
      const ada = await withSword(lab);
      const ben = await lab.join("Ben");
      await lab.server.call("kill", ada.name);
      await until("death", () => ada.isDead);
      ada.world.respawn();
      await pickUp(lab, ben);
    },
  },
  {
    name: "the sword is thrown to another and back",
    async run(lab) {
      const ada = await withSword(lab);
      const ben = await lab.join("Ben");
      lab.goTo(ada, 15, 8);
      await throwSword(lab, ada);
      await pickUp(lab, ben);
      lab.goTo(ben, 2, 8);
      await throwSword(lab, ben);
      await pickUp(lab, ada);
    },
  },
  {
    name: "the sword is handed over by a chest",
    async run(lab) {
      const ada = await withSword(lab);
      const ben = await lab.join("Ben");
      await lab.storeSword(ada, "chest");
      await ada.world.close();
      await ben.world.openBlock(lab.at(3, 3));
      await ben.acts.take(1, box(3), inv(0));
      await until("the sword", () => holdsSword(lab, ben));
      await ben.world.close();
    },
  },
  {
    name: "two players have one chest open and move the sword in it by turns",
    async run(lab) {
      const ada = await withSword(lab);
      const ben = await lab.join("Ben");
      await lab.storeSword(ada, "chest");
      await ben.world.openBlock(lab.at(3, 3));
      await ben.acts.take(1, box(3), box(7));
      await ada.acts.take(1, box(7), box(12));
      await ben.acts.take(1, box(12), inv(0));
      await until("the sword", () => holdsSword(lab, ben));
    },
  },
  {
    name: "a double chest, stored in one half and taken from the other side",
    async run(lab) {
      const ada = await withSword(lab);
      const ben = await lab.join("Ben");
      await lab.server.call("give", ada.name, "chest", { slot: 1, count: 2 });
      await until("the chests", () => ada.items.slotOf("chest") === 1);
      ada.acts.select(1);
      for (const x of [3, 4]) {
        ada.world.clickBlock(lab.at(x, 3, 0));
        await until("a chest placed", async () => !(await lab.server.call("isAir", lab.at(x, 3))));
      }
      await ada.world.openBlock(lab.at(3, 3));
      await ada.acts.place(1, inv(0), box(30));
      await until("an empty slot", () => !ada.items.inventory[0]);
      await ada.world.close();
      await ben.world.openBlock(lab.at(4, 3));
      const slot = await until("the sword in the window", () => {
        const found = ben.items.window?.slots.findIndex((item) => item?.nbt.mark === lab.mark) ?? -1;
        return found >= 0 ? found : undefined;
      });
      await ben.acts.take(1, box(slot), inv(0));
      await until("the sword", () => holdsSword(lab, ben));
      await ben.world.close();
    },
  },
  {
    name: "a shulker box is placed, filled, broken, carried and placed again",
    async run(lab) {
      const ada = await withSword(lab);
      await lab.storeSword(ada, "undyed_shulker_box");
      await ada.world.close();
      await lab.breakBlock(ada, lab.at(3, 3));
      await until("the box picked up", async () => {
        const lying = await lab.server.call("lyingNear", lab.at(3, 3), 4);
        if (lying) ada.movement.warpTo({ ...lying, y: 1 });
        return ada.items.slotOf("undyed_shulker_box") >= 0;
      });
      ada.acts.select(ada.items.slotOf("undyed_shulker_box"));
      ada.world.clickBlock(lab.at(12, 12, 0));
      await until("the box placed", async () => !(await lab.server.call("isAir", lab.at(12, 12))));
      await ada.world.openBlock(lab.at(12, 12));
      await ada.acts.take(1, box(3), inv(5));
      await until("the sword", () => holdsSword(lab, ada));
    },
  },
  {
    name: "a barrel is broken with the sword in it, and another picks it up",
    async run(lab) {
      const ada = await withSword(lab);
      const ben = await lab.join("Ben");
      await lab.storeSword(ada, "barrel");
      await ada.world.close();
      await lab.breakBlock(ada, lab.at(3, 3));
      await pickUp(lab, ben);
    },
  },
  {
    name: "a player walks and jumps from place to place and sorts the inventory",
    async run(lab) {
      const ada = await withSword(lab);
      for (const step of [1, 2, 3]) {
        lab.goTo(ada, step * 4, step * 2);
        await ada.acts.take(1, inv(0), ["cursor", 0]);
        await ada.acts.place(1, ["cursor", 0], inv(10 + step));
        await ada.acts.take(1, inv(10 + step), ["offhand", 0]);
        await ada.acts.take(1, ["offhand", 0], inv(0));
        const { x, z } = ada.movement.position;
        await ada.movement.walkTo({ x: x + 1.5, y: 1, z });
      }
    },
  },
  {
    name: "a player is kicked, goes, and comes back",
    async run(lab) {
      const ada = await withSword(lab);
      await lab.server.call("kick", ada.name);
      await until("the end of the session", () => ada.isClosed);
      await until("Ada gone", async () => !(await lab.server.call("isServed", ada.name)));
      const again = await lab.join("Ada");
      await until("the sword", () => holdsSword(lab, again));
    },
  },
  {
    name: "the sword is thrown away and picked up again, over and over",
    async run(lab) {
      const ada = await withSword(lab);
      for (let round = 0; round < 3; round++) {
        await throwSword(lab, ada);
        await pickUp(lab, ada);
        lab.goTo(ada, 12, 8);
      }
    },
  },
  {
    name: "a full inventory leaves the sword lying until there is room",
    async run(lab) {
      const ada = await withSword(lab);
      const ben = await lab.join("Ben");
      for (let slot = 0; slot < 36; slot++) await lab.server.call("give", ben.name, "dirt", { slot, count: 64 });
      await until("a full inventory", () => ben.items.inventory.every(Boolean));
      await throwSword(lab, ada);
      const lying = await until("it lying there", () => lab.server.call("lyingNear", lab.at(8, 8), 12));
      ben.movement.warpTo({ ...lying, y: 1 });
      await lab.server.call("ticks", 30);
      await ben.acts.request({ ...consume(64, inv(20)), type_id: "destroy" });
      await pickUp(lab, ben);
    },
  },
  {
    name: "two swords are crafted in one go",
    async run(lab) {
      const ada = await withSword(lab);
      await lab.server.call("give", ada.name, "diamond", { count: 4, slot: 7 });
      await lab.server.call("give", ada.name, "stick", { count: 2, slot: 8 });
      await ada.acts.place(2, inv(7), ["crafting_input", 0]);
      await ada.acts.place(2, inv(7), ["crafting_input", 3]);
      await ada.acts.place(2, inv(8), ["crafting_input", 6]);
      await ada.acts.request(
        craftRecipe(await lab.server.call("recipeId", "diamond_sword"), 2),
        consume(2, ["crafting_input", 0]),
        consume(2, ["crafting_input", 3]),
        consume(2, ["crafting_input", 6]),
        take(1, ["crafting_output", 0], inv(10)),
        take(1, ["crafting_output", 0], inv(11)),
      );
      await until("two more swords", () => ada.items.inventory[10] && ada.items.inventory[11]);
    },
  },
  {
    name: "a builder takes the same sword from the creative menu twice",
    async run(lab) {
      const ada = await withSword(lab);
      await lab.server.call("setGamemode", ada.name, "creative");
      const index = await lab.server.call("creativeIndex", "iron_sword");
      for (const slot of [10, 11]) {
        await ada.acts.request(craftCreative(index), take(1, ["creative_output", 0], inv(slot)));
      }
      await until("two swords", () => ada.items.inventory[10] && ada.items.inventory[11]);
    },
  },
];
