import { place } from "../support/inventory-acts.ts";
import { box, ignoreKick, inv, type Lab } from "../support/lab.ts";
import { until } from "../support/wait.ts";
import { craft, find, held } from "./diamonds.ts";

/** A way to make diamonds grow on an unmodified Serenity 0.8.21, with packets of modified clients, and what is told about it. */
export interface Growth {
  readonly name: string;
  readonly player: string;
  readonly actual: number;
  readonly expected: number;
  run(lab: Lab): Promise<void>;
}

export const GROWTHS: readonly Growth[] = [
  {
    name: "diamonds are crafted without a block",
    player: "Ada",
    actual: 32,
    expected: 5,
    async run(lab) {
      const ada = await lab.join("Ada");
      await find(lab, ada, 0, "diamond", 5);
      await craft(lab, ada, "diamond", { times: 3, from: [], count: 27, to: 10 });
      await until("the diamonds", () => held(ada, "diamond") === 32);
    },
  },
  {
    name: "dirt is placed onto diamonds",
    player: "Ada",
    actual: 30,
    expected: 10,
    async run(lab) {
      const ada = await lab.join("Ada");
      await find(lab, ada, 0, "diamond", 10);
      await find(lab, ada, 1, "dirt", 20);
      await ada.acts.request(place(20, inv(1), inv(0)));
      await until("the diamonds", () => held(ada, "diamond") === 30);
    },
  },
  {
    name: "dirt is placed onto diamonds in a chest",
    player: "Ada",
    actual: 30,
    expected: 10,
    async run(lab) {
      const ada = await lab.join("Ada");
      await find(lab, ada, 1, "dirt", 20);
      await lab.server.call("setFilledBlock", lab.at(3, 3), "barrel", 0, "diamond", { count: 10 });
      await ada.world.openBlock(lab.at(3, 3));
      await lab.server.call("ticks", 2);
      await ada.acts.request(place(20, inv(1), box(0)));
      await until("the diamonds", async () => {
        const [stack] = await lab.server.call("blockItems", lab.at(3, 3));
        return stack?.count === 30;
      });
    },
  },
  {
    name: "a barrel is broken while another looks into it and then takes the diamonds",
    player: "Ben",
    actual: 64,
    expected: 0,
    async run(lab) {
      const ada = await lab.join("Ada");
      const ben = await lab.join("Ben");
      lab.goTo(ben, 14, 14);
      await find(lab, ada, 0, "diamond", 64);
      await lab.server.call("setBlock", lab.at(3, 3), "barrel");
      await ada.world.openBlock(lab.at(3, 3));
      // A barrel that was never seen empty may have held them before. Then hers would have gone elsewhere, and now be back.
      await lab.server.call("ticks", 2);
      await ada.acts.place(64, inv(0), box(3));
      await ada.world.close();
      await ben.world.openBlock(lab.at(3, 3));
      await lab.breakBlock(ada, lab.at(3, 3));
      // In the tick in which it broke, the goods it lost could be the ones he has: goods on the ground may have many sources.
      await lab.server.call("ticks", 2);
      await ben.acts.take(64, box(3), inv(4));
      await until("the diamonds", () => held(ben, "diamond") === 64);
    },
  },
  {
    name: "a thief has the window of a player open who leaves, takes the diamonds, and the victim comes back",
    player: "Ben",
    actual: 30,
    expected: 0,
    async run(lab) {
      const ada = await lab.join("Ada");
      const ben = await lab.join("Ben");
      await find(lab, ada, 0, "diamond", 30);
      const victim = await until("Ada in sight", () => ben.entities.player(ada.name));
      await ben.world.openInventory(victim.runtimeId);
      await lab.leave(ada);
      await ben.acts.take(30, box(0), inv(4));
      await until("the diamonds", () => held(ben, "diamond") === 30);
      await lab.join("Ada");
    },
  },
  {
    name: "the diamonds are stored, and a second login of the account reads the old file",
    player: "Ada",
    actual: 40,
    expected: 0,
    async run(lab) {
      const first = await lab.join("Ada");
      await find(lab, first, 0, "diamond", 40);
      const ada = await lab.relog(first);
      await lab.server.call("setBlock", lab.at(3, 3), "barrel");
      await ada.world.openBlock(lab.at(3, 3));
      // As above: it must be seen empty first.
      await lab.server.call("ticks", 2);
      await ada.acts.place(40, inv(0), box(3));
      await until("the diamonds stored", () => held(ada, "diamond") === 0);
      await lab.server.call("ticks", 2);
      const second = await lab.join("Ada");
      await until("the diamonds", () => held(second, "diamond") === 40);
    },
  },
  {
    name: "a second login, while the first session ignores the kick and drops the diamonds",
    player: "Ada",
    actual: 80,
    expected: 40,
    async run(lab) {
      const first = await lab.join("Ada");
      await find(lab, first, 0, "diamond", 40);
      const ada = await lab.relog(first);
      ignoreKick(ada);
      await lab.join("Ada");
      ada.movement.look(90, 0);
      await ada.acts.drop(40, inv(0));
    },
  },
];
