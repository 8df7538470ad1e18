import assert from "node:assert/strict";
import { it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { entityPlace } from "../../model/place.ts";

const AT = { world: "world", x: 5, y: 64, z: 5 };
const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });

it("who takes the item out of what a carrier has become keeps it: the carrier that is gone does not have the first copy", async () => {
  const game = await startedService();
  const [before, after] = [entityPlace("world", "1"), entityPlace("world", "2")];
  game.platform.carrier(before, AT)[0] = sword();
  const alex = join(game, "Alex", { at: AT });
  await play(game, 60);
  const cart = game.platform.carrier(after, AT);
  cart[0] = sword();
  game.platform.vanish(before);
  game.doubletake.report({ kind: "sighting", place: after, action: "SCAN" });
  await play(game, 60);
  [alex.slots[0], cart[0]] = [cart[0], undefined];
  act(game, alex, new FakeItem(alex.slots[0]!), [after]);
  await play(game, 60);
  quit(game, alex);
  await play(game, 3);
  join(game, "Mal", { slots: [sword()] });
  await play(game, 10);
  const back = join(game, "Alex", { slots: [sword()] });
  await play(game, GRACE_TICKS + 30);
  assert.equal(back.slots[0]?.count, 1);
  assert.ok(game.outside.sent.some(({ type }) => type === "DUPLICATE_ITEM"));
});
