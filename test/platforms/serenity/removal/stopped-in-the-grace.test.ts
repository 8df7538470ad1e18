import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { box, inv } from "../support/lab.ts";
import { Stage } from "../support/stage.ts";
import { until } from "../support/wait.ts";
import { Armoury } from "./armoury.ts";

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
