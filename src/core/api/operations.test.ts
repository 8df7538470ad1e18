import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { startedService } from "../../testing/unpublished/fake-service.ts";
import { NOON } from "../../testing/unpublished/hand-clock.ts";
import { settle } from "../../testing/unpublished/settle.ts";
import { FailingStore } from "../../testing/unpublished/stores/failing-store.ts";
import { HeldStore } from "../../testing/unpublished/stores/held-store.ts";
import {
  checkForDuplicates,
  ensureUniqueId,
  getEarliestTransferTs,
  getId,
  getItemTransferHistory,
  logItemTransfer,
  logItemTransferAsync,
  recordSeen,
  recordSeenAsync,
  sendDuplicateAlert,
  tagAndLog,
} from "../index.ts";

const SWORD = fakeId(77);
const ALEX = "aaaaaaaa-0000-4000-8000-000000000000";
const BEA = "bbbbbbbb-0000-4000-8000-000000000000";
const NO_IDS = ["", "sword", SWORD.replaceAll("-", ""), `${SWORD} `];

describe("ensureUniqueId and getId", () => {
  it("take the running instance and an item, and give an id or null", async () => {
    const { doubletake } = await startedService();
    const item = new FakeItem(fakeStack("bow"));
    assert.equal(getId(doubletake.api, item), null);
    assert.equal(ensureUniqueId(doubletake.api, item), fakeId(1));
    assert.equal(getId(doubletake.api, item), fakeId(1));
    for (const none of [
      null,
      new FakeItem(fakeStack("dirt")),
      new FakeItem(fakeStack("bow", { hasMetadata: false })),
    ]) {
      assert.equal(ensureUniqueId(doubletake.api, none), null);
      assert.equal(getId(doubletake.api, none), null);
    }
    const damaged = new FakeItem(fakeStack("bow", { tag: "damaged" }));
    assert.equal(getId(doubletake.api, damaged), null);
    assert.equal(ensureUniqueId(doubletake.api, damaged), fakeId(2));
  });
});

describe("recordSeen", () => {
  it("is true the first time and false from then on, in any case of letters", async () => {
    const { doubletake } = await startedService();
    assert.equal(await recordSeen(doubletake.api, SWORD), true);
    assert.equal(await recordSeen(doubletake.api, SWORD), false);
    assert.equal(await recordSeen(doubletake.api, SWORD.toUpperCase()), false);
  });

  it("is false for a text that is no UUID", async () => {
    const { doubletake, log } = await startedService();
    for (const id of NO_IDS) {
      assert.equal(await recordSeen(doubletake.api, id), false);
      assert.equal(await recordSeenAsync(doubletake.api, id), false);
    }
    assert.deepEqual(log.lines, []);
  });

  it("is false when the store fails, and a warning is logged", async () => {
    const { doubletake, log } = await startedService({ store: new FailingStore() });
    assert.equal(await recordSeen(doubletake.api, SWORD), false);
    assert.deepEqual(log.lines, [`warn: The sighting of ${SWORD} could not be stored: the database is away`]);
  });

  it("has an asynchronous form that goes with the batch of this tick", async () => {
    const { doubletake, platform } = await startedService();
    const answers = [recordSeenAsync(doubletake.api, SWORD), recordSeenAsync(doubletake.api, SWORD)];
    platform.tick();
    assert.deepEqual(await Promise.all(answers), [true, false]);
  });

  it("has an asynchronous form that is false when the store fails, and a warning is logged", async () => {
    const { doubletake, platform, log } = await startedService({ store: new FailingStore() });
    const answer = recordSeenAsync(doubletake.api, SWORD);
    platform.tick();
    assert.equal(await answer, false);
    assert.deepEqual(log.lines, ["warn: The store could not keep 1 rows: the database is away"]);
  });
});

