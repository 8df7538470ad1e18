import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { HandClock, NOON } from "../../../testing/unpublished/hand-clock.ts";
import { RecordingLog } from "../../../testing/unpublished/recording-log.ts";
import { settle } from "../../../testing/unpublished/settle.ts";
import type { Copy } from "../../looking/look.ts";
import { RECHECK } from "../../looking/look-cause.ts";
import { blockPlace, playerPlace } from "../../model/place.ts";
import type { Custody } from "../../store.ts";
import { OncePerMinute } from "../../time/once-per-minute.ts";
import { StoreLookups } from "./store-lookups.ts";

const AT = { world: "world", x: 1, y: 2, z: 3 };
const CHEST = blockPlace(AT);

function found(itemId: string): Copy {
  const item = new FakeItem(fakeStack("diamond_sword", { tag: itemId }));
  const where = { place: CHEST, slot: "0", outer: item, outerSlot: "0", boxId: null, location: AT };
  return { itemId, item, ...where, isNew: false };
}

function custody(itemId: string, place: string): Custody {
  return { itemId, place, holderId: fakeId(9), location: "world:1,2,3", confirmedMs: NOON, server: "", version: 1 };
}

function lookup(itemId: string): Parameters<StoreLookups["add"]>[0] {
  const seen = { itemId, place: CHEST, slot: "0", location: "world:1,2,3", holderId: "", holderName: "" };
  return {
    copy: found(itemId),
    seen: { ...seen, count: 1, seenMs: NOON },
    isDoubtful: false,
    cause: RECHECK,
    isLogged: false,
    opener: undefined,
    doubt: { isFirst: false, ifOtherCameAfter: 0 },
  };
}

test("of many answers those go first that say where an id was before: a start brings thousands that are where they were", async () => {
  const lookups = new StoreLookups(new RecordingLog(), new OncePerMinute(new HandClock()));
  const ids = [1, 2, 3].map(fakeId);
  for (const itemId of ids) {
    lookups.add(lookup(itemId));
  }
  const [first, second, moved] = ids as [string, string, string];
  const rows = [custody(first, CHEST), custody(second, CHEST), custody(moved, playerPlace(fakeId(9)))];
  lookups.ask({ custodyOf: async () => rows });
  await settle();
  const takenAtOnce = (atMost: number) => takeAll(lookups, atMost).map(({ copy }) => copy.itemId);
  assert.ok(lookups.hasNews);
  assert.deepEqual(takenAtOnce(2), [moved, first]);
  assert.ok(!lookups.hasNews, "what is left holds up no verdict");
  assert.ok(lookups.isAsking(second));
  assert.deepEqual(takenAtOnce(2), [second]);
  assert.ok(lookups.isIdle);
});

test("a question that failed is not put again once the id is on record where it is now: the store would answer with that", async () => {
  const lookups = new StoreLookups(new RecordingLog(), new OncePerMinute(new HandClock()));
  const [moved, stayed] = [fakeId(1), fakeId(2)];
  for (const itemId of [moved, stayed]) lookups.add(lookup(itemId));
  lookups.ask({ custodyOf: () => Promise.reject(new Error("away")) });
  lookups.noteWritten(moved, CHEST);
  await settle();
  const asked: string[] = [];
  lookups.ask({
    custodyOf: async (ids) => {
      asked.push(...ids);
      return [];
    },
  });
  await settle();
  assert.deepEqual(asked, [stayed]);
  assert.ok(!lookups.isAsking(moved));
});

test("an answer that was written after the question was asked does not count: the store can no longer say where the id was", async () => {
  const lost: string[] = [];
  const lookups = new StoreLookups(new RecordingLog(), new OncePerMinute(new HandClock()), (id) => lost.push(id));
  const ids = [1, 2, 3].map(fakeId) as [string, string, string];
  const [written, before, elsewhere] = ids;
  for (const itemId of ids) lookups.add(lookup(itemId));
  const earlier = { ...custody(before, CHEST), confirmedMs: NOON - 1 };
  const rows = [custody(written, CHEST), earlier, custody(elsewhere, playerPlace(fakeId(9)))];
  lookups.ask({ custodyOf: async () => rows });
  for (const itemId of ids) lookups.noteWritten(itemId, CHEST);
  await settle();
  assert.deepEqual(lost, [written]);
  assert.deepEqual(
    takeAll(lookups, 3)
      .map(({ copy }) => copy.itemId)
      .toSorted(),
    [before, elsewhere],
  );
  assert.ok(lookups.isIdle);
});

test("an answer comes with the places that the id has left since it was asked about, and not with earlier ones", async () => {
  const lookups = new StoreLookups(new RecordingLog(), new OncePerMinute(new HandClock()));
  const [itemId, alex] = [fakeId(1), playerPlace(fakeId(9))];
  const leftAfterAsking = async () => {
    lookups.add(lookup(itemId));
    lookups.ask({ custodyOf: async () => [] });
    await settle();
    return takeAll(lookups, 1).map(({ left }) => [...left]);
  };
  lookups.noteLeft(itemId, alex);
  lookups.add(lookup(itemId));
  lookups.noteLeft(itemId, CHEST);
  assert.deepEqual(await leftAfterAsking(), [[CHEST]]);
  lookups.noteLeft(itemId, alex);
  assert.deepEqual(await leftAfterAsking(), [[]]);
});

test("an id is asked about until its answer counts, not only until that is taken: the other copies may go dark before", async () => {
  const lookups = new StoreLookups(new RecordingLog(), new OncePerMinute(new HandClock()));
  const itemId = fakeId(1);
  lookups.add(lookup(itemId));
  lookups.ask({ custodyOf: async () => [] });
  await settle();
  assert.equal(lookups.takeAnswers(1).length, 1);
  assert.ok(lookups.isAsking(itemId));
  lookups.endQuestion(itemId);
  assert.ok(!lookups.isAsking(itemId));
});

/** Takes answers, which count at once. */
function takeAll(lookups: StoreLookups, atMost: number) {
  const answers = lookups.takeAnswers(atMost);
  for (const { copy } of answers) lookups.endQuestion(copy.itemId);
  return answers;
}
