import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Lab } from "../support/lab.ts";
import { Stage } from "../support/stage.ts";
import { HONEST_ACTS } from "./honest-acts.ts";

// Whatever honest players do with diamonds, nobody is told of a single one.

/** Players and places are looked at often, so that what is unexplained is settled soon. */
const CONFIG = { "scan-interval": 5, balance: { materials: { diamond: 1, diamond_block: 1 } } };
/** A scan of all players and two passes over the few places that there are. */
const EVERYTHING_TICKS = 20;

let stage: Stage;

before(async () => {
  stage = await Stage.open(true, { config: JSON.stringify(CONFIG) });
  await stage.server.call("setOperator", "Staff");
});

after(() => stage?.discard());

for (const [site, act] of HONEST_ACTS.entries()) {
  test(act.name, async (context) => {
    const lab = new Lab(stage, site);
    context.after(() => lab.close());
    await act.run(lab);
    await lab.server.call("ticks", EVERYTHING_TICKS);
    const told = (await stage.ask("alerts")).filter(({ type }) => type === "BALANCE_DISCREPANCY");
    assert.deepEqual(
      told.map(({ player, details }) => `${player}: ${details}`),
      [],
    );
  });
}

test("the same ledger tells of diamonds that are made of nothing", async () => {
  await stage.server.call("give", "Staff", "diamond", { slot: 20, count: 2 });
  await stage.server.call("ticks", 2 * EVERYTHING_TICKS);
  const told = (await stage.ask("alerts")).filter(({ type }) => type === "BALANCE_DISCREPANCY");
  assert.deepEqual(
    told.map(({ player, details }) => `${player}: ${details}`),
    ["Staff: 3 DIAMOND where the ledger has 1: 2 too many"],
  );
});
