import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import type { FakePlayer } from "../../../testing/fake-player.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork } from "../../../testing/unpublished/fake-network.ts";
import type { FakeService } from "../../../testing/unpublished/fake-service.ts";
import { act, join, play, putAway, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const SWORD = fakeId(77);
const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });

describe("a player who comes from another server and asks for a kit at once", () => {
  for (const ticks of [2, 30, 50, 400])
    it(`is not excused for a copy of what the player brought along, made ${ticks} ticks later`, async () => {
      const { survival, alex, playAll } = await arrived(() => undefined, 0);
      await playAll(ticks);
      const copy = sword();
      survival.platform.chest(CHEST)[0] = copy;
      act(survival, alex, new FakeItem(copy), [CHEST]);
      await playAll(600);
      assert.deepEqual(alertsOf(survival), ["DUPLICATE_ITEM"]);
      assert.equal(alex.slots[0]?.tag, SWORD);
    });

  for (const ticks of [0, 2, 20, 45])
    it(`is not excused for what the player has left behind there and brings along, asking after ${ticks} ticks`, async () => {
      const { lobby, survival, alex, playAll } = await arrived(
        (server, player) => putAway(server, player, CHEST),
        ticks,
      );
      await playAll(600);
      assert.deepEqual([lobby, survival].flatMap(alertsOf), ["DUPLICATE_ITEM"]);
      assert.equal(alex.slots[0]?.tag, SWORD);
    });
});

/** Alex was in the lobby, comes with a sword, and asks for a kit after so many ticks. */
async function arrived(leave: (lobby: FakeService, alex: FakePlayer) => void, askAfter: number) {
  const network = new FakeNetwork("shared");
  const lobby = await network.start("lobby");
  const survival = await network.start("survival", { config: "auto-remove-duplicates: false\n" });
  const playAll = async (ticks: number) => {
    for (let tick = 0; tick < ticks; tick++) for (const server of [lobby, survival]) await play(server);
  };
  const before = join(lobby, "Alex", { slots: [sword()] });
  await playAll(60);
  leave(lobby, before);
  await playAll(5);
  quit(lobby, before);
  await playAll(20);
  const alex = join(survival, "Alex", { slots: [sword()] });
  await playAll(askAfter);
  survival.doubletake.api.announce({ cause: "kit", places: [alex.place] });
  return { lobby, survival, alex, playAll };
}

function alertsOf({ outside }: FakeService): string[] {
  return outside.sent.map(({ type }) => type).filter((type) => type !== "ITEM_RELOCATED");
}

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
