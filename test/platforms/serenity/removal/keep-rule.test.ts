import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { pickUp, swordSlot, throwSword, withSword } from "../honest/honest-scenario.ts";
import { box, inv, Lab } from "../support/lab.ts";
import { Stage } from "../support/stage.ts";
import { until } from "../support/wait.ts";

/** A trick, and who has the copy that stays: the one whose holder had the sword first, or the one that was there all the time. */
interface Trick {
  readonly name: string;
  readonly oldestStays: RegExp;
  readonly unbrokenStays: RegExp;
  run(lab: Lab): Promise<void>;
}

const TRICKS: readonly Trick[] = [
  {
    name: "D01, a barrel is broken while its owner looks into it, who then takes the sword",
    // Both copies are Ben's: who broke the barrel did nothing with the sword. Of one holder's, the one at the earliest place stays.
    oldestStays: /^ground 0 x1$/,
    unbrokenStays: /^ground 0 x1$/,
    async run(lab) {
      const ada = await lab.join("Ada");
      const ben = await lab.join("Ben");
      await lab.storeSword(ben, "barrel");
      // At the pace of people: what happens in one tick has one order in which it is seen.
      await lab.server.call("ticks", 3);
      await lab.breakBlock(ada, lab.at(3, 3));
      await lab.server.call("ticks", 3);
      await ben.acts.take(1, box(3), inv(4));
    },
  },
  {
    name: "D15, a thief takes the sword of one who left, and who comes back",
    oldestStays: /^player Ada\d+ inventory 0 x1$/,
    unbrokenStays: /^player Ada\d+ inventory 0 x1$/,
    async run(lab) {
      const ada = await lab.join("Ada");
      const ben = await lab.join("Ben");
      await lab.giveSword(ada);
      const victim = await until("Ada in sight", () => ben.entities.player(ada.name));
      await ben.world.openInventory(victim.runtimeId);
      await lab.leave(ada);
      await ben.acts.take(1, box(0), inv(4));
      await lab.join("Ada");
    },
  },
  {
    name: "a former owner clones the sword that she sold, and would have its buyer robbed",
    oldestStays: /^player Ada\d+ inventory 4 x1$/,
    unbrokenStays: /^player Ben\d+ inventory \d x1$/,
    async run(lab) {
      const ada = await withSword(lab);
      const ben = await lab.join("Ben");
      await throwSword(lab, ada);
      await pickUp(lab, ben);
      const slot = swordSlot(lab, ben);
      const buyer = await until("Ben in sight", () => ada.entities.player(ben.name));
      await ada.world.openInventory(buyer.runtimeId);
      await lab.leave(ben);
      await ada.acts.take(1, box(slot), inv(4));
      await lab.join("Ben");
    },
  },
];

// Most of the time is waiting: the servers, processes of their own, run side by side.
describe("what is removed, and what stays", { concurrency: 2 }, () => {
  for (const [config, stays] of [
    ["keep-oldest-on-dup-remove: true", "oldestStays"],
    ["keep-oldest-on-dup-remove: false", "unbrokenStays"],
  ] as const) {
    onStage(config, (stage) => {
      for (const [site, trick] of TRICKS.entries()) {
        test(trick.name, async (context) => {
          const lab = new Lab(stage(), site);
          context.after(() => lab.close());
          await trick.run(lab);
          await until("the proof", () => lab.isProven());
          await until("one copy left", async () => (await lab.count()) === 1);
          await stage().server.call("ticks", 30);
          const [copy, ...others] = await lab.copies();
          assert.match(copy ?? "", trick[stays]);
          assert.deepEqual(others, []);
          assert.deepEqual(await statesOf(lab), ["held"]);
        });
      }
    });
  }

  onStage("auto-remove-duplicates: false", (stage) => {
    test("staff are told, nothing is taken, and staff remove it later", async (context) => {
      const lab = new Lab(stage(), 0);
      context.after(() => lab.close());
      await TRICKS[0]!.run(lab);
      await until("the proof", () => lab.isProven());
      const [record] = await stage().ask("cases", lab.id);
      await stage().staff.chat.waitFor(new RegExp(`Duplicated item.*case ${record!.number}`));
      await stage().server.call("ticks", 60);
      assert.equal(await lab.count(), 2);
      assert.deepEqual(await statesOf(lab), []);

      const remove = `/doubletake remove ${record!.number}`;
      await stage().staff.chat.ask(remove, /extra copies of 1 item go into quarantine/);
      await until("one copy left", async () => (await lab.count()) === 1);
      await until("the other in quarantine", async () => (await statesOf(lab)).join() === "held");
      await stage().staff.chat.ask(remove, /no extra copy is in sight/);
      assert.equal(await lab.count(), 1);
      const acts = async () => (await stage().ask("cases", lab.id))[0]!.acts.map(({ act, by }) => `${act} ${by}`);
      await until("the copies seen to be gone", async () => (await acts()).includes("gone Doubletake"));
      assert.deepEqual(await acts(), ["remove Staff", "remove Doubletake", "gone Doubletake"]);
    });
  });
});

async function statesOf({ stage, id }: Lab): Promise<string[]> {
  const entries = await stage.ask("quarantined");
  return entries.filter(({ itemId, state }) => itemId === id && state !== "dropped").map(({ state }) => state);
}

/** Tests on a server with this config.yml. */
function onStage(config: string, tests: (stage: () => Stage) => void): void {
  describe(config, { concurrency: 1 }, () => {
    let stage: Stage;
    before(async () => {
      stage = await Stage.open(true, { config: `${config}\n` });
    });
    after(async () => {
      await stage?.discard();
    });
    tests(() => stage);
  });
}
