import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../testing/fake-id.ts";
import { fakeStack } from "../../testing/fake-item.ts";
import { FakeNetwork } from "../../testing/fake-network.ts";
import { join, play, quit } from "../../testing/story.ts";

const SWORD = fakeId(77);

describe("what was with a player who is nowhere to be seen, and turns up with another", () => {
  for (const isSilent of [true, false])
    it(`is ${isSilent ? "no suspicion while a server that may know more does not answer" : "a suspicion when every server answers"}`, async () => {
      const network = new FakeNetwork("shared");
      const [lobby, survival] = [await network.start("lobby"), await network.start("survival")];
      const both = async (ticks: number) => {
        for (let tick = 0; tick < ticks; tick++)
          for (const game of isDead ? [lobby] : [lobby, survival]) await play(game, 1, isDead ? 50 : 25);
      };
      let isDead = false;
      const alex = join(lobby, "Alex", { slots: [sword()] });
      await both(100);
      quit(lobby, alex);
      await both(100);
      // Alex went there, and gave it to Bea.
      if (isSilent) {
        network.kill("survival");
        isDead = true;
      }
      await both(400);
      join(lobby, "Bea", { slots: [sword()] });
      await both(400);
      const told = lobby.outside.sent.map(({ type }) => type);
      assert.deepEqual(told, isSilent ? [] : ["DUPLICATE_SUSPECTED"]);
      join(lobby, "Alex", { slots: [sword()] });
      await both(400);
      assert.ok(lobby.outside.sent.some(({ type }) => type === "DUPLICATE_ITEM"));
    });
});

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
