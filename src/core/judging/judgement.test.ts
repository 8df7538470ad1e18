import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { MemoryDatabase } from "../../testing/stores/memory-database.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { type FakeService, type FakeServiceOptions, startedService } from "../../testing/unpublished/fake-service.ts";
import { HandClock } from "../../testing/unpublished/hand-clock.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../testing/unpublished/story.ts";
import { blockPlace, entityPlace } from "../model/place.ts";

const WATCH_ONLY = "auto-remove-duplicates: false\n";
const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const UNTIL_JUDGED = GRACE_TICKS + 3;
const sword = () => fakeStack("diamond_sword", { tag: fakeId(77) });

describe("an item whose last place can be looked at, and is empty", () => {
  it("was relocated: that is told at LOW, takes nothing and opens no case", async () => {
    const game = await start({ config: "alerts: { min-severity: LOW }" });
    const alex = join(game, "Alex", { slots: [sword()] });
    const bea = join(game, "Bea", { at: { world: "world", x: 9, y: 64, z: 0 } });
    await play(game, 100);
    bea.slots[0] = alex.slots[0];
    alex.slots[0] = undefined;
    act(game, bea, new FakeItem(bea.slots[0]!), [], "PICKUP");
    await play(game, 100);
    assert.deepEqual(
      game.outside.sent.map(({ type, severity }) => [type, severity]),
      [["ITEM_RELOCATED", "LOW"]],
    );
    assert.equal(bea.slots[0]?.tag, fakeId(77));
    assert.deepEqual(await game.store.cases({}, { offset: 0, limit: 10 }), []);
  });
});

describe("an item whose last place is dark", () => {
  it("is contested when nothing explains the move, and not when an event reported it", async () => {
    for (const [isReported, expected] of [
      [true, []],
      [false, ["DUPLICATE_SUSPECTED"]],
    ] as const) {
      const game = await start();
      const alex = join(game, "Alex");
      game.platform.chest(CHEST)[0] = sword();
      await play(game, 210);
      alex.slots[0] = sword();
      if (isReported) act(game, alex, new FakeItem(alex.slots[0]), [CHEST]);
      // The chunk is unloaded before anybody looks whether the sword has left the chest.
      game.platform.darken(CHEST);
      await play(game, 210);
      assert.deepEqual(typesOf(game), expected, `reported: ${isReported}`);
      assert.equal((await game.store.openClaims()).length, expected.length);
    }
  });

  it("moved when that place is known to be gone: an entity that became another as its chunk was unloaded", async () => {
    for (const [isGone, expected] of [
      [true, []],
      [false, ["DUPLICATE_SUSPECTED"]],
    ] as const) {
      const game = await start();
      const [before, after] = [entityPlace("world", "1"), entityPlace("world", "2")];
      const at = { world: "world", x: 5, y: 64, z: 5 };
      game.platform.carrier(before, at)[0] = sword();
      await play(game, 30);
      game.platform.carrier(after, at)[0] = sword();
      if (isGone) game.platform.vanish(before);
      else game.platform.darken(before);
      game.doubletake.report({ kind: "sighting", place: after, action: "SCAN" });
      await play(game, 30);
      assert.deepEqual(typesOf(game), expected, `gone: ${isGone}`);
      assert.equal((await game.store.openClaims()).length, expected.length);
    }
  });

  it("is proven as soon as that place can be looked at and holds it, too: a chest whose chunk is loaded", async () => {
    const game = await start();
    game.platform.chest(CHEST)[0] = sword();
    await play(game, 210);
    game.doubletake.report({ kind: "going-dark", place: CHEST, action: "SCAN" });
    game.platform.darken(CHEST);
    join(game, "Alex", { slots: [sword()] });
    await play(game, 10);
    assert.deepEqual(typesOf(game), ["DUPLICATE_SUSPECTED"]);
    game.platform.lighten(CHEST);
    await play(game, UNTIL_JUDGED);
    assert.deepEqual(typesOf(game), ["DUPLICATE_SUSPECTED", "DUPLICATE_ITEM"]);
  });

  it("is compared with its last custody in the store, although the cache has forgotten it", async () => {
    const before = await start();
    const alex = join(before, "Alex", { slots: [sword()] });
    await play(before, 5);
    quit(before, alex);
    await before.doubletake.stop();
    // A new process knows nothing but the store, long after the entry of the cache would have gone.
    before.clock.pass(700_000);
    const game = await start({ store: before.store, clock: before.clock });
    assert.equal(game.doubletake.knownItems.size, 0);
    join(game, "Bea", { slots: [sword()] });
    await play(game, 10);
    assert.deepEqual(typesOf(game), ["DUPLICATE_SUSPECTED"]);
    assert.deepEqual(game.outside.sent[0]?.locations, ["world:0,64,0"]);
  });

  it("is compared with its last custody in the same process, too, once known-items-ttl-ms has taken the entry", async () => {
    const game = await start({ config: `${WATCH_ONLY}known-items-ttl-ms: 1000\n` });
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game, 5);
    quit(game, alex);
    await play(game, 6100);
    assert.equal(game.doubletake.knownItems.size, 0);
    join(game, "Bea", { slots: [sword()] });
    await play(game, 10);
    assert.deepEqual(typesOf(game), ["DUPLICATE_SUSPECTED"]);
  });
});

