import { after, before, describe } from "node:test";
import { changedMeanwhile } from "./changed-meanwhile.ts";
import { GatedStage } from "./gated-stage.ts";
import { killedRemovals } from "./killed-removals.ts";
import { killedRestores } from "./killed-restores.ts";
import { wholeBox } from "./whole-box.ts";

describe("what is taken, and what comes back, on one server", { concurrency: 1 }, () => {
  let gated: GatedStage;
  before(async () => {
    gated = await GatedStage.open();
  });
  after(async () => {
    await gated?.stage.discard();
  });

  wholeBox(() => gated);
  changedMeanwhile(() => gated);
  killedRemovals(() => gated);
  killedRestores(() => gated);
});
