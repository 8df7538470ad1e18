import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { settle } from "../../../testing/unpublished/settle.ts";
import { GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";

const UNTIL_REMOVED = GRACE_TICKS + 6;

const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });
const isSword = (stack: FakeStack | undefined) => stack?.tag === fakeId(7);

describe("dying in the middle leaves the item in the world or in quarantine, never in both and never in neither", () => {
  /** Everything the store has, and a world as it was saved: a new process on both. */
  async function afterCrash(before: FakeService, savedSlots: (FakeStack | undefined)[]): Promise<FakeService> {
    const game = await startedService({ store: before.store, clock: before.clock });
    await settle();
    join(game, "Alex", { slots: [sword()] });
    join(game, "Bo", { slots: savedSlots });
    await play(game, UNTIL_REMOVED + 10);
    return game;
  }

  async function liveAndHeld(game: FakeService): Promise<[number, number]> {
    const live = [...game.platform.players()].flatMap(({ slots }) => slots).filter(isSword).length;
    const held = (await game.store.quarantined({})).filter(({ state }) => state === "held").length;
    return [live, held];
  }

  test("killed at every tick from the proof on, the world saved before or after the removal", async () => {
    for (let ticks = GRACE_TICKS - 1; ticks < UNTIL_REMOVED + 2; ticks++) {
      for (const isSavedAfter of [false, true]) {
        const first = await startedService();
        join(first, "Alex", { slots: [sword()] });
        await play(first, 40);
        const bo = join(first, "Bo", { slots: [sword()] });
        await play(first, ticks);
        const saved = isSavedAfter ? structuredClone(bo.slots) : [sword()];
        const second = await afterCrash(first, saved);
        assert.deepEqual(
          await liveAndHeld(second),
          [1, 1],
          `killed after ${ticks} ticks, saved after: ${isSavedAfter}`,
        );
      }
    }
  });

  test("killed between handing over and noting it: the fresh id tells, and it is not given twice", async () => {
    const first = await startedService();
    join(first, "Alex", { slots: [sword()] });
    await play(first, 40);
    const bo = join(first, "Bo", { slots: [sword()] });
    await play(first, UNTIL_REMOVED);
    await first.doubletake.staffActs.restore(1, "Staff", undefined);
    const [entry] = await first.store.quarantined({ caseNumber: 1 });
    await play(first, 5);
    const given = structuredClone(bo.slots);
    await first.store.saveQuarantined(entry!);
    const second = await startedService({ store: first.store, clock: first.clock });
    const back = join(second, "Bo", { slots: given });
    await play(second, 10);
    assert.equal(back.slots.filter(Boolean).length, 1);
    assert.deepEqual(
      (await second.store.quarantined({ caseNumber: 1 })).map(({ state }) => state),
      ["returned"],
    );
    const third = await startedService({ store: first.store, clock: first.clock });
    await first.store.saveQuarantined(entry!);
    const lost = join(third, "Bo");
    await play(third, 10);
    assert.equal(lost.slots.filter(Boolean).length, 1, "the save was older: it is given again");
  });
});

test("what was to be taken, and moved before a slow store had it, is not in quarantine after the stop", async () => {
  const first = await startedService();
  const alex = join(first, "Alex", { slots: [sword()] });
  await play(first, 40);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const save = first.store.saveQuarantined.bind(first.store);
  first.store.saveQuarantined = async (item) => {
    await answered;
    return save(item);
  };
  const bo = join(first, "Bo", { slots: [sword()] });
  await play(first, UNTIL_REMOVED);
  [bo.slots[1], bo.slots[0]] = [bo.slots[0], undefined];
  for (const player of [alex, bo]) quit(first, player);
  const stopped = first.doubletake.stop();
  await settle();
  answer();
  await stopped;
  const second = await startedService({ store: first.store, clock: first.clock });
  join(second, "Alex", { slots: [sword()] });
  join(second, "Bo", { slots: bo.slots });
  await play(second, UNTIL_REMOVED + 10);
  const entries = await second.store.quarantined({});
  const swords = [...second.platform.players()].flatMap(({ slots }) => slots).filter(isSword).length;
  const held = entries.filter(({ state }) => state === "held").length;
  assert.deepEqual([swords, held], [1, 1], JSON.stringify(entries.map(({ state }) => state)));
});
