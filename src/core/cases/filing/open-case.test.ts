import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { newCaseRecord, SERVICE, withAct } from "./case-record.ts";
import { isOver } from "./open-case.ts";

const seen = (place: string, seenMs: number) => ({
  itemId: fakeId(7),
  place,
  slot: "0",
  location: "world:1,2,3",
  holderId: "",
  holderName: "",
  count: 1,
  seenMs,
});

it("whether copies are gone goes by the order of what is on record: clocks of two servers are not compared", () => {
  const copies = [seen("block:world:1,2,3", 60_000), seen("block:world:4,5,6", 60_000)];
  const proven = { kind: "proven", itemId: fakeId(7), material: "sword", copies, opener: undefined } as const;
  const record = newCaseRecord([{ ...proven, isFromCrash: false }], 60_000);
  assert.equal(isOver(record), false);
  // By a server whose clock is a minute behind.
  const gone = withAct(record, { act: "gone", by: SERVICE, atMs: 1000, note: "" });
  assert.equal(isOver(gone), true);
  const back = withAct(gone, { act: "found", by: SERVICE, atMs: 500, note: "" });
  assert.equal(isOver(back), false);
  assert.equal(isOver(withAct(back, { act: "gone", by: SERVICE, atMs: 400, note: "" })), true);
});
