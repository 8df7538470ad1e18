import assert from "node:assert/strict";
import type { CaseRecord, QuarantinedItem, SeenCopy } from "../../../core/storage-face.ts";
import type { Engine } from "../../../storage/engine.ts";

const ITEM = "11111111-0000-4000-8000-000000000001";
const CLAIMED = "11111111-0000-4000-8000-000000000002";
const PLAYER = "22222222-0000-4000-8000-000000000001";
const COPY: SeenCopy = {
  itemId: ITEM,
  place: "block:world:1,2,3",
  slot: "1",
  location: "world:1,2,3",
  holderId: PLAYER,
  holderName: "Alex",
  count: 1,
  seenMs: 5,
};

function caseOf(status: CaseRecord["status"], updatedMs: number, itemId = ITEM): CaseRecord {
  const about = { type: "DUPLICATE_ITEM", severity: "CRITICAL", material: "BOW", cause: "" } as const;
  const who = { playerId: PLAYER, playerName: "Alex", itemIds: [itemId], copies: [COPY] };
  return { number: 0, status, ...about, ...who, openedMs: 1, updatedMs, transfers: [], acts: [] };
}

function itemOf(caseNumber: number, state: QuarantinedItem["state"], takenMs: number): QuarantinedItem {
  const what = { itemId: ITEM, material: "BOW", data: new Uint8Array([1]), takenFrom: COPY, freshId: "", claim: "" };
  return { number: 0, caseNumber, state, takenMs, ...what, returnToId: "", takenBy: "test", returnedBy: "" };
}

/** Tests which cases and quarantined items retention keeps, on either engine. */
export async function retentionForgetsDocuments(engine: Engine, purge: (ms: number) => Promise<void>): Promise<void> {
  for (const record of [
    caseOf("dismissed", 10),
    caseOf("dismissed", 10),
    caseOf("dismissed", 90),
    caseOf("confirmed", 10),
    caseOf("open", 10),
    caseOf("dismissed", 10, CLAIMED),
    caseOf("dismissed", 10),
  ]) {
    await engine.ask("saveCase", record);
  }
  for (const item of [
    itemOf(2, "held", 10),
    itemOf(4, "returned", 10),
    itemOf(4, "returned", 90),
    itemOf(4, "held", 10),
    itemOf(4, "returned", 10),
  ]) {
    await engine.ask("saveQuarantined", item);
  }
  const claim = { itemId: CLAIMED, place: "player:a", kind: "dark", openedMs: 10, copies: [] } as const;
  await engine.ask("saveClaim", claim);
  await purge(50);
  const cases = await engine.ask("cases", {}, { offset: 0, limit: 100 });
  assert.deepEqual(
    cases.map(({ number }) => number).sort(),
    [2, 3, 4, 5, 6, 7],
    "gone is what was dismissed long ago, unless something of it is held or claimed, or it has the last number",
  );
  const ofItem = cases.filter(({ itemIds }) => itemIds.includes(ITEM));
  assert.deepEqual(await engine.ask("cases", { itemId: ITEM }, { offset: 0, limit: 100 }), ofItem);
  const kept = await engine.ask("quarantined", {});
  assert.deepEqual(
    kept.map(({ number }) => number),
    [1, 3, 4, 5],
    "gone is what was given back long ago, unless it has the last number",
  );
  assert.equal(await engine.ask("saveCase", caseOf("open", 95)), 8);
}
