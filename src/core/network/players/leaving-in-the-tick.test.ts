import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork, playInTurns } from "../../../testing/unpublished/fake-network.ts";
import { join, play, putAway, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SWORD = fakeId(77);

it("what a player puts away in the tick of leaving does not go along: it is on record there before the leaving is", async () => {
  const network = new FakeNetwork("shared");
  const [lobby, survival] = [await network.start("lobby"), await network.start("survival")];
  const both = (ticks: number) => playInTurns([lobby, survival], ticks);
  const alex = join(lobby, "Alex", { slots: [fakeStack("iron_sword", { tag: SWORD })] });
  await both(100);
  putAway(lobby, alex, CHEST);
  quit(lobby, alex);
  join(survival, "Alex");
  // The other server asks before the tick has ended here.
  await play(survival, 2, 5);
  await both(60);
  const { place, server } = network.database.custody.get(SWORD)!;
  assert.deepEqual([place, server], [CHEST, "lobby"]);
  assert.equal(network.database.disputes.size, 0);
});

it("a leaving is on record when its tick has ended: the next server need not ask a second time", async () => {
  const network = new FakeNetwork("shared");
  const [lobby, survival] = [await network.start("lobby"), await network.start("survival")];
  const alex = join(lobby, "Alex");
  await playInTurns([lobby, survival], 100);
  quit(lobby, alex);
  await play(lobby, 1);
  assert.deepEqual([...network.database.sessions.get(alex.id)!], []);
});
