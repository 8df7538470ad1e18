import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { newCaseRecord, SERVICE, withAct } from "./case-record.ts";
import { isGone } from "./open-case.ts";

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
  assert.equal(isGone(record, fakeId(7)), false);
  // By a server whose clock is a minute behind.
  const gone = withAct(record, { act: "gone", by: SERVICE, atMs: 1000, note: "" });
  assert.equal(isGone(gone, fakeId(7)), true);
  const back = withAct(gone, { act: "found", by: SERVICE, atMs: 500, note: "" });
  assert.equal(isGone(back, fakeId(7)), false);
  assert.equal(isGone(withAct(back, { act: "gone", by: SERVICE, atMs: 400, note: "" }), fakeId(7)), true);
});

it("of several ids, each is gone by itself, the case keeps the latest sighting of each, and one is enough when all are gone", () => {
  const ids = [fakeId(7), fakeId(8)];
  const verdicts = ids.map((itemId) => ({
    ...{ kind: "proven" as const, material: "sword", opener: undefined, isFromCrash: false },
    ...{ itemId, copies: [{ ...seen("block:world:1,2,3", 60_000), itemId }] },
  }));
  let record = newCaseRecord(verdicts, 60_000);
  const add = (act: "gone" | "found", note: string) => {
    record = withAct(record, { act, by: SERVICE, atMs: 70_000, note });
    return ids.map((itemId) => isGone(record, itemId));
  };
  assert.deepEqual(add("gone", ids[0]!), [true, false]);
  for (let times = 0; times < 20; times++) {
    assert.deepEqual(add("found", ids[0]!), [false, false]);
    assert.deepEqual(add("gone", ids[0]!), [true, false]);
  }
  assert.equal(record.acts.length, 1);
  assert.deepEqual(add("gone", ""), [true, true]);
  assert.deepEqual(
    record.acts.map(({ note }) => note),
    [""],
  );
  assert.deepEqual(add("found", ids[1]!), [true, false]);
});