describe("logItemTransfer", () => {
  it("adds one row, with the location as it came", async () => {
    const { doubletake } = await startedService();
    await logItemTransfer(doubletake.api, SWORD.toUpperCase(), ALEX.toUpperCase(), "PICKUP", "behind the tree");
    assert.deepEqual(await getItemTransferHistory(doubletake.api, SWORD), [
      { playerUUID: ALEX, action: "PICKUP", location: "behind the tree", timestamp: NOON, server: "memory" },
    ]);
  });

  it("ignores a text that is no UUID, silently", async () => {
    const { doubletake, store, log } = await startedService();
    for (const id of NO_IDS) {
      await logItemTransfer(doubletake.api, id, ALEX, "PICKUP", "world:1,2,3");
      await logItemTransferAsync(doubletake.api, id, ALEX, "PICKUP", "world:1,2,3");
    }
    assert.equal((await store.counts()).transfers, 0);
    assert.deepEqual(log.lines, []);
  });

  it("logs a warning when the store fails, and raises nothing", async () => {
    const { doubletake, log } = await startedService({ store: new FailingStore() });
    await logItemTransfer(doubletake.api, SWORD, ALEX, "PICKUP", "world:1,2,3");
    assert.deepEqual(log.lines, [`warn: A transfer of ${SWORD} could not be stored: the database is away`]);
  });

  it("has an asynchronous form that goes with the batch of this tick, and resolves after a failure too", async () => {
    const { doubletake, platform } = await startedService();
    const done = logItemTransferAsync(doubletake.api, SWORD, ALEX, "DROP", "world:1,2,3");
    platform.tick();
    await done;
    assert.equal((await getItemTransferHistory(doubletake.api, SWORD)).length, 1);
    const failing = await startedService({ store: new FailingStore() });
    const failed = logItemTransferAsync(failing.doubletake.api, SWORD, ALEX, "DROP", "world:1,2,3");
    failing.platform.tick();
    await failed;
    assert.equal(failing.log.lines.length, 1);
  });
});

describe("getItemTransferHistory", () => {
  it("gives the newest first, 100 of them unless told", async () => {
    const { doubletake, clock } = await startedService();
    for (let n = 0; n < 120; n++) {
      void logItemTransferAsync(doubletake.api, SWORD, ALEX, "DROP", `world:${n},0,0`);
      clock.pass(10);
    }
    const history = await getItemTransferHistory(doubletake.api, SWORD);
    assert.equal(history.length, 100);
    assert.deepEqual(history[0], {
      playerUUID: ALEX,
      action: "DROP",
      location: "world:119,0,0",
      timestamp: NOON + 1190,
      server: "memory",
    });
    assert.ok(history.every(({ timestamp }, at) => at === 0 || timestamp < history[at - 1]!.timestamp));
    assert.equal((await getItemTransferHistory(doubletake.api, SWORD, 3)).length, 3);
  });

  it("gives an empty list for a limit below 1, and takes one above 10,000 for 10,000", async () => {
    const { doubletake } = await startedService();
    for (let n = 0; n < 10_001; n++) void logItemTransferAsync(doubletake.api, SWORD, ALEX, "DROP", "world:1,2,3");
    for (const limit of [0, -1, 0.5, Number.NEGATIVE_INFINITY, Number.NaN]) {
      assert.deepEqual(await getItemTransferHistory(doubletake.api, SWORD, limit), [], String(limit));
    }
    for (const limit of [10_000, 10_001, Number.POSITIVE_INFINITY]) {
      assert.equal((await getItemTransferHistory(doubletake.api, SWORD, limit)).length, 10_000, String(limit));
    }
    assert.equal((await getItemTransferHistory(doubletake.api, SWORD, 2.9)).length, 2);
    const asked: number[] = [];
    class Asked extends MemoryStore {
      override async getItemTransferHistory(_itemId: string, limit: number) {
        asked.push(limit);
        return [];
      }
    }
    await getItemTransferHistory((await startedService({ store: new Asked() })).doubletake.api, SWORD, 10_001);
    assert.deepEqual(asked, [10_000]);
  });

  it("gives an empty list for a text that is no UUID, also when the store fails", async () => {
    for (const { doubletake } of [await startedService(), await startedService({ store: new FailingStore() })]) {
      for (const id of NO_IDS) assert.deepEqual(await getItemTransferHistory(doubletake.api, id), []);
    }
  });

  it("knows what was recorded in this very tick", async () => {
    const { doubletake, platform } = await startedService();
    const bow = fakeStack("bow", { tag: SWORD });
    const alex = platform.join("Alex", { slots: [bow] });
    tagAndLog(doubletake.api, alex, new FakeItem(bow), "PICKUP", "world:1,2,3");
    assert.equal((await getItemTransferHistory(doubletake.api, SWORD)).length, 1);
  });

  it("knows what was recorded before, also while many batches are under way", async () => {
    const store = new HeldStore();
    const { doubletake, platform } = await startedService({ store });
    for (let n = 0; n < 12; n++) {
      void logItemTransferAsync(doubletake.api, SWORD, ALEX, "DROP", `world:${n},0,0`);
      platform.tick();
    }
    const history = getItemTransferHistory(doubletake.api, SWORD);
    const handedOver = store.waiting.reduce((rows, { batch }) => rows + batch.rowCount, 0);
    assert.equal(handedOver, 12, "everything goes to the store before the question does");
    await history;
  });

  it("fails clearly when the store does, and never with an empty list", async () => {
    const { doubletake } = await startedService({ store: new FailingStore() });
    await assert.rejects(getItemTransferHistory(doubletake.api, SWORD), /the database is away/);
    await assert.rejects(getEarliestTransferTs(doubletake.api, SWORD, ALEX), /the database is away/);
    const early = await startedService({ store: undefined });
    await assert.rejects(getItemTransferHistory(early.doubletake.api, SWORD), { code: "DT_NOT_RUNNING" });
  });
});

