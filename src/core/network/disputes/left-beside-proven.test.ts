import assert from "node:assert/strict";
import { it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork, playInTurns } from "../../../testing/unpublished/fake-network.ts";
import { act, join, open, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SWORD = fakeId(77);
const sword = (id = SWORD) => fakeStack("iron_sword", { tag: id });

it("an owner who leaves a proven copy behind, which nobody takes because cheats have reached the removal limit, keeps the item elsewhere", async () => {
  const network = new FakeNetwork("shared");
  const config = "auto-remove-duplicates: true\nremoval-limit: 1";
  const [lobby, survival] = [await network.start("lobby", { config }), await network.start("survival", { config })];
  const both = (ticks: number) => playInTurns([lobby, survival], ticks);
  const alex = join(lobby, "Alex", { slots: [sword()] });
  const eve = join(lobby, "Eve", { slots: [sword(fakeId(78)), sword(fakeId(79))] });
  await both(100);
  await open(lobby, eve, CHEST);
  const chest = lobby.platform.chest(CHEST);
  // Eve duplicates two things of her own: the limit is reached.
  [chest[1], chest[2]] = [sword(fakeId(78)), sword(fakeId(79))];
  await both(60);
  chest[0] = sword();
  await both(60);
  quit(lobby, alex);
  await both(20);
  [eve.slots[5], chest[0]] = [chest[0], undefined];
  act(lobby, eve, new FakeItem(eve.slots[5]!), [CHEST]);
  await both(60);
  const { slots } = join(survival, "Alex", { slots: [sword()] });
  await both(400);
  assert.equal(slots[0]?.tag, SWORD, "the owner has been robbed");
});
