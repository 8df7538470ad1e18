import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeId } from "../../../testing/fake-id.ts";
import { RecordingLog } from "../../../testing/recording-log.ts";
import type { QuarantinedItem, Store } from "../../store.ts";
import { QuarantineCheck } from "./quarantine-check.ts";

it("after a crash all that was taken is put in doubt at once: a start does not wait for one answer after the other", async () => {
  const entries = Array.from({ length: 50 }, (_, at) => taken(at + 1));
  const waiting: (() => void)[] = [];
  const store = {
    serverName: "lobby",
    openClaims: async () => [],
    quarantined: async ({ state }: { state?: string }) => (state === "held" ? entries : []),
    // Answers none of them before all were asked.
    changeQuarantined: () =>
      new Promise<boolean>((resolve) => {
        waiting.push(() => resolve(true));
        if (waiting.length === entries.length) for (const answer of waiting) answer();
      }),
  } as unknown as Store;
  const check = new QuarantineCheck({
    log: new RecordingLog(),
    writes: undefined as never,
    isPending: () => false,
    isPresent: () => false,
    onBack: () => undefined,
  });
  await check.connect(store, 0, true, async () => []);
  assert.equal(check.doubtfulPlaces.length, entries.length);
});

function taken(number: number): QuarantinedItem {
  const place = `block:world:${number},64,0`;
  const itemId = fakeId(number);
  const takenFrom = { itemId, place, slot: "0", location: "", holderId: "", holderName: "", count: 1, seenMs: 0 };
  const about = { caseNumber: 1, material: "SWORD", data: new Uint8Array(), state: "held", takenMs: 1 } as const;
  return {
    number,
    itemId,
    takenFrom,
    ...about,
    returnToId: "",
    freshId: "",
    takenBy: "lobby",
    returnedBy: "",
    claim: "",
  };
}
