import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, fakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";

const WATCH_ONLY = "auto-remove-duplicates: false";
const UNTIL_PROVEN = GRACE_TICKS + 10;
const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });

const MINUTE_TICKS = 60 * 20;

describe("copies that were seen to be gone, and are there again", () => {
  it("are told once more, in the same case: a crash brought back what was taken", async () => {
    const { game, bo } = await proven();
    await play(game, 40);
    assert.equal(bo.slots[0], undefined, "taken");
    const again = await started(game);
    join(again, "Alex", { slots: [sword()] });
    join(again, "Bo", { slots: [sword()] });
    await play(again, UNTIL_PROVEN);
    assert.deepEqual(toldBy(again), ["DUPLICATE_ITEM of case 1"]);
  });

  it("are told once more although other ids of the case are still there", async () => {
    const both = () => [7, 8].map((n) => fakeStack("diamond_sword", { tag: fakeId(n) }));
    const game = await startedService({ config: "" });
    join(game, "Alex", { slots: both() });
    await play(game, 40);
    const bo = join(game, "Bo", { slots: both() });
    keep(game, fakeId(8));
    await play(game, UNTIL_PROVEN + 40);
    assert.deepEqual(bo.slots[0], undefined, "taken");
    assert.deepEqual(toldBy(game), ["DUPLICATE_ITEM of case 1"]);
    const again = await started(game);
    keep(again, fakeId(8));
    join(again, "Alex", { slots: both() });
    join(again, "Bo", { slots: both() });
    await play(again, UNTIL_PROVEN);
    assert.deepEqual(toldBy(again), ["DUPLICATE_ITEM of case 1"]);
  });

  it("are told once more although a crash also has ids of a case whose copies never went", async () => {
    const both = () => [7, 8].map((n) => fakeStack("diamond_sword", { tag: fakeId(n) }));
    const game = await startedService({ config: WATCH_ONLY });
    join(game, "Alex", { slots: both() });
    await play(game, 40);
    const bo = join(game, "Bo", { slots: both().slice(0, 1) });
    await play(game, UNTIL_PROVEN);
    bo.slots[1] = both()[1];
    await play(game, UNTIL_PROVEN + 40);
    bo.slots[1] = undefined;
    await play(game, 250);
    assert.deepEqual(toldBy(game), ["DUPLICATE_ITEM of case 1", "DUPLICATE_ITEM of case 2"]);
    const again = await started(game, WATCH_ONLY);
    join(again, "Alex", { slots: both() });
    join(again, "Bo", { slots: both() });
    await play(again, UNTIL_PROVEN);
    assert.equal(toldBy(again).length, 1);
    const third = await started(again, WATCH_ONLY);
    join(third, "Alex", { slots: both() });
    join(third, "Bo", { slots: both() });
    await play(third, UNTIL_PROVEN);
    assert.deepEqual(toldBy(third), [], "they never went since");
  });

  it("are told once more when a crash brought back what somebody had burned", async () => {
    const { game, bo } = await proven(WATCH_ONLY);
    bo.slots[0] = undefined;
    await play(game, 250);
    const again = await started(game, WATCH_ONLY);
    join(again, "Alex", { slots: [sword()] });
    join(again, "Bo", { slots: [sword()] });
    await play(again, UNTIL_PROVEN);
    assert.deepEqual(toldBy(again), ["DUPLICATE_ITEM of case 1"]);
  });

  it("are not proven anew before the second look: whoever leaves within the grace leaves a claim", async () => {
    const { game } = await proven();
    await play(game, 40);
    const again = await started(game);
    join(again, "Alex", { slots: [sword()] });
    const bo = join(again, "Bo", { slots: [sword()] });
    await play(again, 5);
    again.doubletake.report({ kind: "going-dark", place: bo.place, action: "QUIT", player: bo });
    again.platform.leave(bo);
    await play(again, UNTIL_PROVEN);
    assert.deepEqual(toldBy(again), []);
    join(again, "Bo", { slots: [sword()] });
    await play(again, UNTIL_PROVEN);
    assert.deepEqual(toldBy(again), ["DUPLICATE_ITEM of case 1"]);
  });

  it("are told once more without any restart, as often as it happens, but once a minute", async () => {
    const { game, bo } = await proven(WATCH_ONLY);
    bo.slots[0] = undefined;
    await play(game, 250);
    bo.slots[0] = sword();
    await play(game, 250);
    assert.equal(toldBy(game).length, 1, "within the minute");
    for (let times = 2; times <= 3; times++) {
      bo.slots[0] = undefined;
      await play(game, MINUTE_TICKS);
      bo.slots[0] = sword();
      await play(game, 250);
      assert.deepEqual(toldBy(game), Array(times).fill("DUPLICATE_ITEM of case 1"));
    }
  });

  it("are told when the minute is over if they came back within it and stayed, and not if they went again", async () => {
    for (const stays of [true, false]) {
      const { game, bo } = await proven(WATCH_ONLY);
      bo.slots[0] = undefined;
      await play(game, 250);
      bo.slots[0] = sword();
      await play(game, 250);
      if (!stays) bo.slots[0] = undefined;
      await play(game, MINUTE_TICKS);
      assert.equal(toldBy(game).length, stays ? 2 : 1, `stays: ${stays}`);
      await play(game, 2 * MINUTE_TICKS);
      assert.equal(toldBy(game).length, stays ? 2 : 1, "once");
    }
  });

  it("are told once more if they had gone before the store was there", async () => {
    const game = fakeService({ config: WATCH_ONLY, store: undefined });
    join(game, "Alex", { slots: [sword()] });
    await play(game, 3);
    const bo = join(game, "Bo", { slots: [sword()] });
    await play(game, 250);
    bo.slots[0] = undefined;
    await play(game, 250);
    game.doubletake.connect(new MemoryStore({ clock: game.clock }));
    await play(game, MINUTE_TICKS);
    bo.slots[0] = sword();
    await play(game, 250);
    assert.equal(toldBy(game).length, 2, toldBy(game).join());
  });

  it("do not make the case grow without end, however often they come and go", async () => {
    const { game, bo } = await proven(WATCH_ONLY);
    for (let times = 0; times < 100; times++) {
      bo.slots[bo.slots.findIndex(Boolean)] = undefined;
      await play(game, 30);
      bo.slots[times % 36] = sword();
      await play(game, 30);
    }
    const record = await game.store.caseByNumber(1);
    assert.ok(record!.acts.length > 1 && record!.acts.length <= 16, `${record!.acts.length} acts`);
    assert.ok(record!.copies.length <= 64, `${record!.copies.length} copies`);
    const minutes = (100 * 60) / MINUTE_TICKS;
    assert.ok(toldBy(game).length <= minutes + 1, `${toldBy(game).length} alerts`);
  });

  it("are told once more although other ids of their case were there all the time, over a restart as well", async () => {
    const both = () => [7, 8].map((n) => fakeStack("diamond_sword", { tag: fakeId(n) }));
    for (const isRestarted of [false, true]) {
      const game = await startedService({ config: WATCH_ONLY });
      join(game, "Alex", { slots: both() });
      await play(game, 3);
      const bo = join(game, "Bo", { slots: both() });
      await play(game, UNTIL_PROVEN);
      bo.slots[0] = undefined;
      await play(game, MINUTE_TICKS);
      assert.deepEqual(toldBy(game), ["DUPLICATE_ITEM of case 1"]);
      const again = isRestarted ? await started(game, WATCH_ONLY) : game;
      if (isRestarted) join(again, "Alex", { slots: both() });
      const later = isRestarted ? join(again, "Bo", { slots: both() }) : bo;
      if (!isRestarted) later.slots[0] = both()[0];
      await play(again, 250);
      assert.equal(toldBy(again).length, isRestarted ? 1 : 2, `restarted: ${isRestarted}`);
      await play(again, MINUTE_TICKS);
      assert.equal(toldBy(again).length, isRestarted ? 1 : 2, "once");
    }
  });

  it("are told once more when they are more than one id, each of which had gone", async () => {
    const slots = () => [7, 8, 9].map((n) => fakeStack("diamond_sword", { tag: fakeId(n) }));
    const game = await startedService({ config: WATCH_ONLY });
    join(game, "Alex", { slots: slots() });
    await play(game, 3);
    const bo = join(game, "Bo", { slots: slots() });
    await play(game, UNTIL_PROVEN);
    bo.slots[0] = undefined;
    await play(game, 250);
    bo.slots[0] = slots()[0];
    await play(game, 250);
    assert.equal(toldBy(game).length, 1, "the others were there all the time");
    bo.slots.fill(undefined);
    await play(game, MINUTE_TICKS);
    for (const [slot, stack] of slots().entries()) bo.slots[slot] = stack;
    await play(game, 250);
    assert.deepEqual(toldBy(game), Array(2).fill("DUPLICATE_ITEM of case 1"));
  });
});

