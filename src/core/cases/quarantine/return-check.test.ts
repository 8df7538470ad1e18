import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { RecordingLog } from "../../../testing/unpublished/recording-log.ts";
import type { Look } from "../../looking/look.ts";
import { RetriedWrites } from "../../recording/retried-writes.ts";
import type { QuarantinedItem, Store } from "../../store.ts";
import { ReturnCheck } from "./return-check.ts";

it("after a crash all that was given back is asked about at once: a start does not wait for one answer after the other", async () => {
  const entries = Array.from({ length: 50 }, (_, at) => returned(at + 1));
  const waiting: (() => void)[] = [];
  const asked: string[] = [];
  const store = {
    serverName: "lobby",
    quarantined: async () => entries,
    custodyOf: async (itemIds: string[]) => {
      asked.push(`custody of ${itemIds.length}`);
      return [];
    },
    // Answers none of them before all were asked.
    getEarliestTransferTs: () =>
      new Promise<number | null>((resolve) => {
        waiting.push(() => resolve(null));
        if (waiting.length === entries.length) for (const answer of waiting) answer();
      }),
  } as unknown as Store;
  const check = returnCheck();
  await check.connect(store, 0);
  assert.equal(check.doubtful.size, entries.length);
  assert.deepEqual(asked, ["custody of 50"]);
  assert.equal(new Set(check.doubtfulPlaces).size, 2 * entries.length, "where each was taken, and who got it back");
});

it("of years of returned items only those are asked about that were on the move in the run that crashed, a few at a time", async () => {
  const [old, recent] = [4000, 300];
  const entries = Array.from({ length: old + recent }, (_, at) => returned(at + 1));
  let [unanswered, most, asked] = [0, 0, 0];
  const store = {
    serverName: "lobby",
    quarantined: async () => entries,
    custodyOf: async (itemIds: string[]) =>
      itemIds.map((itemId, at) => ({ itemId, server: "lobby", place: "nowhere", confirmedMs: at < old ? 1 : 1e9 })),
    getEarliestTransferTs: async () => {
      asked++;
      most = Math.max(most, ++unanswered);
      await new Promise(setImmediate);
      unanswered--;
      return 1e9;
    },
  } as unknown as Store;
  const check = returnCheck();
  await check.connect(store, 1e9);
  assert.equal(asked, recent);
  assert.ok(most <= 64, `${most} questions at once`);
  assert.equal(new Set(check.doubtfulPlaces).size, 2 * recent);
});

it("what is in sight was given, although it left the place on record before it was known what is in doubt", async () => {
  const entry = returned(1);
  const changes: string[] = [];
  const store = {
    serverName: "lobby",
    quarantined: async () => [entry],
    custodyOf: async () => [],
    getEarliestTransferTs: async () => null,
    changeQuarantined: async ({ state }: QuarantinedItem) => changes.push(state) > 0,
  } as unknown as Store;
  for (const isPresent of [true, false]) {
    const check = returnCheck({ isPresent: () => isPresent });
    await check.connect(store, 0);
    for (const place of check.doubtfulPlaces) check.onLook(emptyLook(place));
    await new Promise(setImmediate);
    assert.equal(check.doubtful.size, 0);
    assert.deepEqual(changes, isPresent ? [] : ["returning"]);
  }
});

it("nothing is decided before everybody was looked at who was joining when the last of the places was", async () => {
  const changes: string[] = [];
  const store = {
    serverName: "lobby",
    quarantined: async () => [returned(1)],
    custodyOf: async () => [],
    getEarliestTransferTs: async () => null,
    changeQuarantined: async ({ state }: QuarantinedItem) => changes.push(state) > 0,
  } as unknown as Store;
  let unknownSince: number | undefined = 5;
  const clock = { tick: 7 };
  const isAnybodyUnknownSince = (tick: number) => unknownSince !== undefined && unknownSince <= tick;
  const check = returnCheck({ isAnybodyUnknownSince, clock });
  await check.connect(store, 0);
  for (const place of check.doubtfulPlaces) check.onLook(emptyLook(place));
  await new Promise(setImmediate);
  assert.equal(check.doubtful.size, 1);
  [clock.tick, unknownSince] = [50, 40];
  check.onLook(emptyLook("block:world:1,2,3"));
  await new Promise(setImmediate);
  assert.deepEqual(changes, ["returning"], "who joined later does not matter");
});

function returnCheck(parts: Partial<ConstructorParameters<typeof ReturnCheck>[0]> = {}): ReturnCheck {
  const log = new RecordingLog();
  return new ReturnCheck({
    log,
    writes: new RetriedWrites(new HandClock(), log),
    clock: { tick: 0 },
    sendAgain: () => undefined,
    isVoid: () => false,
    travels: false,
    isPresent: () => false,
    isAnybodyUnknownSince: () => false,
    ...parts,
  });
}

function emptyLook(place: string): Look {
  return { place, copies: [], waiting: { isEmpty: true } } as never;
}

function returned(number: number): QuarantinedItem {
  const place = `block:world:${number},64,0`;
  const itemId = fakeId(number);
  const takenFrom = { itemId, place, slot: "0", location: "", holderId: "", holderName: "", count: 1, seenMs: 0 };
  const about = { caseNumber: 1, material: "SWORD", data: new Uint8Array(), state: "returned", takenMs: 1 } as const;
  const byWhom = { takenBy: "lobby", returnedBy: "lobby", claim: "" };
  return {
    number,
    itemId,
    takenFrom,
    ...about,
    returnToId: fakeId(number + 100_000),
    freshId: fakeId(number + 10_000),
    ...byWhom,
  };
}
