import assert from "node:assert/strict";
import { it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, open, play } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const IDS = [fakeId(10), fakeId(11), fakeId(12)];
const swords = () => IDS.map((tag) => fakeStack("diamond_sword", { tag }));

it("if the game fails as an answer of the store is processed, all are processed later, and copies are removed", async () => {
  const game = await startedService();
  const ben = join(game, "Ben");
  await play(game, 30);
  const chest = game.platform.chest(CHEST);
  chest.push(...swords());
  await open(game, ben, CHEST);
  const look = game.platform.look.bind(game.platform);
  let failures = 0;
  game.platform.look = (place, ...rest) => {
    if (place === CHEST && failures++ < 3) throw new Error("the game failed");
    return look(place, ...rest);
  };
  await play(game, 13);
  assert.ok(failures > 3);
  for (const [at, copy] of swords().entries()) {
    ben.slots[at] = copy;
    act(game, ben, new FakeItem(copy));
  }
  await play(game, GRACE_TICKS + 30);
  assert.deepEqual(ben.slots.filter(Boolean), []);
  assert.deepEqual(
    chest.map((stack) => stack?.tag),
    IDS,
  );
});
