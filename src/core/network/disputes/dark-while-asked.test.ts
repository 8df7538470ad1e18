import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork } from "../../../testing/unpublished/fake-network.ts";
import { play } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const OTHER_CHEST = blockPlace({ world: "world", x: 90, y: 64, z: 90 });
const SWORD = fakeId(77);
const sword = () => fakeStack("iron_sword", { tag: SWORD });

for (const isMoved of [false, true])
  it(`what went dark while another server was asked about it and ${isMoved ? "was moved after its chest came back is one item" : "turns up here is suspected at once"}`, async () => {
    const network = new FakeNetwork();
    const [lobby, survival] = [await network.start("lobby"), await network.start("survival")];
    lobby.platform.chest(CHEST)[0] = sword();
    for (let tick = 0; tick < 100; tick++) for (const game of [lobby, survival]) await play(game, 1, 25);
    assert.equal(network.database.custody.get(SWORD)?.server, "lobby");
    network.kill("lobby");
    const chest = survival.platform.chest(CHEST);
    chest[0] = sword();
    await play(survival, 100);
    assert.equal(network.database.disputes.size, 1, "nobody answers");
    survival.doubletake.report({ kind: "going-dark", place: CHEST, action: "SCAN" });
    survival.platform.darken(CHEST);
    await play(survival, 50);
    if (isMoved) {
      survival.platform.lighten(CHEST);
      chest[0] = undefined;
    }
    survival.platform.chest(OTHER_CHEST)[0] = sword();
    await play(survival, 100);
    const told = survival.outside.sent.map(({ type }) => type);
    assert.deepEqual(told, isMoved ? [] : ["DUPLICATE_SUSPECTED"]);
  });

it("it is named once when custody had come here before it went dark", async () => {
  const network = new FakeNetwork();
  const [lobby, survival] = [await network.start("lobby"), await network.start("survival")];
  lobby.platform.chest(CHEST)[0] = sword();
  for (let tick = 0; tick < 100; tick++) for (const game of [lobby, survival]) await play(game, 1, 25);
  lobby.platform.chest(CHEST)[0] = undefined;
  survival.platform.chest(CHEST)[0] = sword();
  while (network.database.disputes.size === 0) await play(survival, 1);
  await play(lobby, 60);
  assert.equal(network.database.custody.get(SWORD)?.server, "survival");
  // Survival has not heard of it yet.
  survival.doubletake.report({ kind: "going-dark", place: CHEST, action: "SCAN" });
  survival.platform.darken(CHEST);
  survival.platform.chest(OTHER_CHEST)[0] = sword();
  await play(survival, 100);
  const places = survival.outside.sent.map(({ copies }) => copies.map(({ place }) => place));
  assert.deepEqual(places, [[OTHER_CHEST, CHEST]]);
  assert.deepEqual((await survival.store.caseByNumber(1))?.itemIds, [SWORD]);
});
