import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork, playInTurns } from "../../../testing/unpublished/fake-network.ts";
import { act, join, open, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const HOME = blockPlace({ world: "world", x: 50, y: 64, z: 5 });
const SWORD = fakeId(77);
const REMOVE = { config: "auto-remove-duplicates: true" };

function sword(id = SWORD) {
  return fakeStack("iron_sword", { tag: id });
}

async function twoServers() {
  const network = new FakeNetwork("shared");
  const [lobby, survival] = [await network.start("lobby", REMOVE), await network.start("survival", REMOVE)];
  return { network, lobby, survival, both: (ticks: number) => playInTurns([lobby, survival], ticks) };
}

describe("an owner of whom nobody knows whether the first copy is there keeps it on the next server", () => {
  it("after reconnecting for a moment, when a copy turned up then", async () => {
    const { survival, both } = await start();
    const { slots } = join(survival, "Alex", { slots: [sword()] });
    await both(400);
    assert.equal(slots[0]?.tag, SWORD, "the owner has been robbed");
  });

  for (const wait of [1, 60])
    it(`the same when the copy was carried there, ${wait} ticks before the owner came; where the owner left, it is settled`, async () => {
      const { network, lobby, survival, both, eve, chest } = await start();
      [eve.slots[0], chest[0]] = [chest[0], undefined];
      await both(60);
      quit(lobby, eve);
      await both(20);
      const there = join(survival, "Eve", { slots: eve.slots });
      await both(wait);
      const alex = join(survival, "Alex", { slots: [sword()] });
      await both(600);
      assert.deepEqual([alex.slots[0]?.tag, there.slots[0]?.tag], [SWORD, SWORD], "nobody knows which one is the item");
      quit(survival, alex);
      await both(20);
      const { slots } = join(lobby, "Alex", { slots: alex.slots });
      await both(400);
      assert.deepEqual([slots[0]?.tag, there.slots[0]], [SWORD, undefined]);
      assert.deepEqual(await lobby.store.openClaims(), []);
      assert.deepEqual(await survival.store.openDisputes(), []);
      assert.equal(network.database.custody.get(SWORD)?.place, alex.place);
    });

  it("the same, until staff say that nothing is wrong with the item", async () => {
    const { lobby, survival, both, eve, chest } = await start();
    [eve.slots[0], chest[0]] = [chest[0], undefined];
    await both(60);
    quit(lobby, eve);
    await both(20);
    join(survival, "Eve", { slots: eve.slots });
    await both(8);
    join(survival, "Alex", { slots: [sword()] });
    await both(400);
    assert.ok(await survival.doubletake.staffActs.dismiss(1, "Staff"));
    await both(200);
    assert.deepEqual(await lobby.store.openClaims(), []);
    assert.deepEqual(await survival.store.openDisputes(), []);
  });

  it("the same while the database does not answer: what is on record is not written again in every tick", async () => {
    const { lobby, survival, both } = await start();
    const alex = join(survival, "Alex", { slots: [sword()] });
    await both(40);
    let rows = 0;
    const { recorder } = lobby.doubletake;
    const { recordCustody } = recorder;
    recorder.recordCustody = (...row) => {
      rows++;
      recordCustody.apply(recorder, row);
    };
    const away = () => Promise.reject(new Error("away"));
    await both(5);
    Object.assign(lobby.store, { custodyOf: away, openDisputes: away, changeDispute: away });
    await both(200);
    assert.equal(alex.slots[0]?.tag, SWORD);
    assert.ok(rows < 5, `${rows} rows`);
  });

  for (const isFirst of [true, false])
    it(`on a third server, where it is proven against what was carried off ${isFirst ? "before" : "afterwards"}; nothing is taken before staff say so`, async () => {
      const { network, lobby, survival, both, eve, chest } = await start();
      const arena = await network.start("arena", REMOVE);
      const all = (ticks: number) => playInTurns([lobby, survival, arena], ticks);
      await both(20);
      [eve.slots[0], chest[0]] = [chest[0], undefined];
      await all(60);
      quit(lobby, eve);
      await all(20);
      const bring = [
        () => join(survival, "Eve", { slots: eve.slots }),
        () => join(arena, "Alex", { slots: [sword()] }),
      ];
      const players = [];
      for (const one of isFirst ? bring : bring.toReversed()) {
        players.push(one());
        await all(200);
      }
      await all(400);
      const told = [lobby, survival, arena].flatMap(({ outside }) => outside.sent.map(({ type }) => type));
      assert.deepEqual(told, ["DUPLICATE_ITEM"]);
      assert.deepEqual(
        players.map(({ slots }) => slots[0]?.tag),
        [SWORD, SWORD],
        "nobody knows which one is the item",
      );
      assert.deepEqual(await lobby.store.openClaims(), []);
      assert.ok((await survival.store.openDisputes()).every(({ step }) => step === "proven"));
    });

  /** Alex was in the lobby with the item, came back for a moment and left again; then a copy turned up in a chest. */
  async function start() {
    const { network, lobby, survival, both } = await twoServers();
    let alex = join(lobby, "Alex", { slots: [sword()] });
    const eve = join(lobby, "Eve");
    await both(300);
    quit(lobby, alex);
    await both(20);
    alex = join(lobby, "Alex", { slots: alex.slots });
    await both(10);
    quit(lobby, alex);
    await both(20);
    const chest = lobby.platform.chest(CHEST);
    chest[0] = sword();
    await open(lobby, eve, CHEST);
    await both(60);
    return { network, lobby, survival, both, eve, chest };
  }

  it("when a third server did not answer while a copy turned up", async () => {
    const { network, lobby, survival, both } = await twoServers();
    await network.start("arena", REMOVE);
    const alex = join(lobby, "Alex", { slots: [sword()] });
    const eve = join(lobby, "Eve");
    await both(100);
    network.kill("arena");
    await both(400);
    quit(lobby, alex);
    await both(20);
    const chest = lobby.platform.chest(CHEST);
    chest[0] = sword();
    await open(lobby, eve, CHEST);
    await both(60);
    const { slots } = join(survival, "Alex", { slots: [sword()] });
    await both(800);
    assert.equal(slots[0]?.tag, SWORD, "the owner has been robbed");
  });

  for (const wait of [0, 1, 3, 10])
    it(`after taking it out of a chest, and leaving ${wait} ticks before a machine puts a copy where nobody has looked since`, async () => {
      const { lobby, survival, both } = await twoServers();
      const home = lobby.platform.chest(HOME);
      home[0] = sword();
      for (let at = 0; at < 3; at++)
        lobby.platform.chest(blockPlace({ world: "world", x: 100 + at, y: 64, z: 5 }))[0] = sword(fakeId(500 + at));
      const alex = join(lobby, "Alex");
      await both(450);
      [alex.slots[0], home[0]] = [home[0], undefined];
      act(lobby, alex, new FakeItem(alex.slots[0]!), [HOME]);
      await play(lobby, 1);
      quit(lobby, alex);
      if (wait) await play(lobby, wait);
      const chest = lobby.platform.chest(CHEST);
      chest[0] = sword();
      lobby.doubletake.report({ kind: "sighting", place: CHEST, action: "SCAN" });
      await both(60);
      const { slots } = join(survival, "Alex", { slots: [sword()] });
      await both(400);
      assert.equal(slots[0]?.tag, SWORD, "the owner has been robbed");
    });
});
