import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork } from "../../../testing/unpublished/fake-network.ts";
import { play } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SWORD = fakeId(77);

it("a copy is proven although the server that holds the other one dies, twice, between its looks", async () => {
  const network = new FakeNetwork();
  const config = "auto-remove-duplicates: false";
  const survival = await network.start("survival", { config });
  let lobby = await network.start("lobby", { config });
  const both = async (isSo: () => boolean, ticks = 600) => {
    for (let tick = 0; tick < ticks && !isSo(); tick++) for (const game of [lobby, survival]) await play(game, 1, 25);
  };
  const restart = async () => {
    lobby = await network.start("lobby", { config });
    lobby.platform.chest(CHEST)[0] = sword();
  };
  lobby.platform.chest(CHEST)[0] = sword();
  await both(() => network.database.custody.get(SWORD)?.place === CHEST);
  await restart();
  survival.platform.chest(CHEST)[0] = sword();
  await both(() => [...network.database.disputes.values()].some(({ step }) => step === "seen-again"));
  await restart();
  await both(() => survival.outside.sent.length > 0);
  assert.deepEqual(
    survival.outside.sent.map(({ type }) => type),
    ["DUPLICATE_ITEM"],
  );
});

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
