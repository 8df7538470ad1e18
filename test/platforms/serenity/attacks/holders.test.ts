import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adaWithSword } from "../exploits/live-exploits.ts";
import { drop, place } from "../support/inventory-acts.ts";
import { box, inv, Lab } from "../support/lab.ts";
import { Stage } from "../support/stage.ts";
import { until } from "../support/wait.ts";

// Whose a copy is, and who is named: what a cheat does must not be a neighbour's, a victim's or nobody's doing.

describe("whose copies are", () => {
  let stage: Stage;
  let sites = 0;
  before(async () => {
    stage = await Stage.open(true, {
      config: "keep-oldest-on-dup-remove: true\non-proven: ['say {player} was it', 'say case {case}']\n",
    });
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

  attack("a creative neighbour breaks blocks, while a cheat throws a copy of his sword", async (lab) => {
    const cheat = await adaWithSword(lab);
    const builder = await lab.join("Builder");
    await lab.server.call("setGamemode", builder.name, "creative");
    await lab.server.call("give", cheat.name, "dirt", { slot: 5 });
    cheat.movement.look(90, 0);
    await cheat.acts.request(place(1, inv(5), inv(0)), drop(1, inv(0)));
    let block = 0;
    await until("the proof", async () => {
      builder.world.breakBlock(lab.at(block % 16, Math.floor(block / 16) % 16, 0));
      block++;
      return lab.isProven();
    });
    await until("one copy left", async () => (await lab.count()) === 1);
  });

  attack("a copy that is pushed into a victim's inventory is not the victim's doing", async (lab) => {
    const victim = await lab.join("Victim");
    const cheat = await adaWithSword(lab);
    await lab.server.call("give", cheat.name, "dirt", { slot: 5 });
    const seen = await until("the victim in sight", () => cheat.entities.player(victim.name));
    await cheat.world.openInventory(seen.runtimeId);
    await cheat.acts.request(place(1, inv(5), inv(0)), place(1, inv(0), box(20)));
    await until("the proof", () => lab.isProven());
    const [record] = await stage.ask("cases", lab.id);
    assert.notEqual(record?.playerName, victim.name);
    assert.ok(
      record?.copies.some(({ holderName }) => holderName === victim.name),
      "it was in his inventory, though",
    );
  });

  attack("a sword in its owner's chest stays his over a restart, although he is away", async (lab) => {
    const owner = await adaWithSword(lab);
    await lab.storeSword(owner, "chest");
    await owner.world.close();
    await lab.leave(owner);
    await stage.restart("stop");
    const thief = await lab.join("Ben");
    await thief.world.openBlock(lab.at(3, 3));
    await thief.world.close();
    await lab.server.call("ticks", 30);
    await lab.server.call("give", thief.name, "diamond_sword", { mark: lab.mark, id: lab.id, slot: 4 });
    await thief.acts.take(1, inv(4), inv(6));
    await until("the proof", () => lab.isProven());
    await until("one copy left", async () => (await lab.count()) === 1);
    const [copy] = await lab.copies();
    assert.ok(!copy?.startsWith("player"), copy);
    const alert = (await stage.ask("alerts")).find(({ type }) => type === "DUPLICATE_ITEM");
    assert.deepEqual(alert?.players.toSorted(), [owner.name, thief.name]);
    assert.ok(alert?.details.includes(owner.name), alert?.details);
  });
});
