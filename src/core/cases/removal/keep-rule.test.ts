import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../index.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const ID = fakeId(7);
const UNTIL_REMOVED = GRACE_TICKS + 6;

const sword = () => fakeStack("diamond_sword", { tag: ID });

test("with one holder the copy at the earliest known place stays, in whatever order the places are looked at", async () => {
  for (const isStoredFirst of [false, true]) {
    const game = await startedService({ config: "keep-oldest-on-dup-remove: true" });
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

test("with keep-oldest, what comes back where somebody took it out is that player's, who had it before whoever has it now", async () => {
  const game = await startedService({ config: "keep-oldest-on-dup-remove: true" });
  const alex = join(game, "Alex");
  const bo = join(game, "Bo");
  const chest = game.platform.chest(CHEST);
  chest[0] = sword();
  await play(game, 25);
  [chest[0], alex.slots[0]] = [undefined, chest[0]];
  act(game, alex, new FakeItem(alex.slots[0]!), [CHEST]);
  await play(game, 5);
  [bo.slots[0], alex.slots[0]] = [alex.slots[0], undefined];
  act(game, bo, new FakeItem(bo.slots[0]!));
  await play(game, 25);
  // The region is put back as it was.
  chest[0] = sword();
  await play(game, 25 + UNTIL_REMOVED);
  assert.deepEqual([bo.slots[0], chest[0]?.tag], [undefined, ID]);
});

test("what is in a box is transferred by whoever moves the box", async () => {
  const game = await startedService();
  const box = fakeStack("shulker_box", { inside: { kind: "shulker-box", slots: [sword()] } });
  const alex = join(game, "Alex", { slots: [box] });
  const chest = game.platform.chest(CHEST);
  await play(game, 5);
  [chest[0], alex.slots[0]] = [alex.slots[0], undefined];
  act(game, alex, new FakeItem(chest[0]!), [CHEST]);
  await play(game, 25);
  const bo = join(game, "Bo", { slots: [sword()] });
  await play(game, UNTIL_REMOVED);
  assert.equal(bo.slots[0], undefined);
  assert.equal(chest[0]?.inside?.slots[0]?.tag, ID);
});
