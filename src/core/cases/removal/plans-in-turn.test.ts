import assert from "node:assert/strict";
import { it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const AT = { world: "world", x: 5, y: 64, z: 5 };
const CHEST = blockPlace(AT);
/** More than are taken in one tick. */
const COPIES = 24;

const sword = (): FakeStack => fakeStack("diamond_sword", { tag: fakeId(7) });

it("what one plan has on record to be taken is not put on record again by the next plan: a crash would leave it there twice", async () => {
  const game = await startedService();
  const alex = join(game, "Alex", { slots: [sword()], at: AT });
  const bo = join(game, "Bo", { at: AT });
  await play(game, 5);
  const chest = game.platform.chest(CHEST);
  for (let slot = 0; slot < COPIES; slot++) chest[slot] = sword();
  act(game, bo, new FakeItem(sword()), [CHEST]);
  const entries = () => game.store.quarantined({});
  for (let tick = 0; tick < GRACE_TICKS + 10 && (await entries()).length < COPIES; tick++) await play(game);
  assert.equal((await entries()).length, COPIES, "all are on record, and none was taken yet");
  // One is burnt before it can be taken.
  chest[0] = undefined;
  for (let tick = 0; tick < 40; tick++) {
    await play(game);
    const onRecord = (await entries()).filter(({ state }) => state === "taking" || state === "held");
    assert.ok(onRecord.length <= COPIES, `tick ${tick}: ${onRecord.length} of ${COPIES} copies are on record`);
  }
  const states = (await entries()).map(({ state }) => state);
  assert.equal(states.filter((state) => state === "held").length, COPIES - 1);
  assert.equal([...alex.slots, ...bo.slots, ...chest].filter(Boolean).length, 1);
  assert.ok(alex.slots[0], "the item itself stays");
});
