import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork, playInTurns } from "../../../testing/unpublished/fake-network.ts";
import { act, join, open, putAway, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SWORD = fakeId(77);
const REMOVE = { config: "auto-remove-duplicates: true" };

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}

async function start(lobbyConfig = REMOVE) {
  const network = new FakeNetwork("shared");
  const [lobby, survival] = [await network.start("lobby", lobbyConfig), await network.start("survival", REMOVE)];
  const both = (ticks: number) => playInTurns([lobby, survival], ticks);
  const alex = join(lobby, "Alex", { slots: [sword()] });
  const eve = join(lobby, "Eve");
  const mate = join(survival, "Mate");
  await both(100);
  const told = () => [lobby, survival].flatMap(({ outside }) => outside.sent.map(({ type }) => type));
  return { network, lobby, survival, both, alex, eve, mate, told };
}

describe("the owner keeps the item on the next server", () => {
  it("although a second copy, on another server, was taken meanwhile", async () => {
    const { lobby, survival, both, alex, eve, mate } = await start();
    quit(lobby, alex);
    await both(20);
    lobby.platform.chest(CHEST)[0] = sword();
    await open(lobby, eve, CHEST);
    await both(60);
    survival.platform.chest(CHEST)[0] = sword();
    await open(survival, mate, CHEST);
    await both(200);
    const { slots } = join(survival, "Alex", { slots: [sword()] });
    await both(400);
    assert.equal(slots[0]?.tag, SWORD, "the owner has been robbed");
  });

  for (const isDelayed of [true, false])
    it(`or whoever bought it there before anybody looked does, although a copy lies where the owner was; leaving on record late: ${isDelayed}`, async () => {
      const { lobby, survival, both, alex, eve, mate } = await start();
      const { playerLeft } = lobby.store;
      if (isDelayed) lobby.store.playerLeft = () => Promise.reject(new Error("away"));
      quit(lobby, alex);
      const again = join(survival, "Alex", { slots: [sword()] });
      lobby.platform.chest(CHEST)[0] = sword();
      await open(lobby, eve, CHEST);
      await both(5);
      const chest = putAway(survival, again, CHEST);
      await both(2);
      [mate.slots[0], chest[0]] = [chest[0], undefined];
      act(survival, mate, new FakeItem(mate.slots[0]!), [CHEST]);
      await both(5);
      quit(survival, again);
      lobby.store.playerLeft = playerLeft;
      await both(400);
      assert.equal(mate.slots[0]?.tag, SWORD, "the buyer has been robbed");
    });

  it("although a copy was used up meanwhile, and another one is there", async () => {
    const { lobby, survival, both, alex, eve } = await start();
    quit(lobby, alex);
    await both(20);
    eve.slots[0] = sword();
    await both(60);
    eve.slots[0] = undefined;
    const item = new FakeItem({ ...sword(), count: 0 });
    lobby.doubletake.report({ kind: "item-ended", item, action: "CONSUME", location: eve.location(), player: eve });
    await both(60);
    lobby.platform.chest(CHEST)[0] = sword();
    await open(lobby, eve, CHEST);
    await both(60);
    const { slots } = join(survival, "Alex", { slots: [sword()] });
    await both(600);
    assert.equal(slots[0]?.tag, SWORD, "the owner has been robbed");
    assert.equal(lobby.platform.chest(CHEST)[0], undefined, "the copy stays for ever");
    assert.deepEqual(await lobby.store.openClaims(), []);
  });

  for (const [isRestarted, isBack] of [
    [false, false],
    [true, false],
    [true, true],
  ])
    it(`although two further copies were proven where the owner left${isRestarted ? ", before a restart" : ""}; ${isBack ? "back there" : "on another server"}`, async () => {
      const { network, lobby, survival, alex, eve, both } = await start();
      quit(lobby, alex);
      await both(20);
      const chest = lobby.platform.chest(CHEST);
      chest[0] = sword();
      await open(lobby, eve, CHEST);
      await both(60);
      eve.slots[0] = sword();
      await both(100);
      assert.equal(lobby.outside.sent.at(-1)?.type, "DUPLICATE_ITEM");
      let game = lobby;
      if (isRestarted) {
        await lobby.doubletake.stop();
        game = await network.start("lobby", REMOVE);
        game.platform.chest(CHEST)[0] = chest[0];
      }
      const { slots } = join(isBack ? game : survival, "Alex", { slots: [sword()] });
      await playInTurns([game, survival], 500);
      assert.equal(slots[0]?.tag, SWORD, "the owner has been robbed");
      assert.equal(game.platform.chest(CHEST)[0], undefined, "the copy stays for ever");
      assert.deepEqual(await game.store.openClaims(), []);
    });

  it("although two further copies were proven there: one that was used up, and one that its holder came back with", async () => {
    const { lobby, survival, both, alex, eve, told } = await start();
    let bob = join(lobby, "Bob");
    await both(300);
    quit(lobby, alex);
    await both(20);
    bob.slots[0] = sword();
    await both(60);
    eve.slots[0] = sword();
    lobby.doubletake.report({ kind: "sighting", place: eve.place, action: "SCAN", player: eve });
    await both(3);
    quit(lobby, bob);
    await both(60);
    eve.slots[0] = undefined;
    const item = new FakeItem({ ...sword(), count: 0 });
    lobby.doubletake.report({ kind: "item-ended", item, action: "CONSUME", location: eve.location(), player: eve });
    await both(60);
    bob = join(lobby, "Bob", { slots: bob.slots });
    await both(100);
    assert.equal(told().at(-1), "DUPLICATE_ITEM");
    const { slots } = join(survival, "Alex", { slots: [sword()] });
    await both(500);
    assert.equal(slots[0]?.tag, SWORD, "the owner has been robbed");
    assert.deepEqual(await lobby.store.openClaims(), []);
  });

  for (const how of ["without an event, later", "reported, later", "reported, at once"])
    it(`although two were proven before the owner left, and the copy was moved then: ${how}`, async () => {
      const { lobby, survival, both, alex, eve, told } = await start({ config: "auto-remove-duplicates: false" });
      await open(lobby, eve, CHEST);
      const chest = lobby.platform.chest(CHEST);
      chest[0] = sword();
      await both(60);
      assert.deepEqual(told(), ["DUPLICATE_ITEM"]);
      quit(lobby, alex);
      await both(20);
      const copy = chest[0];
      chest[0] = undefined;
      if (how.endsWith("later")) await both(40);
      eve.slots[0] = copy;
      if (how.startsWith("reported")) act(lobby, eve, new FakeItem(copy!), [CHEST]);
      await both(60);
      const { slots } = join(survival, "Alex", { slots: [sword()] });
      await both(400);
      assert.equal(slots[0]?.tag, SWORD, "the owner has been robbed");
    });
});
