import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork } from "../../../testing/unpublished/fake-network.ts";
import type { FakeService } from "../../../testing/unpublished/fake-service.ts";
import { play } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SWORD = fakeId(77);

describe("a server that dies between the proof and the telling of it", () => {
  for (const isBack of [true, false])
    it(`tells it after its start, once, ${isBack ? "with" : "also without"} the copy in its last save`, async () => {
      const network = new FakeNetwork();
      const config = "auto-remove-duplicates: false";
      const lobby = await network.start("lobby", { config });
      let survival = await network.start("survival", { config });
      const both = async (isSo: () => boolean, ticks = 400) => {
        for (let tick = 0; tick < ticks && !isSo(); tick++)
          for (const game of [lobby, survival]) if (!isSo()) await play(game, 1, 25);
      };
      lobby.platform.chest(CHEST)[0] = sword();
      await both(() => network.database.custody.get(SWORD)?.place === CHEST);
      survival.platform.chest(CHEST)[0] = sword();
      await both(() => [...network.database.disputes.values()].some(({ step }) => step === "proven"));
      assert.equal(alerts(lobby) + alerts(survival), 0, "nobody was told before");
      survival = await network.start("survival", { config });
      if (isBack) survival.platform.chest(CHEST)[0] = sword();
      await both(() => false);
      assert.equal(alerts(lobby) + alerts(survival), 1);
      survival = await network.start("survival", { config });
      if (isBack) survival.platform.chest(CHEST)[0] = sword();
      await both(() => false);
      assert.equal(alerts(survival), 0, "staff know");
    });
});

function alerts({ outside }: FakeService): number {
  return outside.sent.filter(({ type }) => type !== "ITEM_RELOCATED").length;
}

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
