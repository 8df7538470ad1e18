import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { box, inv } from "../support/lab.ts";
import { Stage } from "../support/stage.ts";
import { until } from "../support/wait.ts";
import { Armoury } from "./armoury.ts";
import { assertBalances, ONE_TAKEN } from "./balance.ts";
import { GatedStage } from "./gated-stage.ts";

describe("a kill -9 after a removal, the world being saved with both copies", () => {
  let gated: GatedStage;

  before(async () => {
    gated = await GatedStage.open();
  });
  after(async () => {
    await gated?.stage.discard();
  });

  test("staff are told once more, of the same case, and one sword is left", async () => {
    const { stage } = gated;
    const filler = await Armoury.open(stage, 0, "Filler", 1);
    const [sword] = filler.swords;
    await gated.closeGate(sword!, "before case");
    await filler.copyIntoChest(sword!);
    await gated.atGate(sword!, "before case");
    await stage.server.call("save");
    await gated.openGate(sword!, "before case");
    const record = await until("the copy seen to be gone", async () =>
      (await stage.ask("cases", sword!.id)).find(({ acts }) => acts.some(({ act }) => act === "gone")),
    );
    assert.equal(timesTold(stage, record.number), 1);
    await stage.restart("crash");
    filler.lab.drop();
    await filler.comeBack();
    await until("staff told once more", () => timesTold(stage, record.number) === 2);
    await assertBalances(stage, new Map([["the sword", [sword!, ONE_TAKEN]]]));
    assert.equal((await stage.ask("cases", sword!.id)).length, 1);
    await filler.lab.close();
  });
});

describe("a clean stop inside the grace, with both holders on the server", () => {
  let stage: Stage;

  before(async () => {
    // Long enough for what players do by hand.
    stage = await Stage.open(true, { config: "movement-grace-ms: 600000\n" });
  });
  after(async () => {
    await stage?.discard();
  });

  test("staff are told of the claim when the first of them comes back", async () => {
    const filler = await Armoury.open(stage, 0, "Filler", 1);
    const { slot, chest } = filler.swords[0]!;
    const taker = await filler.lab.join("Taker");
    await filler.copyIntoChest(filler.swords[0]!);
    await taker.world.openBlock(chest);
    await taker.acts.take(1, box(slot), inv(slot));
    await until("the copy in her hands", () => taker.items.inventory[slot]);
    await filler.lab.server.call("ticks", 3);
    await stage.restart("stop");
    filler.lab.drop();
    assert.ok(
      !stage.watched.some((line) => /Duplicated item|Suspected duplicate/.test(line)),
      "nobody was told before",
    );
    await filler.lab.join("Filler");
    await until("staff told", () => stage.watched.some((line) => line.includes("Suspected duplicate")));
    await filler.lab.close();
  });
});

function timesTold(stage: Stage, caseNumber: number): number {
  return stage.watched.filter((line) => line.includes("Duplicated item") && line.includes(`case ${caseNumber}`)).length;
}
