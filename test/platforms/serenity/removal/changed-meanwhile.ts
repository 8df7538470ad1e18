import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { box } from "../support/lab.ts";
import { Armoury, type Sword } from "./armoury.ts";
import { assertBalances, ONE_TAKEN } from "./balance.ts";
import type { GatedStage } from "./gated-stage.ts";

const CHANGES = [
  "it is moved to another slot",
  "its chest is broken",
  "the window is closed",
  "its holder leaves",
] as const;

export function changedMeanwhile(stage: () => GatedStage): void {
  describe("a copy that changes between the look and the removal", { concurrency: 1 }, () => {
    let gated: GatedStage;
    let armoury: Armoury;
    const swordOf = (change: (typeof CHANGES)[number]) => armoury.swords[CHANGES.indexOf(change)]!;

    before(async () => {
      gated = stage();
      armoury = await Armoury.open(gated.stage, gated.nextSite(), "Owner", CHANGES.length);
    });

    /** The order to take the copy is on record, and the copy is still there. */
    async function aboutToBeTaken(sword: Sword, copy: (sword: Sword) => Promise<void>): Promise<void> {
      await gated.closeGate(sword, "after taking");
      await copy(sword);
      await gated.atGate(sword, "after taking");
    }

    /** Every order for this sword, oldest first: its state, and the kind of place. The next try uses a void order again. */
    async function ordersFor({ id }: Sword): Promise<string[]> {
      const entries = (await gated.stage.ask("quarantined")).filter(({ itemId }) => itemId === id);
      return entries.map(({ state, takenFrom }) => `${state} ${takenFrom.place.split(":")[0]}`);
    }

    async function assertOneTaken(sword: Sword): Promise<void> {
      await assertBalances(gated.stage, new Map([[sword.mark, [sword, ONE_TAKEN]]]));
    }

    test("it is moved to another slot: taken from there all the same", async () => {
      const sword = swordOf("it is moved to another slot");
      const { owner } = armoury;
      await aboutToBeTaken(sword, (one) => armoury.copyIntoChest(one));
      await owner.world.openBlock(sword.chest);
      await owner.acts.place(1, box(sword.slot), box(20));
      await owner.world.close();
      await gated.openGate(sword, "after taking");
      await assertOneTaken(sword);
      assert.deepEqual(await ordersFor(sword), ["held block"]);
    });

    test("its chest is broken: taken from the ground", async () => {
      const sword = swordOf("its chest is broken");
      await aboutToBeTaken(sword, (one) => armoury.copyIntoChest(one));
      await armoury.lab.breakBlock(armoury.owner, sword.chest);
      await gated.openGate(sword, "after taking");
      await assertOneTaken(sword);
      assert.deepEqual(await ordersFor(sword), ["held ground"]);
    });

    test("the window is closed: it is still there, and taken at once", async () => {
      const sword = swordOf("the window is closed");
      const { owner } = armoury;
      await aboutToBeTaken(sword, async (one) => {
        await armoury.copyIntoChest(one);
        await owner.world.openBlock(sword.chest);
      });
      await owner.world.close();
      await gated.openGate(sword, "after taking");
      await assertOneTaken(sword);
      assert.deepEqual(await ordersFor(sword), ["held block"]);
    });

    test("its holder leaves: nothing is taken from nobody; he loses it when he is back", async () => {
      const sword = swordOf("its holder leaves");
      await aboutToBeTaken(sword, (one) => armoury.copyOutOfChest(one));
      await armoury.lab.leave(armoury.owner);
      await gated.openGate(sword, "after taking");
      await gated.stage.server.call("ticks", 5);
      assert.deepEqual(await ordersFor(sword), ["dropped player"]);
      armoury.owner = await armoury.lab.join("Owner");
      await assertOneTaken(sword);
      assert.deepEqual(await ordersFor(sword), ["held player"]);
    });
  });
}
