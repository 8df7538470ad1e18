import { craftCreative, take } from "../support/inventory-acts.ts";
import { box, inv, type Lab } from "../support/lab.ts";
import { until } from "../support/wait.ts";
import { craft, find, gather, give, grid, held, lay } from "./diamonds.ts";

/** Something that honest players do with diamonds, with unmodified clients. */
interface HonestAct {
  readonly name: string;
  run(lab: Lab): Promise<void>;
}

const ALL_NINE = [0, 1, 2, 3, 4, 5, 6, 7, 8];

export const HONEST_ACTS: readonly HonestAct[] = [
  {
    name: "a stack is split, spread and merged again",
    async run(lab) {
      const ada = await lab.join("Ada");
      await find(lab, ada, 0, "diamond", 64);
      await ada.acts.take(30, inv(0), ["cursor", 0]);
      for (const slot of [5, 6, 7]) await ada.acts.place(10, ["cursor", 0], inv(slot));
      for (const slot of [5, 6, 7]) await ada.acts.take(10, inv(slot), ["offhand", 0]);
      await ada.acts.place(30, ["offhand", 0], inv(0));
      await until("all again", () => ada.items.inventory[0]?.count === 64);
    },
  },
  {
    name: "stored in a chest in parts, and taken back",
    async run(lab) {
      const ada = await lab.join("Ada");
      await find(lab, ada, 0, "diamond", 64);
      await lab.server.call("setBlock", lab.at(3, 3), "chest");
      await ada.world.openBlock(lab.at(3, 3));
      for (const slot of [0, 1]) await ada.acts.place(32, inv(0), box(slot));
      await lab.server.call("ticks", 10);
      for (const slot of [0, 1]) await ada.acts.take(32, box(slot), inv(2 + slot));
      await until("all again", () => held(ada, "diamond") === 64);
    },
  },
  {
    name: "thrown to another, who picks it up",
    async run(lab) {
      const ada = await lab.join("Ada");
      const ben = await lab.join("Ben");
      await find(lab, ada, 0, "diamond", 40);
      // Over the edge of the site, into another chunk.
      lab.goTo(ada, 0, 8);
      lab.goTo(ben, 8, 14);
      ada.movement.look(90, 0);
      await ada.acts.drop(25, inv(0));
      await until("15 left", () => held(ada, "diamond") === 15);
      lab.goTo(ada, 14, 8);
      await gather(lab, ben, "diamond", 25);
    },
  },
  {
    name: "handed over by a chest",
    async run(lab) {
      const ada = await lab.join("Ada");
      const ben = await lab.join("Ben");
      await find(lab, ada, 0, "diamond", 40);
      await lab.server.call("setBlock", lab.at(3, 3), "chest");
      await ada.world.openBlock(lab.at(3, 3));
      await ada.acts.place(40, inv(0), box(7));
      await ada.world.close();
      await ben.world.openBlock(lab.at(3, 3));
      await ben.acts.take(40, box(7), inv(0));
      await until("the diamonds", () => held(ben, "diamond") === 40);
    },
  },
  {
    name: "a block is crafted of nine, and taken apart",
    async run(lab) {
      const ada = await lab.join("Ada");
      await find(lab, ada, 0, "diamond", 9);
      await lay(ada, 0, 1, ALL_NINE);
      await craft(lab, ada, "diamond_block", { times: 1, from: ALL_NINE, count: 1, to: 4 });
      await until("the block", () => held(ada, "diamond_block") === 1);
      await lab.server.call("ticks", 10);
      await ada.acts.place(1, inv(4), grid(0));
      await craft(lab, ada, "diamond", { times: 1, from: [0], count: 9, to: 5 });
      await until("the diamonds", () => held(ada, "diamond") === 9);
    },
  },
  {
    name: "blocks are crafted in bulk at a crafting table, and swords of what they give",
    async run(lab) {
      const ada = await lab.join("Ada");
      await find(lab, ada, 0, "diamond", 63);
      await find(lab, ada, 1, "stick", 2);
      await lab.server.call("setBlock", lab.at(3, 3), "crafting_table");
      await ada.world.openBlock(lab.at(3, 3));
      await lay(ada, 0, 7, ALL_NINE);
      await craft(lab, ada, "diamond_block", { times: 7, from: ALL_NINE, count: 7, to: 4 });
      await until("the blocks", () => held(ada, "diamond_block") === 7);
      await ada.acts.place(7, inv(4), grid(0));
      await craft(lab, ada, "diamond", { times: 7, from: [0], count: 63, to: 5 });
      await until("the diamonds", () => held(ada, "diamond") === 63);
      await lay(ada, 5, 2, [0, 3]);
      await lay(ada, 1, 2, [6]);
      await craft(lab, ada, "diamond_sword", { times: 2, from: [0, 3, 6], count: 1, to: 10 });
      await until("a sword", () => held(ada, "diamond_sword") > 0);
    },
  },
  {
    name: "a player dies, comes back and picks everything up",
    async run(lab) {
      const ada = await lab.join("Ada");
      await find(lab, ada, 0, "diamond", 50);
      await find(lab, ada, 1, "diamond_block", 3);
      await lab.server.call("kill", ada.name);
      await until("death", () => ada.isDead);
      await lab.server.call("ticks", 10);
      ada.world.respawn();
      await until("life", () => lab.server.call("isAlive", ada.name));
      await gather(lab, ada, "diamond", 50);
      await gather(lab, ada, "diamond_block", 3);
    },
  },
  {
    name: "a chest is broken with everything in it, while another looks into it",
    async run(lab) {
      const ada = await lab.join("Ada");
      const ben = await lab.join("Ben");
      lab.goTo(ben, 14, 14);
      await find(lab, ada, 0, "diamond", 64);
      await lab.server.call("setBlock", lab.at(3, 3), "barrel");
      await ada.world.openBlock(lab.at(3, 3));
      for (const slot of [0, 1, 2, 3]) await ada.acts.place(16, inv(0), box(slot));
      await ada.world.close();
      await ben.world.openBlock(lab.at(3, 3));
      await lab.breakBlock(ada, lab.at(3, 3));
      await lab.server.call("ticks", 15);
      await ben.world.close();
      await gather(lab, ada, "diamond", 64);
    },
  },
  {
    name: "a block of diamonds is placed, broken and picked up",
    async run(lab) {
      const ada = await lab.join("Ada");
      await find(lab, ada, 0, "diamond_block", 2);
      await find(lab, ada, 1, "diamond_pickaxe", 1);
      ada.acts.select(0);
      ada.world.clickBlock(lab.at(5, 5, 0));
      await until("the block placed", async () => !(await lab.server.call("isAir", lab.at(5, 5))));
      await lab.server.call("ticks", 10);
      ada.acts.select(1);
      await lab.breakBlock(ada, lab.at(5, 5));
      await gather(lab, ada, "diamond_block", 2);
    },
  },
  {
    name: "a player leaves and comes back",
    async run(lab) {
      const ada = await lab.join("Ada");
      await find(lab, ada, 0, "diamond", 33);
      const again = await lab.relog(ada);
      await until("the diamonds", () => held(again, "diamond") === 33);
    },
  },
  {
    name: "the cable is cut, and the player is back before the server has noticed, and stores some",
    async run(lab) {
      const ada = await lab.join("Ada");
      await find(lab, ada, 0, "diamond", 33);
      const again = await lab.relog(ada);
      again.cutOff();
      const back = await lab.join("Ada");
      await lab.server.call("setBlock", lab.at(3, 3), "chest");
      await back.world.openBlock(lab.at(3, 3));
      await back.acts.place(20, inv(0), box(0));
      await until("13 left", () => held(back, "diamond") === 13);
    },
  },
  {
    name: "ore is mined",
    async run(lab) {
      const ada = await lab.join("Ada");
      await find(lab, ada, 0, "diamond_pickaxe", 1);
      ada.acts.select(0);
      for (const x of [5, 6]) {
        await lab.server.call("setBlock", lab.at(x, 5), "diamond_ore");
        await lab.breakBlock(ada, lab.at(x, 5));
      }
      await gather(lab, ada, "diamond", 2);
    },
  },
  {
    name: "staff give diamonds, to others and to themselves",
    async run(lab) {
      const ada = await lab.join("Ada");
      await give(lab, ada, "diamond", 64);
      await give(lab, ada, "diamond", 5);
      await give(lab, lab.stage.staff, "diamond", 1);
    },
  },
  {
    name: "a builder takes diamonds from the creative menu and throws them to another",
    async run(lab) {
      const ada = await lab.join("Ada");
      const ben = await lab.join("Ben");
      lab.goTo(ben, 8, 14);
      await lab.server.call("setGamemode", ada.name, "creative");
      const index = await lab.server.call("creativeIndex", "diamond");
      await ada.acts.request(craftCreative(index, 64), take(64, ["creative_output", 0], inv(4)));
      await until("the diamonds", () => held(ada, "diamond") === 64);
      ada.movement.look(90, 0);
      await ada.acts.drop(64, inv(4));
      lab.goTo(ada, 14, 2);
      await gather(lab, ben, "diamond", 64);
    },
  },
];