describe("getEarliestTransferTs", () => {
  it("gives the time of that player's first row for that item", async () => {
    const { doubletake, clock } = await startedService();
    for (const player of [BEA, ALEX, ALEX, BEA]) {
      void logItemTransferAsync(doubletake.api, SWORD, player, "DROP", "world:1,2,3");
      clock.pass(10);
    }
    assert.equal(await getEarliestTransferTs(doubletake.api, SWORD, BEA), NOON);
    assert.equal(await getEarliestTransferTs(doubletake.api, SWORD.toUpperCase(), ALEX.toUpperCase()), NOON + 10);
  });

  it("gives null when there is none, or the text is no UUID", async () => {
    const { doubletake } = await startedService();
    await logItemTransfer(doubletake.api, SWORD, ALEX, "DROP", "world:1,2,3");
    assert.equal(await getEarliestTransferTs(doubletake.api, SWORD, BEA), null);
    assert.equal(await getEarliestTransferTs(doubletake.api, fakeId(1), ALEX), null);
    for (const id of NO_IDS) assert.equal(await getEarliestTransferTs(doubletake.api, id, ALEX), null);
    assert.equal(await getEarliestTransferTs(doubletake.api, SWORD, "Alex"), null);
  });
});

describe("tagAndLog, checkForDuplicates and sendDuplicateAlert", () => {
  it("tagAndLog takes a location as text, and gives nothing", async () => {
    const { doubletake, platform, store } = await startedService();
    const bow = fakeStack("bow");
    const alex = platform.join("Alex", { slots: [bow] });
    assert.equal(tagAndLog(doubletake.api, alex, new FakeItem(bow), "GIVE", "hub:1,2,3"), undefined);
    tagAndLog(doubletake.api, alex, new FakeItem(bow), "GIVE", "nowhere");
    tagAndLog(doubletake.api, alex, new FakeItem(bow), "GIVE", { world: "hub", x: -0.5, y: 0, z: 0 });
    tagAndLog(doubletake.api, alex, null, "GIVE", "hub:1,2,3");
    platform.tick();
    await settle();
    assert.deepEqual(
      (await store.getItemTransferHistory(fakeId(1), 10)).map(({ location }) => location),
      ["hub:-1,0,0", "world:0,64,0", "hub:1,2,3"],
    );
  });

  it("tagAndLog records an id as seen that only the cache knows: another plugin gave it, and had it checked", async () => {
    const { doubletake, platform, store } = await startedService({ config: "scan-interval: 1000000" });
    const box = fakeStack("shulker_box");
    box.inside!.slots[0] = fakeStack("bow");
    const alex = platform.join("Alex");
    const id = ensureUniqueId(doubletake.api, new FakeItem(box))!;
    checkForDuplicates(doubletake.api, id, alex);
    platform.tick();
    await settle();
    assert.equal((await store.counts()).items, 0);
    for (let times = 0; times < 2; times++) tagAndLog(doubletake.api, alex, new FakeItem(box), "GIVE", "hub:1,2,3");
    platform.tick();
    await settle();
    assert.equal((await store.counts()).items, 2, "the box and what is in it");
    assert.equal(await recordSeen(doubletake.api, id), false);
  });

  it("checkForDuplicates creates an entry, takes upper case for the same id, and ignores a text that is no UUID", async () => {
    const { doubletake, platform, clock } = await startedService();
    const alex = platform.join("Alex");
    assert.equal(checkForDuplicates(doubletake.api, SWORD, alex), undefined);
    clock.pass(5);
    checkForDuplicates(doubletake.api, SWORD.toUpperCase(), alex);
    for (const id of NO_IDS) checkForDuplicates(doubletake.api, id, alex);
    assert.equal(doubletake.knownItems.size, 1);
    assert.deepEqual(doubletake.knownItems.get(SWORD), {
      playerUUID: alex.id,
      location: "world:0,64,0",
      lastSeenMs: NOON + 5,
      firstSeenMs: NOON,
    });
  });

  it("sendDuplicateAlert goes to the channels, and gives nothing", async () => {
    const { doubletake, outside } = await startedService();
    assert.equal(sendDuplicateAlert(doubletake.api, SWORD, ["Alex", "Bea"], ["world:1,2,3"]), undefined);
    assert.deepEqual(outside.duplicateAlerts, [
      { itemId: SWORD, players: ["Alex", "Bea"], locations: ["world:1,2,3"] },
    ]);
  });
});
