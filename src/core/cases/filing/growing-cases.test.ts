import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { SlowClock } from "../../../testing/unpublished/hand-clock.ts";
import { join, play } from "../../../testing/unpublished/story.ts";
import { blockPlace, type CaseChange, type CaseRecord } from "../../index.ts";

const FIRST = blockPlace({ world: "world", x: 1, y: 64, z: 1 });
const SECOND = blockPlace({ world: "world", x: 3, y: 64, z: 1 });

/** Counts what it is given about cases, and may be away for a while. */
class CaseStore extends MemoryStore {
  newCases = 0;
  copies = 0;
  /** The most ids that came with one writing. */
  mostIds = 0;
  isAway = false;

  override saveCase(record: CaseRecord): Promise<number> {
    if (this.isAway) return Promise.reject(new Error("away"));
    this.newCases++;
    this.copies += record.copies.length;
    this.mostIds = Math.max(this.mostIds, record.itemIds.length);
    return super.saveCase(record);
  }

  override changeCase(number: number, change: CaseChange): Promise<void> {
    if (this.isAway) return Promise.reject(new Error("away"));
    this.copies += change.found?.copies.length ?? 0;
    this.mostIds = Math.max(this.mostIds, change.found?.itemIds.length ?? 0);
    return super.changeCase(number, change);
  }
}

const bows = (count: number) => Array.from({ length: count }, (_, at) => fakeStack("bow", { tag: fakeId(1000 + at) }));

describe("a case that grows tick by tick", () => {
  for (const isAway of [false, true])
    it(`is written in parts, and is whole in the end${isAway ? ", also when the store was away meanwhile" : ""}`, async () => {
      const store = new CaseStore();
      const game = await startedService({ store, config: "auto-remove-duplicates: false" });
      const items = bows(300);
      game.platform.chest(FIRST).push(...items);
      await play(game, 25);
      game.platform.chest(SECOND).push(...structuredClone(items));
      while (store.newCases === 0) await play(game);
      store.isAway = isAway;
      await play(game, 5);
      store.isAway = false;
      await play(game, 120);
      const [record, ...others] = await store.cases({}, { offset: 0, limit: 10 });
      assert.deepEqual([record!.itemIds.length, record!.copies.length, others.length], [300, 600, 0]);
      // The transfers of the first ids come with them.
      assert.ok(store.copies <= 600 + 128, `${store.copies} copies written, of 600`);
    });

  it("grows by so many ids a tick, however many are proven at once", async () => {
    const store = new CaseStore();
    const game = await startedService({ store, config: "auto-remove-duplicates: false" });
    const stacks = bows(400).map((stack) => ({ ...stack, count: 2 }));
    game.platform.chest(FIRST).push(...stacks);
    await play(game, 120);
    const [record] = await store.cases({}, { offset: 0, limit: 10 });
    assert.equal(record!.itemIds.length, 400);
    assert.ok(store.mostIds <= 128, `${store.mostIds} ids written at once`);
  });

  it("what is found again of an id that is on record is written, and what others wrote meanwhile stays", async () => {
    const store = new CaseStore();
    const game = await startedService({ store, config: "auto-remove-duplicates: false" });
    const [bow] = bows(1);
    join(game, "Alex", { slots: [bow] });
    await play(game, 5);
    join(game, "Bo", { slots: [structuredClone(bow)] });
    await play(game, 40);
    const act = { act: "confirm", by: "staff", atMs: 1, note: "" } as const;
    await store.changeCase(1, { atMs: 1, acts: [act] });
    join(game, "Cy", { slots: [structuredClone(bow)] });
    await play(game, 40);
    const record = await store.caseByNumber(1);
    assert.deepEqual(record!.copies.map(({ holderName }) => holderName).sort(), ["Alex", "Bo", "Cy"]);
    assert.ok(record!.acts.some(({ by }) => by === "staff"));
  });
});

it("cases of a tick end that has taken long are filed in turn, in their order, and none is forgotten", async () => {
  const store = new CaseStore();
  const game = await startedService({ store, clock: new SlowClock(), config: "auto-remove-duplicates: false" });
  for (let x = 0; x < 30; x++) {
    const item = fakeStack("bow", { tag: fakeId(1000 + x) });
    game.platform.chest(blockPlace({ world: "world", x: 20 * x, y: 64, z: 1 })).push(item, structuredClone(item));
  }
  let most = 0;
  for (let ticks = 0; ticks < 200; ticks++) {
    store.newCases = 0;
    await play(game);
    most = Math.max(most, store.newCases);
  }
  assert.ok(most > 0 && most <= 2, `${most} new cases in one tick`);
  const cases = await store.cases({}, { offset: 0, limit: 100 });
  assert.deepEqual(
    cases.map(({ itemIds }) => itemIds[0]).sort(),
    Array.from({ length: 30 }, (_, x) => fakeId(1000 + x)),
  );
});
