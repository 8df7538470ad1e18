import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeStack } from "../../testing/fake-item.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { FakeNetwork, playInTurns } from "../../testing/unpublished/fake-network.ts";
import { NETWORK_PROTOCOL } from "../model/network-questions.ts";
import { blockPlace } from "../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SWORD = fakeId(77);
const sword = () => fakeStack("iron_sword", { tag: SWORD });

it("what a server of an older protocol answers is no evidence: silence until it is updated, and then the proof", async () => {
  const network = new FakeNetwork("shared");
  const [lobby, survival] = [await network.start("lobby"), await network.start("survival")];
  const { database } = network;
  const both = (ticks: number) => playInTurns([lobby, survival], ticks);
  const speaks = (protocol: number) => database.servers.set("lobby", { ...database.servers.get("lobby")!, protocol });
  lobby.platform.chest(CHEST)[0] = sword();
  while (database.custody.get(SWORD)?.server !== "lobby") await both(1);
  speaks(NETWORK_PROTOCOL - 1);
  // Until the other one has heard of it.
  await both(110);
  survival.platform.chest(CHEST)[0] = sword();
  await both(400);
  assert.equal(database.disputes.size, 1);
  assert.deepEqual([...lobby.outside.sent, ...survival.outside.sent], []);
  speaks(NETWORK_PROTOCOL);
  for (let tick = 0; tick < 1000 && survival.platform.chest(CHEST)[0]; tick++) await both(1);
  assert.deepEqual([lobby.platform.chest(CHEST)[0]?.tag, survival.platform.chest(CHEST)[0]], [SWORD, undefined]);
  assert.deepEqual(
    survival.outside.sent.map(({ type }) => type),
    ["DUPLICATE_ITEM"],
  );
});
