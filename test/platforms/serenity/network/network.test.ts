import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { tellCopiedWorld } from "./copied-world.ts";
import { tellHonestJourneys } from "./honest-journeys.ts";
import { Journey, so } from "./journey.ts";
import { NetworkStage } from "./network-stage.ts";
import { tellOutages } from "./outages.ts";
import { tellRollingUpgrade } from "./rolling-upgrade.ts";
import { tellTricks } from "./tricks.ts";
import { tellTwoGames } from "./two-games.ts";

// Three Serenities on one PostgreSQL, with an inventory-sync plugin, and real clients who travel between them.

/** Stories mostly wait; each has players and coordinates of its own. */
const SIDE_BY_SIDE = 3;

describe("a network", () => {
  let stage: NetworkStage;
  before(async () => {
    stage = await NetworkStage.open([
      { name: "alpha", announces: true },
      { name: "beta", announces: true },
      { name: "gamma", announces: false },
    ]);
  });
  after(() => stage?.discard());

  describe("while all of it runs", { concurrency: SIDE_BY_SIDE }, () => {
    tellHonestJourneys(() => stage);
    tellTricks(() => stage);
  });

  tellOutages(() => stage);

  tellTwoGames(() => stage);
  tellCopiedWorld(() => stage);
  tellRollingUpgrade(() => stage);

  test("has said nothing about anybody else, and nothing is left open", async () => {
    assert.deepEqual(await stage.accusations(), []);
    const journey = new Journey(stage);
    const isBack = new Set<string>();
    const isSettled = async () => {
      const open = await stage.unsettled();
      for (const name of await stage.holdersOf(open)) {
        if (isBack.has(name)) continue;
        isBack.add(name);
        await journey.joinAs(name, stage.get("gamma"));
      }
      return open.length === 0;
    };
    await so("an end of all questions", isSettled).catch(async ({ message }: Error) => {
      throw new Error(`${message}: ${JSON.stringify(await stage.unsettled(), null, 1)}`);
    });
    assert.deepEqual(await stage.accusations(), []);
    await journey.end();
  });
});
