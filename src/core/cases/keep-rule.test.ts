import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeId } from "../../testing/fake-id.ts";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { startedService } from "../../testing/fake-service.ts";
import { act, GRACE_TICKS, join, play } from "../../testing/story.ts";
import { blockPlace } from "../index.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const ID = fakeId(7);
const UNTIL_REMOVED = GRACE_TICKS + 6;

const sword = () => fakeStack("diamond_sword", { tag: ID });

test("with one holder the copy at the earliest known place stays, in whatever order the places are looked at", async () => {
  for (const isStoredFirst of [false, true]) {
    const game = await startedService();
    const alex = join(game, "Alex", { slots: [sword()] });
    const chest = game.platform.chest(CHEST);
    await play(game, 5);
    if (isStoredFirst) {
      [chest[0], alex.slots[0]] = [alex.slots[0], undefined];
      act(game, alex, new FakeItem(chest[0]!), [CHEST]);
      await play(game, 5);
      alex.slots[3] = sword();
    } else chest[0] = sword();
    act(game, alex, new FakeItem(sword()), [CHEST]);
    await play(game, UNTIL_REMOVED);
    const [inHand, inChest] = [alex.slots, chest].map((slots) => slots.filter((stack) => stack?.tag === ID).length);
    assert.deepEqual([inHand, inChest], isStoredFirst ? [0, 1] : [1, 0]);
    const [entry] = await game.store.quarantined({ caseNumber: 1 });
    assert.equal(entry?.takenFrom.holderName, "Alex", "it was his on both sides");
  }
});

test("every removal writes a line to the console: the case, what, from whom and where", async () => {
  const game = await startedService();
  join(game, "Alex", { slots: [sword()] });
  await play(game, 40);
  join(game, "Bo", { slots: [sword(), sword()] });
  await play(game, UNTIL_REMOVED);
  const lines = game.log.lines.filter((line) => line.includes("took"));
  assert.equal(lines.length, 2);
  for (const line of lines) {
    assert.match(line, new RegExp(`Case 1: took DIAMOND_SWORD ${ID} from Bo at world:[-\\d,]+; it is in quarantine`));
  }
});
