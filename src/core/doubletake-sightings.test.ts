import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../testing/fake-item.ts";
import { fakeId } from "../testing/unpublished/fake-id.ts";
import { finishTickEnd, startedService } from "../testing/unpublished/fake-service.ts";
import { NOON } from "../testing/unpublished/hand-clock.ts";
import { settle } from "../testing/unpublished/settle.ts";
import { withoutColours } from "./messages/colours.ts";

const CHEST = "block:world:8,64,8";

describe("a sighting", () => {
  it("at a join tags everything, boxes included, with one line for all of it", async () => {
    const { doubletake, platform, store, clock } = await startedService();
    const staff = platform.join("Staff", { permissions: ["doubletake.alerts"] });
    const slots = [fakeStack("bow"), fakeStack("elytra"), boxOf(fakeStack("bow"), fakeStack("dirt"))];
    const alex = platform.join("Alex", { slots });
    doubletake.report({ kind: "sighting", place: alex.place, action: "JOIN", player: alex });
    assert.deepEqual(staff.heard, [], "places are looked at when the tick ends");
    platform.tick();
    await settle();
    clock.pass(1000);
    platform.tick();
    assert.deepEqual(staff.heard.map(withoutColours), ["[Doubletake] 4 items of Alex got an id"]);
    const { items, transfers } = await store.counts();
    assert.deepEqual([items, transfers], [4, 4]);
    assert.equal((await store.getItemTransferHistory(fakeId(1), 10))[0]?.action, "JOIN");
    assert.equal(doubletake.knownItems.size, 4);
  });

  it("writes no transfer for an id that is known and where it was", async () => {
    const { doubletake, platform, store, clock } = await startedService({ config: "scan-interval: 20" });
    const alex = platform.join("Alex", { slots: [fakeStack("bow")] });
    doubletake.report({ kind: "sighting", place: alex.place, action: "JOIN", player: alex });
    platform.tick();
    for (let scan = 0; scan < 5; scan++) {
      clock.pass(1000);
      platform.tick(20);
    }
    await settle();
    assert.deepEqual(
      (await store.getItemTransferHistory(fakeId(1), 10)).map(({ action }) => action),
      ["JOIN"],
    );
    assert.equal(doubletake.knownItems.get(fakeId(1))?.lastSeenMs, clock.now(), "but the check has run");
  });

  it("of an opened container tags what lies in it, in the name of who opened it", async () => {
    const { doubletake, platform, store } = await startedService();
    const alex = platform.join("Alex");
    const bow = fakeStack("bow");
    platform.chest(CHEST)[5] = bow;
    doubletake.report({ kind: "sighting", place: CHEST, action: "CONTAINER_OPEN", player: alex });
    platform.tick();
    await settle();
    assert.equal(bow.tag, fakeId(1));
    assert.deepEqual(await store.getItemTransferHistory(fakeId(1), 10), [
      { playerUUID: alex.id, action: "CONTAINER_OPEN", location: "world:8,64,8", timestamp: NOON, server: "memory" },
    ]);
  });

  it("that nobody caused carries the nil UUID, and watchers read of nobody", async () => {
    const { doubletake, platform, store, clock } = await startedService();
    const staff = platform.join("Staff", { permissions: ["doubletake.alerts"] });
    platform.chest(CHEST)[0] = fakeStack("bow");
    doubletake.report({ kind: "sighting", place: CHEST, action: "SCAN" });
    platform.tick();
    await settle();
    const [row] = await store.getItemTransferHistory(fakeId(1), 10);
    assert.equal(row?.playerUUID, "00000000-0000-0000-0000-000000000000");
    clock.pass(1000);
    platform.tick();
    assert.deepEqual(staff.heard.map(withoutColours), ["[Doubletake] 1 item in containers or on the ground got an id"]);
  });

  it("of a place that goes dark happens at once, while it can be looked at", async () => {
    const { doubletake, platform } = await startedService();
    const bow = fakeStack("bow");
    const alex = platform.join("Alex", { slots: [bow] });
    doubletake.report({ kind: "going-dark", place: alex.place, action: "QUIT", player: alex });
    platform.leave(alex);
    assert.equal(bow.tag, fakeId(1));
  });
});

describe("the end of an item", () => {
  const end = async (stack: FakeStack, options: { isKnown: boolean; isByAlex: boolean }) => {
    const service = await startedService({ config: "scan-interval: 1000000" });
    const { doubletake, platform, store } = service;
    const alex = platform.join("Alex", { slots: [stack] });
    const item = new FakeItem(stack);
    if (options.isKnown) doubletake.report({ kind: "interaction", player: alex, item, action: "PICKUP" });
    const player = options.isByAlex ? { player: alex } : {};
    doubletake.report({
      kind: "item-ended",
      item,
      action: "DESPAWN",
      location: { world: "w", x: 1, y: 2, z: 3 },
      ...player,
    });
    alex.slots[0] = undefined;
    await finishTickEnd(service);
    const rows = await store.getItemTransferHistory(fakeId(77), 10);
    return { alex, rows: rows.filter(({ action }) => action === "DESPAWN") };
  };

  it("is a transfer of the player who caused it, or else of the last holder", async () => {
    for (const isByAlex of [true, false]) {
      const { alex, rows } = await end(fakeStack("bow", { tag: fakeId(77) }), { isKnown: true, isByAlex });
      assert.deepEqual(rows, [
        { playerUUID: alex.id, action: "DESPAWN", location: "w:1,2,3", timestamp: NOON, server: "memory" },
      ]);
    }
  });

  it("is a transfer although the cache has forgotten the item", async () => {
    const { alex, rows } = await end(fakeStack("bow", { tag: fakeId(77) }), { isKnown: false, isByAlex: true });
    assert.deepEqual(rows, [
      { playerUUID: alex.id, action: "DESPAWN", location: "w:1,2,3", timestamp: NOON, server: "memory" },
    ]);
  });

  it("of an item that has no id is nothing", async () => {
    const bow = fakeStack("bow");
    const { rows } = await end(bow, { isKnown: false, isByAlex: true });
    assert.deepEqual(rows, []);
  });
});

describe("the periodic scan", () => {
  it("tags what nobody touched, after the first interval", async () => {
    const { platform, store } = await startedService();
    const bow = fakeStack("bow");
    platform.join("Alex", { slots: [bow] });
    platform.tick(199);
    assert.equal(bow.tag, undefined);
    platform.tick(1);
    await settle();
    assert.equal(bow.tag, fakeId(1));
    assert.equal((await store.getItemTransferHistory(fakeId(1), 1))[0]?.action, "SCAN");
  });
});

describe("the cleanup of known items", () => {
  it("leaves the store as it is", async () => {
    const { doubletake, platform, store, clock } = await startedService({ config: "scan-interval: 1000000" });
    const bow = fakeStack("bow");
    const alex = platform.join("Alex", { slots: [bow] });
    doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(bow), action: "PICKUP" });
    platform.tick(5999);
    clock.pass(600_001);
    platform.tick(1);
    await settle();
    assert.equal(doubletake.knownItems.size, 0);
    const { items, transfers } = await store.counts();
    assert.deepEqual([items, transfers], [1, 1]);
  });
});

function boxOf(...slots: FakeStack[]): FakeStack {
  return fakeStack("shulker_box", { inside: { kind: "shulker-box", slots } });
}
