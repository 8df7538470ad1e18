import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import type { FakePlayer } from "../../../testing/fake-player.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { RecordingLog } from "../../../testing/unpublished/recording-log.ts";
import { settle } from "../../../testing/unpublished/settle.ts";
import { GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";
import { DoubletakeError } from "../../errors.ts";
import { blockPlace } from "../../model/place.ts";
import { RetriedWrites } from "../../recording/retried-writes.ts";
import type { Claim } from "../../store.ts";
import { ClaimWrites } from "./claim-writes.ts";

const CHEST = blockPlace({ world: "world", x: 1, y: 64, z: 1 });

let store: MemoryStore;
let kept: Set<string>;
let writes: ClaimWrites;

beforeEach(() => {
  const clock = new HandClock();
  store = new MemoryStore({ clock });
  kept = new Set();
  const retried = new RetriedWrites(clock, new RecordingLog());
  writes = new ClaimWrites(
    () => store,
    retried,
    { isSpent: false },
    ({ itemId }) => kept.has(itemId),
  );
});

function pending(itemId: string, openedMs = 1): Claim {
  return { itemId, place: CHEST, kind: "pending", openedMs, copies: [] };
}

/** Opens a claim on each of these ids, and closes it. */
function openAndClose(itemIds: readonly string[]): void {
  for (const itemId of itemIds) writes.saveClaim(pending(itemId));
  for (const itemId of itemIds) writes.closeClaim(pending(itemId));
}

async function tickEnd(): Promise<readonly Claim[]> {
  writes.finishTickEnd();
  await settle();
  return store.openClaims();
}

test("a closed claim stays in the store for as long as it is to be kept", async () => {
  kept.add(fakeId(1));
  openAndClose([fakeId(1)]);
  assert.equal((await tickEnd()).length, 1);
  kept.clear();
  assert.equal((await tickEnd()).length, 0);
});

test("claims that are kept do not hold up others, however many they are", async () => {
  const waiting = Array.from({ length: 200 }, (_, at) => fakeId(at + 1));
  for (const itemId of waiting) kept.add(itemId);
  openAndClose([...waiting, fakeId(0x999)]);
  for (let tick = 0; tick < 4; tick++) await tickEnd();
  assert.deepEqual(
    (await store.openClaims()).map(({ itemId }) => itemId).sort(),
    waiting.toSorted(),
    "the one that need not wait is closed",
  );
});

test("what waits is written at an orderly stop", async () => {
  kept.add(fakeId(1));
  openAndClose([fakeId(1)]);
  await tickEnd();
  await writes.finish();
  assert.deepEqual(await store.openClaims(), []);
});

test("a claim that is opened anew while its closing waits stays open", async () => {
  kept.add(fakeId(1));
  openAndClose([fakeId(1)]);
  await tickEnd();
  writes.saveClaim(pending(fakeId(1), 2));
  kept.clear();
  assert.deepEqual(
    (await tickEnd()).map(({ openedMs }) => openedMs),
    [2],
  );
});

/** Alex and Bo have one sword each, with one id, which is proven at the next tick end. */
async function nearProof(store: MemoryStore): Promise<{ game: FakeService; bo: FakePlayer }> {
  const game = await startedService({ store, config: "auto-remove-duplicates: false" });
  const [, bo] = ["Alex", "Bo"].map((name) =>
    join(game, name, { slots: [fakeStack("diamond_sword", { tag: fakeId(7) })] }),
  );
  await play(game, GRACE_TICKS);
  return { game, bo: bo! };
}

test("claims of a proof stay in the store while the copies are there, and no longer, even if the store does not take the case", async () => {
  for (const isTaken of [true, false]) {
    store = new MemoryStore();
    const { game, bo } = await nearProof(store);
    if (!isTaken)
      store.saveCase = async () => {
        throw new DoubletakeError("DT_NOT_RUNNING", "closed");
      };
    await play(game, 40);
    assert.equal((await store.openClaims()).length, 2);
    bo.slots[0] = undefined;
    await play(game, 40);
    assert.deepEqual(await store.openClaims(), []);
  }
});

test("at a stop just after a proof the case is on record, and its claims are closed", async () => {
  const { game } = await nearProof(store);
  game.clock.pass(50);
  game.platform.tick();
  await game.doubletake.stop();
  assert.equal((await store.cases({}, { offset: 0, limit: 9 })).length, 1);
  assert.deepEqual(await store.openClaims(), []);
});