describe("an item whose last place is on another server of the network", () => {
  it("is contested, whatever a place of the same name on this server holds, and that place settles nothing", async () => {
    for (const [serverName, expected] of [
      ["survival", ["DUPLICATE_SUSPECTED"]],
      ["lobby", []],
    ] as const) {
      const clock = new HandClock();
      const database = new MemoryDatabase({ clock });
      const on = (name: string) => new MemoryStore({ clock, serverName: name, database });
      const lobby = await start({ store: on("lobby"), clock, serverName: "lobby" });
      lobby.platform.chest(CHEST)[0] = sword();
      await play(lobby, 450);
      await lobby.doubletake.stop();
      await lobby.store.close();
      const game = await start({ store: on(serverName), clock, serverName });
      const bea = join(game, "Bea", { slots: [sword()] });
      await play(game, 450);
      assert.deepEqual(typesOf(game), expected, serverName);
      assert.deepEqual(
        (await game.store.openDisputes()).map(({ holder }) => holder.server),
        expected.map(() => "lobby"),
      );
      assert.equal(bea.slots[0]?.tag, fakeId(77), "nothing is taken");
    }
  });

  it("moved with its holder when that was a player: an inventory is the same place on all servers", async () => {
    const lobby = await start({ store: new MemoryStore({ serverName: "lobby" }) });
    quit(lobby, join(lobby, "Alex", { slots: [sword()] }));
    await play(lobby, 5);
    await lobby.doubletake.stop();
    const game = await start({ store: lobby.store, clock: lobby.clock, serverName: "survival" });
    join(game, "Alex", { slots: [sword()] });
    await play(game, 50);
    assert.deepEqual(typesOf(game), []);
  });
});

describe("a state that lasts only within a tick", () => {
  it("is no evidence: judgement is passed at tick ends, without any grace as well", async () => {
    const game = await start({ config: `${WATCH_ONLY}movement-grace-ms: 0\n` });
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game, 5);
    for (let tick = 0; tick < 50; tick++) {
      game.platform.chest(CHEST)[0] = sword();
      act(game, alex, new FakeItem(alex.slots[0]!), [CHEST]);
      game.platform.chest(CHEST)[0] = undefined;
      await play(game);
    }
    assert.deepEqual(typesOf(game), []);
    game.platform.chest(CHEST)[0] = sword();
    act(game, alex, new FakeItem(alex.slots[0]!), [CHEST]);
    await play(game, 3);
    assert.deepEqual(typesOf(game), ["DUPLICATE_ITEM"]);
  });
});

describe("the holder of a copy in a container", () => {
  it("is the player of the last transfer there", async () => {
    const game = await start();
    const [alex, bea] = [join(game, "Alex", { slots: [sword()] }), join(game, "Bea")];
    await play(game, 5);
    game.platform.chest(CHEST)[0] = sword();
    act(game, alex, new FakeItem(game.platform.chest(CHEST)[0]!), [CHEST]);
    await play(game);
    // Bea takes it out, and puts it back.
    bea.slots[0] = game.platform.chest(CHEST)[0];
    game.platform.chest(CHEST)[0] = undefined;
    act(game, bea, new FakeItem(bea.slots[0]!), [CHEST]);
    await play(game);
    game.platform.chest(CHEST)[0] = bea.slots[0];
    bea.slots[0] = undefined;
    act(game, bea, new FakeItem(game.platform.chest(CHEST)[0]!), [CHEST]);
    await play(game, UNTIL_JUDGED);
    const record = await game.store.caseByNumber(1);
    assert.deepEqual(
      record?.copies.map(({ place, holderName }) => [place, holderName]),
      [
        [alex.place, "Alex"],
        [CHEST, "Bea"],
      ],
    );
  });
});

function start(options: FakeServiceOptions = {}): Promise<FakeService> {
  return startedService({ config: WATCH_ONLY, ...options });
}

function typesOf({ outside }: FakeService): string[] {
  return outside.sent.map(({ type }) => type).filter((type) => type !== "ITEM_RELOCATED");
}
