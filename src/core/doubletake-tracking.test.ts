import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../testing/fake-item.ts";
import { MemoryStore } from "../testing/stores/memory-store.ts";
import { fakeId } from "../testing/unpublished/fake-id.ts";
import { finishTickEnd, startedService } from "../testing/unpublished/fake-service.ts";
import { NOON } from "../testing/unpublished/hand-clock.ts";
import { settle } from "../testing/unpublished/settle.ts";
import { HeldStore } from "../testing/unpublished/stores/held-store.ts";
import { ACTIONS, type Action } from "./item-event.ts";
import { withoutColours } from "./messages/colours.ts";
import { ROW_KINDS, rowsOf } from "./model/batch.ts";

describe("an interaction with an item", () => {
  it("gives it an id, records it, writes a transfer, tells the watchers and knows it from then on", async () => {
    const { doubletake, platform, store, clock } = await startedService();
    const staff = platform.join("Staff", { permissions: ["doubletake.alerts"] });
    const sword = fakeStack("diamond_sword");
    const alex = platform.join("Alex", { at: { world: "world", x: 3.7, y: 64, z: -0.5 }, slots: [sword] });
    doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(sword), action: "PICKUP" });
    platform.tick();
    await settle();
    assert.equal(sword.tag, fakeId(1));
    assert.deepEqual(await store.firstSighting(fakeId(1)), {
      firstSeenMs: NOON,
      material: "minecraft:diamond_sword",
      playerId: alex.id,
    });
    assert.deepEqual(await store.getItemTransferHistory(fakeId(1), 10), [
      { playerUUID: alex.id, action: "PICKUP", location: "world:3,64,-1", timestamp: NOON, server: "memory" },
    ]);
    clock.pass(1000);
    platform.tick();
    assert.deepEqual(staff.heard.map(withoutColours), ["[Doubletake] Diamond Sword of Alex got an id"]);
    assert.deepEqual(doubletake.knownItems.get(fakeId(1)), {
      playerUUID: alex.id,
      location: "world:3,64,-1",
      lastSeenMs: NOON,
      firstSeenMs: NOON,
    });
  });

  it("that has an id does all of the same, except the notice", async () => {
    const { doubletake, platform, store, clock } = await startedService();
    const staff = platform.join("Staff", { permissions: ["doubletake.alerts"] });
    const sword = fakeStack("diamond_sword", { tag: fakeId(77) });
    const alex = platform.join("Alex", { slots: [sword] });
    doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(sword), action: "ENCHANT" });
    platform.tick();
    await settle();
    assert.equal(sword.tag, fakeId(77));
    assert.notEqual(await store.firstSighting(fakeId(77)), undefined);
    assert.equal((await store.getItemTransferHistory(fakeId(77), 10)).length, 1);
    assert.notEqual(doubletake.knownItems.get(fakeId(77)), undefined);
    // Notices of one second are one line: this is when it would come.
    clock.pass(1000);
    platform.tick();
    assert.deepEqual(staff.heard, []);
  });

  it("writes one transfer each time, at the place where it happened", async () => {
    const { doubletake, platform, store, clock } = await startedService();
    const sword = fakeStack("diamond_sword");
    const alex = platform.join("Alex", { slots: [sword] });
    const item = new FakeItem(sword);
    doubletake.report({ kind: "interaction", player: alex, item, action: "CRAFTED" });
    platform.tick();
    clock.pass(50);
    const location = { world: "world", x: 8, y: 64, z: 8 };
    doubletake.report({ kind: "interaction", player: alex, item, action: "CONTAINER_TRANSFER", location });
    platform.tick(20);
    await settle();
    assert.deepEqual(
      (await store.getItemTransferHistory(fakeId(1), 10)).map(({ action, location }) => `${action} ${location}`),
      ["CONTAINER_TRANSFER world:8,64,8", "CRAFTED world:0,64,0"],
    );
  });

  it("writes its action as it is, for every action there is", async () => {
    const service = await startedService();
    const sword = fakeStack("diamond_sword", { tag: fakeId(77) });
    const alex = service.platform.join("Alex", { slots: [sword] });
    const actions = Object.keys(ACTIONS) as Action[];
    for (const action of actions) {
      service.doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(sword), action });
      service.clock.pass(10);
      await finishTickEnd(service);
    }
    const history = await service.store.getItemTransferHistory(fakeId(77), 100);
    assert.deepEqual(history.map(({ action }) => action).reverse(), actions);
  });

  it("goes to the store in the batch of its tick, and by no call that would wait", async () => {
    class BatchesOnly extends MemoryStore {
      override recordSeen = () => assert.fail("recordSeen on the game's path");
      override logItemTransfer = () => assert.fail("logItemTransfer on the game's path");
    }
    const service = await startedService({ store: new BatchesOnly() });
    const box = boxOf(fakeStack("bow"));
    const alex = service.platform.join("Alex", { slots: [box] });
    service.doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(box), action: "PICKUP" });
    await finishTickEnd(service);
    assert.equal((await service.store.counts()).items, 2);
    assert.deepEqual(service.log.lines, []);
  });

  it("that is not eligible stores nothing, tells nobody and leaves it as it is", async () => {
    const { doubletake, platform, store } = await startedService();
    const staff = platform.join("Staff", { permissions: ["doubletake.alerts"] });
    const dirt = fakeStack("dirt", { count: 64 });
    const blank = fakeStack("diamond_sword", { hasMetadata: false });
    const alex = platform.join("Alex", { slots: [dirt, blank] });
    for (const stack of [dirt, blank]) {
      doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(stack), action: "PICKUP" });
    }
    platform.tick();
    await settle();
    assert.deepEqual([dirt.tag, blank.tag], [undefined, undefined]);
    const { items, transfers } = await store.counts();
    assert.deepEqual([items, transfers, doubletake.knownItems.size], [0, 0, 0]);
    assert.deepEqual(staff.heard, []);
  });

  it("with a damaged id gives it a fresh one, and tells the watchers", async () => {
    const { doubletake, platform, store, clock } = await startedService();
    const staff = platform.join("Staff", { permissions: ["doubletake.alerts"] });
    const sword = fakeStack("diamond_sword", { tag: "broken" });
    const alex = platform.join("Alex", { slots: [sword] });
    doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(sword), action: "PICKUP" });
    platform.tick();
    await settle();
    assert.equal(sword.tag, fakeId(1));
    assert.equal((await store.getItemTransferHistory(fakeId(1), 10)).length, 1);
    clock.pass(1000);
    platform.tick();
    assert.equal(staff.heard.length, 1);
  });

  it("takes an upper-case id for the one that is known", async () => {
    const { doubletake, platform } = await startedService();
    const id = "abcdef12-0000-4000-8000-000000000000";
    const sword = fakeStack("diamond_sword", { tag: id });
    const alex = platform.join("Alex", { slots: [sword] });
    doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(sword), action: "PICKUP" });
    sword.tag = id.toUpperCase();
    doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(sword), action: "DROP" });
    assert.equal(sword.tag, id);
    assert.equal(doubletake.knownItems.size, 1);
  });
});

