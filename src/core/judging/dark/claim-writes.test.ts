import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { fakeId } from "../../../testing/fake-id.ts";
import { fakeStack } from "../../../testing/fake-item.ts";
import { type FakeService, startedService } from "../../../testing/fake-service.ts";
import { HandClock } from "../../../testing/hand-clock.ts";
import { RecordingLog } from "../../../testing/recording-log.ts";
import { settle } from "../../../testing/settle.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { GRACE_TICKS, join, play } from "../../../testing/story.ts";
import { DoubletakeError } from "../../errors.ts";
import { blockPlace } from "../../model/place.ts";
import { RetriedWrites } from "../../recording/retried-writes.ts";
import type { Claim } from "../../store.ts";
import { ClaimWrites } from "./claim-writes.ts";

const CHEST = blockPlace({ world: "world", x: 1, y: 64, z: 1 });

let store: MemoryStore;
let unfiled: Set<string>;
let writes: ClaimWrites;

beforeEach(() => {
  const clock = new HandClock();
  store = new MemoryStore({ clock });
  unfiled = new Set();
  const retried = new RetriedWrites(clock, new RecordingLog());
  writes = new ClaimWrites(
    () => store,
    retried,
    { isSpent: false },
    (itemId) => unfiled.has(itemId),
  );
});

function pending(itemId: string, openedMs = 1): Claim {
  return { itemId, place: CHEST, kind: "pending", openedMs, copies: [] };
}

/** Opens a claim on each of these ids, and closes it. */
function openAndClose(itemIds: readonly string[]): void {
  for (const itemId of itemIds) writes.saveClaim(pending(itemId));
  for (const itemId of itemIds) writes.closeClaim(itemId, CHEST);
}

async function tickEnd(): Promise<readonly Claim[]> {
  writes.finishTickEnd();
  await settle();
  return store.openClaims();
}

test("a closed claim stays in the store until what was found of its id is on record", async () => {
  unfiled.add(fakeId(1));
  openAndClose([fakeId(1)]);
  assert.equal((await tickEnd()).length, 1);
  unfiled.clear();
  assert.equal((await tickEnd()).length, 0);
});

test("claims that wait for their cases do not hold up others, however many they are", async () => {
  const waiting = Array.from({ length: 200 }, (_, at) => fakeId(at + 1));
  for (const itemId of waiting) unfiled.add(itemId);
  openAndClose([...waiting, fakeId(0x999)]);
  for (let tick = 0; tick < 4; tick++) await tickEnd();
  assert.deepEqual(
    (await store.openClaims()).map(({ itemId }) => itemId).sort(),
    waiting.toSorted(),
    "the one that need not wait is closed",
  );
});

test("the last looks of a stop do not wait for claims whose cases are written after them", async () => {
  unfiled.add(fakeId(1));
  openAndClose([fakeId(1), fakeId(2)]);
  assert.equal(writes.isDone, false);
  await tickEnd();
  assert.equal(writes.isDone, true);
  unfiled.clear();
  await writes.finish();
  assert.deepEqual(await store.openClaims(), []);
});

test("a claim that is opened anew while its closing waits stays open", async () => {
  unfiled.add(fakeId(1));
  openAndClose([fakeId(1)]);
  await tickEnd();
  writes.saveClaim(pending(fakeId(1), 2));
  unfiled.clear();
  assert.deepEqual(
    (await tickEnd()).map(({ openedMs }) => openedMs),
    [2],
  );
});

/** Alex and Bo have one sword each, with one id, which is proven at the next tick end. */
async function nearProof(store: MemoryStore): Promise<FakeService> {
  const game = await startedService({ store, config: "auto-remove-duplicates: false" });
  for (const name of ["Alex", "Bo"]) join(game, name, { slots: [fakeStack("diamond_sword", { tag: fakeId(7) })] });
  await play(game, GRACE_TICKS);
  return game;
}

test("a case that the store does not take in the end does not keep its claims open", async () => {
  const game = await nearProof(store);
  assert.equal((await store.openClaims()).length, 2);
  store.saveCase = async () => {
    throw new DoubletakeError("DT_NOT_RUNNING", "closed");
  };
  await play(game, 5);
  assert.deepEqual(await store.openClaims(), []);
});

test("at a stop just after a proof the case is on record, and its claims are closed", async () => {
  const game = await nearProof(store);
  game.clock.pass(50);
  game.platform.tick();
  await game.doubletake.stop();
  assert.equal((await store.cases({}, { offset: 0, limit: 9 })).length, 1);
  assert.deepEqual(await store.openClaims(), []);
});
