import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { join, play, quit } from "../../../testing/unpublished/story.ts";
import { testStaff } from "../../../testing/unpublished/test-staff.ts";

const CONFIG = "balance:\n  materials:\n    diamond: 10\n    stick: 64\n";
/** A scan of all players and a pass over all places. */
const EVERYTHING = 420;

function diamonds(count: number) {
  return fakeStack("diamond", { count });
}

describe("/doubletake balance", () => {
  it("shows what a player has of each watched material, what the ledger has, and what is still looked for", async () => {
    const { game, say } = await testStaff({ config: CONFIG });
    const alex = join(game, "Alex", { slots: [diamonds(20)] });
    await play(game, EVERYTHING);
    assert.deepEqual(await say("/dt balance Alex"), [
      "Ledger of Alex:",
      "Diamond: 20, all accounted for",
      "Stick: 0, all accounted for",
    ]);
    alex.slots[1] = diamonds(4);
    await play(game, 2);
    assert.deepEqual((await say("/dt balance alex")).slice(1, 3), [
      "Diamond: 24, all accounted for",
      "Diamond: 4 arrived recently, still looking for where they came from",
    ]);
    await play(game, EVERYTHING);
    assert.equal(
      (await say("/dt balance Alex"))[1],
      "Diamond: 24 where the ledger has 20: 4 too many (told from 10 on)",
    );
  });

  it("has everybody looked at, so that what came lately is settled soon", async () => {
    const { game, say } = await testStaff({ config: `${CONFIG}scan-interval: 1000000\n` });
    const alex = join(game, "Alex");
    await play(game, 5);
    alex.slots[0] = diamonds(12);
    await say("/dt balance Alex");
    await play(game, 25);
    await say("/dt balance Alex");
    await play(game, 25);
    assert.match((await say("/dt balance Alex"))[1]!, /12 too many/);
    assert.equal(game.outside.sent.filter(({ type }) => type === "BALANCE_DISCREPANCY").length, 1);
  });

  it("answers for a player who is offline with what was last held", async () => {
    const { game, say } = await testStaff({ config: CONFIG });
    const alex = join(game, "Alex", { slots: [diamonds(7)] });
    await play(game, 3);
    quit(game, alex);
    await play(game, 3);
    assert.equal((await say("/dt balance Alex"))[1], "Diamond: 7, all accounted for");
  });

  it("says when no material is watched, and when nobody has that name", async () => {
    const off = await testStaff();
    assert.deepEqual(await off.say("/dt balance Staff"), [
      "No material is watched. Name some under balance.materials in config.yml, each with a threshold.",
    ]);
    const on = await testStaff({ config: CONFIG });
    assert.match((await on.say("/dt balance Nobody"))[0]!, /Nobody/);
    assert.match((await on.say("/dt balance"))[0]!, /balance <player>/);
  });
});
