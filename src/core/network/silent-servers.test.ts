import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { MemoryDatabase } from "../../testing/stores/memory-database.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { FakeNetwork, playInTurns } from "../../testing/unpublished/fake-network.ts";
import { startedService } from "../../testing/unpublished/fake-service.ts";
import { HandClock } from "../../testing/unpublished/hand-clock.ts";
import { handStore } from "../../testing/unpublished/stores/hand-store.ts";
import { act, join, play, quit } from "../../testing/unpublished/story.ts";
import { blockPlace } from "../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SWORD = fakeId(77);

describe("what was with a player who is nowhere to be seen, and turns up with another", () => {
  for (const isSilent of [true, false])
    it(`is ${isSilent ? "no suspicion while a server that may know more does not answer" : "a suspicion when every server answers"}`, async () => {
      const network = new FakeNetwork("shared");
      const [lobby, survival] = [await network.start("lobby"), await network.start("survival")];
      const both = async (ticks: number) => {
        for (let tick = 0; tick < ticks; tick++)
          for (const game of isDead ? [lobby] : [lobby, survival]) await play(game, 1, isDead ? 50 : 25);
      };
      let isDead = false;
      const alex = join(lobby, "Alex", { slots: [sword()] });
      await both(100);
      quit(lobby, alex);
      await both(100);
      // Alex went there, and gave it to Bea.
      if (isSilent) {
        network.kill("survival");
        isDead = true;
      }
      await both(400);
      join(lobby, "Bea", { slots: [sword()] });
      await both(400);
      const told = lobby.outside.sent.map(({ type }) => type);
      assert.deepEqual(told, isSilent ? [] : ["DUPLICATE_SUSPECTED"]);
      join(lobby, "Alex", { slots: [sword()] });
      await both(400);
      assert.ok(lobby.outside.sent.some(({ type }) => type === "DUPLICATE_ITEM"));
    });
});

it("a server that had lost its database says that it lives within a second of having it back", async () => {
  const clock = new HandClock();
  const database = new MemoryDatabase({ clock });
  const hand = handStore(new MemoryStore({ clock, serverName: "lobby", database }));
  const lobby = await startedService({ clock, store: hand.store, serverName: "lobby" });
  const survival = new MemoryStore({ clock, serverName: "survival", database });
  await play(lobby, 30);
  hand.fail("The database does not answer.");
  // Wherever between two signs of life it comes back.
  for (const cutTicks of [310, 371]) {
    await play(lobby, cutTicks);
    hand.recover();
    await play(lobby, 21);
    const { silentMs } = (await survival.servers()).find(({ name }) => name === "lobby")!;
    assert.ok(silentMs <= 1050, `${silentMs} ms`);
    hand.fail("The database does not answer.");
  }
});

it("a server that has its database back says who has come before it says that it lives", async () => {
  for (let joinTick = 0; joinTick < 20; joinTick += 3) {
    const clock = new HandClock();
    const database = new MemoryDatabase({ clock });
    const hand = handStore(new MemoryStore({ clock, serverName: "lobby", database }));
    const lobby = await startedService({ clock, store: hand.store, serverName: "lobby" });
    const survival = new MemoryStore({ clock, serverName: "survival", database });
    await survival.heartbeat({ lagRows: 0, isStopping: false });
    await play(lobby, 150);
    hand.fail("The database does not answer.");
    await play(lobby, 140 + joinTick);
    const alex = join(lobby, "Alex");
    await play(lobby, 10);
    hand.recover();
    const isSilent = async () => (await survival.servers()).find(({ name }) => name === "lobby")!.silentMs > 1000;
    while (await isSilent()) await play(lobby, 1);
    assert.deepEqual(await survival.playerJoined(alex.id, false), { awaited: ["lobby"] });
  }
});

it("an old player file is not believed while a server that is not heard of may have the player", async () => {
  const clock = new HandClock();
  const database = new MemoryDatabase({ clock });
  const hand = handStore(new MemoryStore({ clock, serverName: "lobby", database }));
  const store = new MemoryStore({ clock, serverName: "survival", database });
  const lobby = await startedService({ clock, store: hand.store, serverName: "lobby", firstId: 1000 });
  const survival = await startedService({ clock, store, serverName: "survival", firstId: 2000 });
  const both = (ticks: number) => playInTurns([lobby, survival], ticks);
  await both(150);
  const alex = join(survival, "Alex", { slots: [sword()] });
  await both(150);
  quit(survival, alex);
  await both(20);
  hand.fail("The database does not answer.");
  const there = join(lobby, "Alex", { slots: [sword()] });
  await both(150);
  const chest = lobby.platform.chest(CHEST);
  [chest[0], there.slots[0]] = [there.slots[0], undefined];
  act(lobby, there, new FakeItem(chest[0]!), [CHEST]);
  // On both for a while: the plugin waits until the lobby has let the player go.
  const old = join(survival, "Alex", { slots: [sword()] });
  await both(100);
  hand.recover();
  await both(100);
  old.slots[0] = undefined;
  await both(400);
  assert.deepEqual(
    [lobby, survival].flatMap(({ outside }) => outside.sent),
    [],
  );
  assert.equal(chest[0]?.tag, SWORD);
});

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
