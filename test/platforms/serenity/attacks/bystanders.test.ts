import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adaWithSword } from "../exploits/live-exploits.ts";
import { box, inv, Lab } from "../support/lab.ts";
import { Stage } from "../support/stage.ts";
import { until } from "../support/wait.ts";

// Honest players whom others, or other plugins, could get blamed and robbed.

/** Longer than the grace. */
const UNTIL_JUDGED = 30;

describe("an honest player", () => {
  let stage: Stage;
  let sites = 0;
  before(async () => {
    stage = await Stage.open(true);
  });
  after(async () => {
    await stage?.discard();
  });

  const scenario = (name: string, run: (lab: Lab) => Promise<void>) =>
    test(name, async (context) => {
      const lab = new Lab(stage, sites++);
      context.after(() => lab.close());
      await run(lab);
    });

  scenario("gets armour from a plugin while the client still loads the world: it is there once", async (lab) => {
    const gate = Promise.withResolvers<void>();
    const joining = lab.join("Ada", { loaded: gate.promise });
    const name = `Ada${sites - 1}`;
    await until("her session", () => lab.server.call("isServed", name));
    await lab.server.call("equip", name, "diamond_chestplate", { mark: lab.mark });
    await lab.server.call("ticks", UNTIL_JUDGED);
    gate.resolve();
    await joining;
    await lab.server.call("ticks", UNTIL_JUDGED);
    assert.deepEqual(
      (await stage.ask("alerts")).map(({ type, material }) => `${type} ${material}`),
      [],
    );
    assert.equal(await lab.count(), 1);
  });

  scenario(
    "is back after a cut cable and stores the sword, while a thief goes through the silent session",
    async (lab) => {
      const ada = await lab.relog(await adaWithSword(lab));
      const ben = await lab.join("Ben");
      await lab.server.call("give", ada.name, "dirt", { slot: 5 });
      const seen = await until("Ada in sight", () => ben.entities.player(ada.name));
      await ben.world.openInventory(seen.runtimeId);
      ada.cutOff();
      const again = await lab.join("Ada");
      await until("the sword", () => again.items.inventory[0]?.nbt.mark === lab.mark);
      await lab.storeSword(again, "chest");
      await ben.acts.take(1, box(5), inv(3));
      await until("the dirt", () => ben.items.inventory[3]?.name === "dirt");
      await ben.world.close();
      await lab.server.call("ticks", UNTIL_JUDGED);
      assert.deepEqual(await stage.ask("cases", lab.id), []);
      // Who left before that would be saved with what the silent session shows.
      await until("the end of the silent session", async () => (await lab.server.call("sessionsOf", again.name)) === 1);
      await lab.server.call("ticks", UNTIL_JUDGED);
      assert.deepEqual(await stage.ask("cases", lab.id), []);
      assert.equal(await lab.count(), 1);
    },
  );
});
