import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";
import type { CaseFilter, CaseRecord, Page } from "../../index.ts";

const WATCH_ONLY = "auto-remove-duplicates: false";
const UNTIL_PROVEN = GRACE_TICKS + 10;
/** More than a start reads whole. */
const MANY = 1000;
const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });

/** Counts the open cases that it gives whole, and may refuse to give one. */
class CountingStore extends MemoryStore {
  openRead = 0;
  refuses = false;

  override async cases(filter: CaseFilter, page: Page): Promise<CaseRecord[]> {
    const cases = await super.cases(filter, page);
    if (filter.status === "open") this.openRead += cases.length;
    return cases;
  }

  override caseByNumber(number: number): Promise<CaseRecord | undefined> {
    return this.refuses ? Promise.reject(new Error("away")) : super.caseByNumber(number);
  }
}

describe("a start with very many open cases", () => {
  it("reads the newest, and what is found of an old one joins it all the same, without telling staff", async () => {
    const game = await afterManyCases(MANY);
    const store = game.store as CountingStore;
    assert.ok(store.openRead <= MANY / 2, `${store.openRead} cases were read`);
    assert.equal(game.doubletake.staffActs.openNumberOf(fakeId(7)), 1);
    bothHaveIt(game);
    await play(game, UNTIL_PROVEN);
    assert.deepEqual(toldBy(game), []);
    assert.equal((await store.counts()).cases, MANY + 1);
  });

  it("forgets none, however many there are", async () => {
    const game = await afterManyCases(10_001);
    bothHaveIt(game);
    await play(game, UNTIL_PROVEN);
    assert.deepEqual(toldBy(game), []);
    assert.equal((await game.store.counts()).cases, 10_002);
  });

  it("sees that the copies of an old one are gone, and tells it once more when they are there again", async () => {
    const game = await afterManyCases(MANY);
    const { bo } = bothHaveIt(game);
    await play(game, UNTIL_PROVEN);
    bo.slots[0] = undefined;
    await play(game, 1300);
    assert.equal((await game.store.caseByNumber(1))?.acts.at(-1)?.act, "gone");
    bo.slots[0] = sword();
    await play(game, 250);
    assert.deepEqual(toldBy(game), ["DUPLICATE_ITEM of case 1"]);
  });

  it("lets staff decide an old one: what is found then is another case", async () => {
    const game = await afterManyCases(MANY);
    await game.doubletake.staffActs.dismiss(1, "Ann");
    assert.equal(game.doubletake.staffActs.openNumberOf(fakeId(7)), undefined);
    bothHaveIt(game);
    await play(game, UNTIL_PROVEN);
    assert.deepEqual(toldBy(game), [`DUPLICATE_ITEM of case ${MANY + 2}`]);
  });

  it("tells staff of what belongs to an old one that the store does not give, and adds it when it does", async () => {
    const game = await afterManyCases(MANY);
    const store = game.store as CountingStore;
    const { updatedMs } = (await store.caseByNumber(1))!;
    store.refuses = true;
    bothHaveIt(game);
    await play(game, UNTIL_PROVEN + 60);
    assert.deepEqual(toldBy(game), ["DUPLICATE_ITEM of case 0"]);
    assert.equal((await store.counts()).cases, MANY + 1);
    store.refuses = false;
    await play(game, 60);
    assert.ok((await store.caseByNumber(1))!.updatedMs > updatedMs);
    assert.equal(toldBy(game).length, 1);
    assert.equal((await store.counts()).cases, MANY + 1);
  });
});

/** The first case is about the sword; so many others, which are newer, are about other things. Then the server starts again. */
async function afterManyCases(count: number): Promise<FakeService> {
  const store = new CountingStore();
  const first = await startedService({ store, config: WATCH_ONLY });
  bothHaveIt(first);
  await play(first, UNTIL_PROVEN);
  assert.deepEqual(toldBy(first), ["DUPLICATE_ITEM of case 1"]);
  const sample = (await store.caseByNumber(1))!;
  await first.doubletake.stop();
  for (let n = 1; n <= count; n++)
    await store.saveCase({ ...sample, number: 1 + n, itemIds: [fakeId(1000 + n)], copies: [], transfers: [] });
  store.openRead = 0;
  return startedService({ store, clock: first.clock, config: WATCH_ONLY });
}

function bothHaveIt(game: FakeService) {
  const alex = join(game, "Alex", { slots: [sword()] });
  return { alex, bo: join(game, "Bo", { slots: [sword()] }) };
}

function toldBy({ outside }: FakeService): string[] {
  return outside.sent.map(({ type, caseNumber }) => `${type} of case ${caseNumber}`);
}
