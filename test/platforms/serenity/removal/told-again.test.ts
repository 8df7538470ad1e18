import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Stage } from "../support/stage.ts";
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

function timesTold(stage: Stage, caseNumber: number): number {
  return stage.watched.filter((line) => line.includes("DUPLICATE_ITEM") && line.includes(`case ${caseNumber}`)).length;
}