describe("tagAndLog", () => {
  it("keeps the order of section 4.1: id, contents, seen, transfer, notice, check", async () => {
    const store = new HeldStore();
    const { doubletake, platform } = await startedService({ store });
    const transcript: string[] = [];
    const box = boxOf(fakeStack("bow"));
    const alex = platform.join("Alex", { slots: [box] });
    const item = new FakeItem(box);
    item.writeTag = (id) => {
      box.tag = id;
      transcript.push(`id ${id}`);
    };
    doubletake.api.on("id", ({ itemId }) => {
      transcript.push(`notice of ${itemId}, with ${doubletake.recorder.pendingRows} rows written`);
    });
    alex.location = () => {
      transcript.push(`check, with the bow tagged ${box.inside?.slots[0]?.tag}`);
      return alex.at;
    };
    const location = { world: "world", x: 1, y: 2, z: 3 };
    doubletake.report({ kind: "interaction", player: alex, item, action: "PICKUP", location });
    assert.deepEqual(transcript.map(withoutColours), [
      `id ${fakeId(1)}`,
      `notice of ${fakeId(2)}, with 5 rows written`,
      `notice of ${fakeId(1)}, with 5 rows written`,
      `check, with the bow tagged ${fakeId(2)}`,
    ]);
    doubletake.recorder.flush();
    const kinds = ["", "seen", "transfer"];
    assert.deepEqual(
      store.waiting.flatMap(({ batch }) =>
        [...rowsOf(batch)]
          .filter(({ kind }) => kind !== ROW_KINDS.playerName)
          .map((row) => `${kinds[row.kind]} ${row.itemId}`),
      ),
      [`seen ${fakeId(2)}`, `transfer ${fakeId(2)}`, `seen ${fakeId(1)}`, `transfer ${fakeId(1)}`],
    );
  });

  it("records what is in a box as seen although it has its id already", async () => {
    const { doubletake, platform, store } = await startedService();
    const box = boxOf(fakeStack("bow", { tag: fakeId(77) }));
    const alex = platform.join("Alex", { slots: [box] });
    doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(box), action: "PICKUP" });
    platform.tick();
    await settle();
    assert.equal((await store.firstSighting(fakeId(77)))?.material, "minecraft:bow");
    assert.deepEqual(await store.getItemTransferHistory(fakeId(77), 10), [], "nobody touched it");
  });

  it("writes one row for what got its id in a box", async () => {
    const service = await startedService();
    const box = boxOf(fakeStack("bow"));
    const alex = service.platform.join("Alex", { slots: [box] });
    service.doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(box), action: "PICKUP" });
    await finishTickEnd(service);
    assert.equal((await service.store.getItemTransferHistory(fakeId(2), 10)).length, 1);
  });

  it("says once a minute that a box holds more than one look goes into", async () => {
    const { doubletake, platform, log, clock } = await startedService();
    let box = boxOf(fakeStack("bow"));
    for (let level = 0; level < 16; level++) box = boxOf(box);
    const alex = platform.join("Alex", { slots: [box] });
    for (let time = 0; time < 3; time++) {
      doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(box), action: "PICKUP" });
      platform.tick();
    }
    const line =
      "warn: SHULKER_BOX of Alex holds more items within items than one look goes into (16 levels, 2048 items); " +
      "1 of them are not tracked as long as they are there. Somebody may be hiding them. This is said once a minute.";
    assert.deepEqual(log.lines, [line]);
    clock.pass(60_000);
    doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(box), action: "PICKUP" });
    assert.deepEqual(log.lines, [line, line]);
  });

  it("runs one check only when whoever heard of the new id has checked it already", async () => {
    const { doubletake, platform, clock } = await startedService({ config: "known-items-ttl-ms: 1000" });
    const sword = fakeStack("diamond_sword");
    const alex = platform.join("Alex", { slots: [sword] });
    doubletake.api.on("id", ({ itemId }) => doubletake.api.checkForDuplicates(itemId, alex));
    doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(sword), action: "PICKUP" });
    assert.equal(doubletake.knownItems.entryCount, 1);
    clock.pass(1001);
    platform.tick(5999);
    doubletake.api.checkForDuplicates(fakeId(1), alex);
    platform.tick(1);
    assert.equal(doubletake.knownItems.get(fakeId(1))?.lastSeenMs, clock.now());
  });
});

function boxOf(...slots: FakeStack[]): FakeStack {
  return fakeStack("shulker_box", { inside: { kind: "shulker-box", slots } });
}
