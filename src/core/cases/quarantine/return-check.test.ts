import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeId } from "../../../testing/fake-id.ts";
import { RecordingLog } from "../../../testing/recording-log.ts";
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
  assert.ok(check.hasDoubts);
  assert.deepEqual(asked, ["custody of 50"]);
  assert.equal(new Set(check.doubtfulPlaces).size, 2 * entries.length, "where each was taken, and who got it back");
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
    returnToId: fakeId(number + 1000),
    freshId: fakeId(number + 100),
    ...byWhom,
  };
}