describe("copies that were never seen to be gone", () => {
  it("are told once, over a clean restart and over a crash", async () => {
    for (const isClean of [true, false]) {
      const { game } = await proven(WATCH_ONLY);
      if (isClean) await game.doubletake.stop();
      const again = await started(game, WATCH_ONLY);
      join(again, "Alex", { slots: [sword()] });
      join(again, "Bo", { slots: [sword()] });
      await play(again, UNTIL_PROVEN);
      assert.deepEqual(toldBy(again), [], `clean: ${isClean}`);
      assert.equal((await again.store.cases({}, { offset: 0, limit: 10 })).length, 1);
    }
  });

  it("are told once although they joined a crash's case whose other copies had gone by then", async () => {
    const [seven, eight] = [() => sword(), () => fakeStack("diamond_sword", { tag: fakeId(8) })];
    const game = await startedService({ config: WATCH_ONLY });
    join(game, "Alex", { slots: [seven(), eight()] });
    await play(game, 40);
    const again = await started(game, WATCH_ONLY);
    join(again, "Alex", { slots: [seven(), eight()] });
    const bo = join(again, "Bo", { slots: [seven()] });
    await play(again, UNTIL_PROVEN);
    bo.slots[0] = undefined;
    await play(again, 250);
    join(again, "Cid", { slots: [eight()] });
    await play(again, UNTIL_PROVEN);
    assert.deepEqual(toldBy(again), ["DUPLICATE_ITEM of case 1"]);
    const third = await started(again, WATCH_ONLY);
    join(third, "Alex", { slots: [seven(), eight()] });
    join(third, "Cid", { slots: [eight()] });
    await play(third, UNTIL_PROVEN);
    const [record] = await third.store.cases({}, { offset: 0, limit: 10 });
    assert.equal(record!.itemIds.length, 2);
    assert.deepEqual(toldBy(third), []);
  });

  it("are told once although one of them went dark for a while", async () => {
    const { game, bo } = await proven(WATCH_ONLY);
    game.doubletake.report({ kind: "going-dark", place: bo.place, action: "QUIT", player: bo });
    game.platform.leave(bo);
    await play(game, 250);
    join(game, "Bo", { slots: [sword()] });
    await play(game, UNTIL_PROVEN);
    assert.deepEqual(toldBy(game), ["DUPLICATE_ITEM of case 1"]);
  });
});

/** Alex has the sword, and Bo a copy, of which staff are told. */
async function proven(config = "") {
  const game = await startedService({ config });
  join(game, "Alex", { slots: [sword()] });
  await play(game, 40);
  const bo = join(game, "Bo", { slots: [sword()] });
  await play(game, UNTIL_PROVEN);
  assert.deepEqual(toldBy(game), ["DUPLICATE_ITEM of case 1"]);
  return { game, bo };
}

/** This one cannot be taken. */
function keep({ platform }: FakeService, itemId: string): void {
  const remove = platform.remove.bind(platform);
  platform.remove = (place, slot, item, count) => item.readTag() !== itemId && remove(place, slot, item, count);
}

function started({ store, clock }: FakeService, config = ""): Promise<FakeService> {
  return startedService({ store, clock, config });
}

function toldBy({ outside }: FakeService): string[] {
  return outside.sent.map(({ type, caseNumber }) => `${type} of case ${caseNumber}`);
}
