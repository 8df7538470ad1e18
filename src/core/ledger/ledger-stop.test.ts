import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { FakePlatform } from "../../testing/fake-platform.ts";
import type { FakeService } from "../../testing/unpublished/fake-service.ts";
import { diamondGame, diamonds, EVERYTHING, toldOfBalances as told } from "../../testing/unpublished/ledger-story.ts";
import { RecordingLog } from "../../testing/unpublished/recording-log.ts";
import { act, join, play, quit } from "../../testing/unpublished/story.ts";
import { blockPlace, playerPlace } from "../model/place.ts";
import { Ledger } from "./ledger.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });

/** Long enough for late words, and not for the looks at everything that follow. */
const A_SECOND = 21;

/** Alice has 50 diamonds out of nothing; everything was looked at before. */
async function grown(service: FakeService) {
  service.platform.chest(CHEST)[0] = diamonds(50);
  const alice = join(service, "Alice", { slots: [diamonds(20)] });
  await play(service, EVERYTHING);
  alice.slots[1] = diamonds(50);
  act(service, alice, new FakeItem(alice.slots[1]!));
  await play(service);
  return alice;
}

test("what waits when the server stops in order is told: nothing can move any more", async () => {
  const service = await diamondGame();
  await grown(service);
  await play(service, A_SECOND);
  assert.deepEqual(told(service), []);
  await service.doubletake.stop();
  assert.deepEqual(told(service), ["Alice 70 DIAMOND where the ledger has 20: 50 too many"]);
});

test("so it is when everybody has left before, and nothing can be looked at", async () => {
  const service = await diamondGame();
  const alice = await grown(service);
  await play(service, A_SECOND);
  quit(service, alice);
  service.doubletake.report({ kind: "going-dark", place: CHEST, action: "SCAN" });
  await service.doubletake.stop();
  assert.deepEqual(told(service), ["Alice 70 DIAMOND where the ledger has 20: 50 too many"]);
});

test("of what was seen in the last second there may be word yet", async () => {
  const service = await diamondGame();
  await grown(service);
  await play(service, A_SECOND - 2);
  await service.doubletake.stop();
  assert.deepEqual(told(service), []);
});

for (const left of [0, 50]) {
  test(`the last look at a chest, which has ${left} of 50 left, says what a gain is that waited for it`, async () => {
    const excesses: number[] = [];
    const ledger = new Ledger({
      platform: new FakePlatform(),
      log: new RecordingLog(),
      thresholds: new Map([["diamond", 1]]),
      nameOf: (playerId) => playerId,
      isExempt: () => false,
      onExcess: ({ excess }) => excesses.push(excess),
      interval: Number.POSITIVE_INFINITY,
      lookAtPlayers: () => {},
    });
    const look = (place: string, count: number) => {
      ledger.counter.begin();
      if (count > 0) ledger.counter.see(new FakeItem(fakeStack("diamond", { count })));
      ledger.finishCount(place, true);
    };
    const hands = playerPlace("00000000-0000-4000-8000-00000000a11c");
    look(CHEST, 50);
    look(hands, 20);
    ledger.finishTickEnd();
    look(hands, 70);
    for (let tick = 0; tick <= A_SECOND; tick++) ledger.finishTickEnd();
    look(CHEST, left);
    ledger.noteDark(CHEST);
    look(hands, 70);
    ledger.noteDark(hands);
    await ledger.finish();
    assert.deepEqual(excesses, left === 0 ? [] : [50]);
  });
}
