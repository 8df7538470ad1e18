import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { accountId } from "../../testing/fake-player.ts";
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
/** From then on another server takes this one for silent. */
const SILENT_AFTER_MS = 15_000;

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

describe("a server whose database answers does not fall silent", () => {
  it("when one player's join can never be recorded", async () => {
    const { game, longestSilence } = await besideSurvival({ refused: "Alex" });
    for (const name of ["Bo", "Alex"]) join(game, name);
    assert.ok((await longestSilence(1200)) < SILENT_AFTER_MS);
  });

  it("when players join faster than the database records them", async () => {
    const { game, longestSilence } = await besideSurvival({ ticksAJoin: 30 });
    let players = 0;
    const silence = await longestSilence(1200, (tick) => tick % 20 === 0 && join(game, `Player${players++}`));
    assert.ok(silence < SILENT_AFTER_MS);
  });
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

/** A server beside another one. The database refuses to record the joins of one player, or records each after that of the one before. */
async function besideSurvival({ refused = "", ticksAJoin = 0 }) {
  const clock = new HandClock();
  const database = new MemoryDatabase({ clock });
  const survival = new MemoryStore({ clock, serverName: "survival", database });
  await survival.heartbeat({ lagRows: 0, isStopping: false });
  const store = new MemoryStore({ clock, serverName: "lobby", database });
  const playerJoined = store.playerJoined.bind(store);
  const waiting: (() => void)[] = [];
  store.playerJoined = async (playerId, ...rest) => {
    if (playerId === accountId(refused)) throw new Error("This player cannot be recorded.");
    if (ticksAJoin > 0) await new Promise<void>((resume) => waiting.push(resume));
    return playerJoined(playerId, ...rest);
  };
  const game = await startedService({ clock, store, serverName: "lobby" });
  await play(game, 150);
  const longestSilence = async (ticks: number, onTick: (tick: number) => unknown = () => undefined) => {
    let longest = 0;
    for (let tick = 1; tick <= ticks; tick++) {
      onTick(tick);
      if (tick % ticksAJoin === 0) waiting.shift()?.();
      await play(game);
      const { silentMs } = (await survival.servers()).find(({ name }) => name === "lobby")!;
      longest = Math.max(longest, silentMs);
    }
    return longest;
  };
  return { game, longestSilence };
}
