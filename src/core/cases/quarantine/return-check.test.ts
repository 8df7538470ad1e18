import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { RecordingLog } from "../../../testing/unpublished/recording-log.ts";
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
  const check = new ReturnCheck(
    new RecordingLog(),
    undefined as never,
    () => undefined,
    () => false,
    false,
  );
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
  const check = new ReturnCheck(
    new RecordingLog(),
    undefined as never,
    () => undefined,
    () => false,
    false,
  );
  await check.connect(store, 1e9);
  assert.equal(asked, recent);
  assert.ok(most <= 64, `${most} questions at once`);
  assert.equal(new Set(check.doubtfulPlaces).size, 2 * recent);
});

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
