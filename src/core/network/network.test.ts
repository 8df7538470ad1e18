import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { MemoryDatabase } from "../../testing/stores/memory-database.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import { HandClock } from "../../testing/unpublished/hand-clock.ts";
import { act, join, play, quit } from "../../testing/unpublished/story.ts";
import { blockPlace } from "../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const OTHER_CHEST = blockPlace({ world: "world", x: 9, y: 64, z: 9 });
const WATCH_ONLY = "auto-remove-duplicates: false\n";
const SWORD = fakeId(77);

describe("two servers on one database", () => {
  let clock: HandClock;
  let database: MemoryDatabase;
  let lobby: FakeService;
  let survival: FakeService;

  beforeEach(async () => {
    clock = new HandClock();
    database = new MemoryDatabase({ clock });
    [lobby, survival] = [await start("lobby"), await start("survival")];
  });

  for (const [place, where] of [
    [OTHER_CHEST, "in another chest"],
    [CHEST, "in a chest at the same coordinates"],
  ] as const) {
    it(`a copy ${where} is proven, and told once`, async () => {
      lobby.platform.chest(CHEST)[0] = sword();
      await bothUntil(() => custody()?.server === "lobby");
      survival.platform.chest(place)[0] = sword();
      await bothUntil(() => survival.outside.sent.length > 0);
      await both(100);
      assert.deepEqual(typesOf(survival), ["DUPLICATE_ITEM"]);
      assert.deepEqual(typesOf(lobby), []);
      assert.deepEqual(survival.outside.sent[0]?.copies.map((copy) => copy.place).sort(), [
        place,
        `server:lobby/${CHEST}`,
      ]);
      assert.equal(custody()?.server, "lobby");
    });
  }

  it("the copy that turned up is taken, the one with custody stays, and it is whole in quarantine", async () => {
    [lobby, survival] = [await restarted(lobby, ""), await restarted(survival, "")];
    lobby.platform.chest(CHEST)[0] = sword();
    await bothUntil(() => custody()?.server === "lobby");
    survival.platform.chest(OTHER_CHEST)[0] = sword();
    await bothUntil(() => survival.platform.chest(OTHER_CHEST)[0] === undefined);
    await both(100);
    assert.equal(lobby.platform.chest(CHEST)[0]?.tag, SWORD);
    assert.deepEqual(
      [...database.quarantine.values()].map(({ itemId, state }) => [itemId, state]),
      [[SWORD, "held"]],
    );
    assert.deepEqual(typesOf(lobby), []);
  });

  it("a copy that turns up again after it was taken is told once more", async () => {
    [lobby, survival] = [await restarted(lobby, ""), await restarted(survival, "")];
    lobby.platform.chest(CHEST)[0] = sword();
    await bothUntil(() => custody()?.server === "lobby");
    for (const times of [1, 2]) {
      survival.platform.chest(OTHER_CHEST)[0] = sword();
      await bothUntil(() => survival.platform.chest(OTHER_CHEST)[0] === undefined);
      await both(100);
      // More often than once a minute staff are not told.
      clock.pass(60_000);
      assert.deepEqual(typesOf(survival), new Array(times).fill("DUPLICATE_ITEM"));
    }
  });

  it("the copy that stays is the one custody is with at the proof, whoever asked first", async () => {
    [lobby, survival] = [await restarted(lobby, ""), await restarted(survival, "")];
    join(lobby, "Alex", { slots: [sword()] });
    await bothUntil(() => custody()?.server === "lobby");
    await both(100);
    // The lobby dies with Alex on it; what it was saved with has the sword in a chest as well, in a chunk that is not loaded.
    (lobby.store as MemoryStore).crash();
    survival.platform.chest(OTHER_CHEST)[0] = sword();
    await play(survival, 100, 25);
    assert.deepEqual(
      [...database.disputes.values()].map(({ step, holder }) => [step, holder.server]),
      [["opened", "lobby"]],
    );
    // Alex is on the other server by now, and so is what is on record as Alex's.
    join(survival, "Alex");
    await play(survival, 100, 25);
    lobby = await start("lobby", "");
    lobby.platform.chest(CHEST)[0] = sword();
    await bothUntil(
      () => lobby.platform.chest(CHEST)[0] === undefined || survival.platform.chest(OTHER_CHEST)[0] === undefined,
    );
    await both(200);
    assert.equal(survival.platform.chest(OTHER_CHEST)[0]?.tag, SWORD);
    assert.equal(lobby.platform.chest(CHEST)[0], undefined);
  });

  it("an honest player who takes an item along moves custody, whatever the old player file shows at first", async () => {
    // An earlier visit left the sword in the player file of this server.
    const visitor = join(survival, "Alex", { slots: [sword()] });
    await bothUntil(() => custody()?.server === "survival");
    quit(survival, visitor);
    const alex = join(lobby, "Alex", { slots: [sword()] });
    await bothUntil(() => custody()?.server === "lobby");
    await both(100);
    lobby.platform.chest(CHEST)[0] = alex.slots[0];
    alex.slots[0] = undefined;
    act(lobby, alex, new FakeItem(sword()), [CHEST]);
    await both(5);
    quit(lobby, alex);
    const back = join(survival, "Alex", { slots: [sword()] });
    await both(20);
    back.slots[0] = undefined;
    await both(200);
    assert.deepEqual([...typesOf(lobby), ...typesOf(survival)], []);
    assert.equal(custody()?.place, CHEST);
  });

  it("an older snapshot is proven, also when the plugin has emptied the player before", async () => {
    const alex = join(lobby, "Alex", { slots: [sword()] });
    await bothUntil(() => custody()?.server === "lobby");
    await both(100);
    lobby.platform.chest(CHEST)[0] = alex.slots[0];
    alex.slots[0] = undefined;
    act(lobby, alex, new FakeItem(sword()), [CHEST]);
    await both(5);
    quit(lobby, alex);
    const there = join(survival, "Alex", {});
    await both(100);
    there.slots[0] = sword();
    survival.doubletake.api.synced(there.id);
    await bothUntil(() => survival.outside.sent.length > 0);
    assert.deepEqual(typesOf(survival), ["DUPLICATE_ITEM"]);
    assert.equal(survival.outside.sent[0]?.player, "Alex");
  });

  it("what a player shows on both servers is one item until one of them puts it elsewhere", async () => {
    join(lobby, "Alex", { slots: [sword()] });
    await bothUntil(() => custody()?.server === "lobby");
    const second = join(survival, "Alex", { slots: [sword()] });
    await both(500);
    assert.deepEqual([...typesOf(lobby), ...typesOf(survival)], []);
    survival.platform.chest(OTHER_CHEST)[0] = second.slots[0];
    second.slots[0] = undefined;
    act(survival, second, new FakeItem(sword()), [OTHER_CHEST]);
    await bothUntil(() => survival.outside.sent.length > 0);
    assert.deepEqual(typesOf(survival), ["DUPLICATE_ITEM"]);
  });

  it("while the other server does not answer nobody is accused, and when it is back it answers what it was asked", async () => {
    lobby.platform.chest(CHEST)[0] = sword();
    await bothUntil(() => custody()?.server === "lobby");
    (lobby.store as MemoryStore).crash();
    survival.platform.chest(OTHER_CHEST)[0] = sword();
    await play(survival, 600);
    assert.deepEqual(typesOf(survival), []);
    lobby = await start("lobby", WATCH_ONLY, lobby);
    await bothUntil(() => survival.outside.sent.length > 0);
    assert.deepEqual(typesOf(survival), ["DUPLICATE_ITEM"]);
    assert.equal(survival.outside.sent[0]?.player, "", "a crash is nobody's fault");
  });

  it("two servers in copies of one world accuse nobody, and the console says so", async () => {
    const shared = new MemoryDatabase({ clock });
    const on = (serverName: string) => {
      const store = new MemoryStore({ clock, serverName, database: shared, instance: "one-world" });
      return startedService({ store, clock, serverName, config: "" });
    };
    [lobby, survival] = [await on("lobby"), await on("copy")];
    lobby.platform.chest(CHEST)[0] = sword();
    await bothUntil(() => shared.custody.get(SWORD)?.server === "lobby");
    survival.platform.chest(CHEST)[0] = sword();
    await bothUntil(() => survival.log.lines.some((text) => text.includes("copies of one world")));
    await both(150);
    assert.deepEqual(typesOf(lobby), []);
    assert.deepEqual(
      survival.outside.sent.map(({ severity, player }) => [severity, player]),
      [["MEDIUM", ""]],
    );
    assert.equal(survival.platform.chest(CHEST)[0]?.tag, SWORD);
  });

  it("alone on the database it waits for nobody and asks nobody", async () => {
    const alone = new MemoryDatabase({ clock });
    const asked: string[] = [];
    const store = new Proxy(new MemoryStore({ clock, serverName: "alone", database: alone }), {
      get: (target, name) => {
        const member = target[name as keyof MemoryStore];
        if (typeof member !== "function") return member;
        return (...args: unknown[]) => {
          asked.push(String(name));
          return (member as (...all: unknown[]) => unknown).apply(target, args);
        };
      },
    });
    const game = await startedService({ store, clock, serverName: "alone", config: WATCH_ONLY });
    join(game, "Alex", { slots: [sword()] });
    await play(game, 500);
    assert.equal(alone.custody.get(SWORD)?.server, "alone");
    assert.deepEqual(
      asked.filter((name) => ["openDisputes", "playerJoined", "openDispute"].includes(name)),
      [],
    );
  });

  function custody() {
    return database.custody.get(SWORD);
  }

  async function both(ticks: number): Promise<void> {
    for (let tick = 0; tick < ticks; tick++) {
      await play(lobby, 1, 25);
      await play(survival, 1, 25);
    }
  }

  async function bothUntil(isSo: () => boolean): Promise<void> {
    for (let tick = 0; tick < 1500 && !isSo(); tick++) await both(1);
    assert.ok(isSo(), "it did not come about");
  }

  async function restarted(service: FakeService, config: string): Promise<FakeService> {
    const { serverName } = service.store;
    await service.doubletake.stop();
    await service.store.close();
    return start(serverName, config, service);
  }

  function start(serverName: string, config = WATCH_ONLY, before?: FakeService): Promise<FakeService> {
    const store = new MemoryStore({ clock, serverName, database });
    return startedService({ store, clock, serverName, config, ...(before && { platform: before.platform }) });
  }
});

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}

function typesOf({ outside }: FakeService): string[] {
  return outside.sent.map(({ type }) => type).filter((type) => type !== "ITEM_RELOCATED");
}
