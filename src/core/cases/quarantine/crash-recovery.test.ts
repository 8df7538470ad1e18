import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import type { FakePlayer } from "../../../testing/fake-player.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { SavedGame } from "../../../testing/unpublished/saved-game.ts";
import { settle } from "../../../testing/unpublished/settle.ts";
import { act, GRACE_TICKS, join, play, putAway, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const UNTIL_REMOVED = GRACE_TICKS + 6;
const UNTIL_SETTLED = UNTIL_REMOVED + 10;

const CONSOLE = { name: "Console", hasPermission: () => true, send: () => undefined };
const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });
const isSword = (stack: FakeStack | undefined) => stack?.tag === fakeId(7);

/** Alex has the sword, Bo had a copy in slot 0, and it was taken from him. */
async function taken(): Promise<{ game: FakeService; bo: ReturnType<typeof join> }> {
  const game = await startedService();
  join(game, "Alex", { slots: [sword()] });
  await play(game, 40);
  const bo = join(game, "Bo", { slots: [sword()] });
  await play(game, UNTIL_REMOVED);
  return { game, bo };
}

/** A new process on the same store, which says what it remembers only once it is told to answer. */
async function startedLate({ clock, store }: FakeService): Promise<FakeService & { answer(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const readNote = store.readNote.bind(store);
  store.readNote = async (key) => {
    await promise;
    return readNote(key);
  };
  return { ...(await startedService({ clock, store })), answer: resolve };
}

/** From here on the store takes its time. */
function slowDown({ store }: FakeService): void {
  const save = store.saveQuarantined.bind(store);
  store.saveQuarantined = async (item) => {
    await settle();
    return save(item);
  };
}

/** How many swords bear the id in the world, and how many are in quarantine. */
async function liveAndHeld(game: FakeService): Promise<[number, number]> {
  const live = [...game.platform.players()].flatMap(({ slots }) => slots).filter(isSword).length;
  const entries = await game.store.quarantined({});
  return [live, entries.filter(({ state }) => ["taking", "held", "returning"].includes(state)).length];
}

describe("after a crash that undid a removal there is one copy in the world and one in quarantine", () => {
  test("when places were looked at before the store could say what had been taken", async () => {
    const { game } = await taken();
    const late = await startedLate(game);
    join(late, "Alex", { slots: [sword()] });
    join(late, "Bo", { slots: [sword()] });
    await play(late, 3);
    late.answer();
    await play(late, UNTIL_SETTLED);
    assert.deepEqual(await liveAndHeld(late), [1, 1]);
  });

  test("when nothing is back, and places were looked at before the store could say what had been taken", async () => {
    const { game } = await taken();
    const late = await startedLate(game);
    join(late, "Alex", { slots: [sword()] });
    join(late, "Bo", { slots: [fakeStack("bow")] });
    await play(late, 3);
    late.answer();
    await play(late, UNTIL_SETTLED);
    const outcome = await late.doubletake.staffActs.restore(1, "Staff", undefined);
    assert.deepEqual([outcome?.returning.length, outcome?.undecided], [1, 0]);
  });

  test("when the copy is back in another slot than it was taken from", async () => {
    const { game } = await taken();
    const again = await startedService({ clock: game.clock, store: game.store });
    await settle();
    join(again, "Alex", { slots: [sword()] });
    join(again, "Bo", { slots: [undefined, undefined, sword()] });
    await play(again, UNTIL_SETTLED);
    assert.deepEqual(await liveAndHeld(again), [1, 1]);
  });

  test("when the copy is back in another slot, and its player moves it in the very tick of joining", async () => {
    const { game } = await taken();
    const again = await startedService({ clock: game.clock, store: game.store });
    await settle();
    join(again, "Alex", { slots: [sword()] });
    const bo = join(again, "Bo", { slots: [undefined, undefined, undefined, sword()] });
    act(again, bo, new FakeItem(sword()));
    await play(again, UNTIL_SETTLED);
    assert.deepEqual(await liveAndHeld(again), [1, 1]);
  });

  test("when both are back with one player, in other slots", async () => {
    const { game } = await taken();
    const again = await startedService({ clock: game.clock, store: game.store });
    await settle();
    join(again, "Bo", { slots: [undefined, sword(), sword()] });
    await play(again, UNTIL_SETTLED);
    assert.deepEqual(await liveAndHeld(again), [1, 1]);
  });

  test("when the copy is back with another player than it was taken from", async () => {
    const { game } = await taken();
    const again = await startedService({ clock: game.clock, store: game.store });
    await settle();
    join(again, "Alex", { slots: [sword()] });
    join(again, "Bo");
    join(again, "Cleo", { slots: [sword()] });
    await play(again, UNTIL_SETTLED);
    assert.deepEqual(await liveAndHeld(again), [1, 1]);
  });
});

describe("after a crash, what was found to be in quarantine stays there", () => {
  const FAR = blockPlace({ world: "world", x: 90, y: 64, z: 90 });

  /** Nothing of the removal was undone, and everything that is in sight was looked at. */
  async function found(): Promise<{ again: FakeService; alex: FakePlayer; bo: FakePlayer }> {
    const { game } = await taken();
    const again = await startedService({ clock: game.clock, store: game.store });
    const [alex, bo] = [join(again, "Alex", { slots: [sword()] }), join(again, "Bo")];
    await play(again, UNTIL_SETTLED);
    assert.deepEqual(await liveAndHeld(again), [1, 1]);
    return { again, alex, bo };
  }

  test("when the item goes where nobody has looked since, and a copy is made anew", async () => {
    const { again, alex, bo } = await found();
    putAway(again, alex, FAR);
    await play(again, UNTIL_SETTLED);
    bo.slots[4] = sword();
    act(again, bo, new FakeItem(sword()));
    await play(again, UNTIL_SETTLED);
    const entries = await again.store.quarantined({});
    assert.deepEqual(
      entries.map(({ state }) => state),
      ["held", "held"],
    );
  });

  test("when a copy is made anew where nobody has looked since", async () => {
    const { again, bo } = await found();
    again.platform.chest(FAR)[3] = sword();
    act(again, bo, new FakeItem(sword()), [FAR]);
    await play(again, UNTIL_SETTLED);
    assert.deepEqual(await liveAndHeld(again), [1, 2]);
  });
});

test("what staff give back as the process dies stays in quarantine if the crash brings it back in another slot", async () => {
  const game = await startedService({ config: "scan-interval: 10" });
  const alex = join(game, "Alex", { slots: [sword()] });
  await play(game, 5);
  alex.slots[1] = sword();
  act(game, alex, new FakeItem(alex.slots[1]));
  await play(game);
  // The world is saved here.
  alex.slots[2] = alex.slots[1];
  alex.slots[1] = undefined;
  await play(game, UNTIL_REMOVED);
  assert.deepEqual(await liveAndHeld(game), [1, 1]);
  const outcome = await game.doubletake.staffActs.restore(1, "Staff", undefined);
  assert.equal(outcome?.returning.length, 1);
  const again = await startedService({
    clock: game.clock,
    store: game.store,
    config: "scan-interval: 10",
    firstId: 0x1000,
  });
  const back = join(again, "Alex", { slots: [sword(), sword()] });
  // The store says what waits for Alex before the first look at Alex.
  await settle();
  await play(again, UNTIL_SETTLED);
  assert.deepEqual(await liveAndHeld(again), [1, 1]);
  assert.equal(back.slots.filter(Boolean).length, 1);
});

test("an item that a crash brought back is not in quarantine too if the server crashes again within the grace", async () => {
  const { game } = await taken();
  for (const ticks of [1, UNTIL_SETTLED]) {
    const again = await startedService({ clock: game.clock, store: game.store });
    join(again, "Alex", { slots: [sword()] });
    join(again, "Bo", { slots: [undefined, undefined, sword()] });
    await play(again, ticks);
    if (ticks > 1) assert.deepEqual(await liveAndHeld(again), [1, 1]);
  }
});

test("what an earlier run found to be in quarantine stays there when a copy is made anew, and the server crashes again", async () => {
  const { game } = await taken();
  const next = await startedService({ clock: game.clock, store: game.store });
  const alex = join(next, "Alex", { slots: [sword()] });
  join(next, "Bo");
  await play(next, 3);
  alex.slots[1] = sword();
  act(next, alex, new FakeItem(alex.slots[1]));
  await play(next, 3);
  // The world is saved here, and the server dies before the new copy is proven.
  const last = await startedService({ clock: game.clock, store: game.store });
  join(last, "Alex", { slots: [sword(), sword()] });
  join(last, "Bo");
  await play(last, UNTIL_SETTLED);
  assert.deepEqual(await liveAndHeld(last), [1, 2]);
});

test("what was taken stays in quarantine if the server dies at any call while a copy made anew is proven", async () => {
  for (const isLastDone of [false, true])
    for (let left = 0; left < 8; left++) {
      const game = new SavedGame({ Alex: [sword()], Bo: [], chest: [] });
      await game.boot();
      await play(game.service, 10);
      for (const slot of [0, 5]) {
        const bo = game.players.Bo!;
        bo.slots[slot] = sword();
        act(game.service, bo, new FakeItem(sword()));
        await play(game.service, slot === 0 ? UNTIL_SETTLED : 1);
      }
      game.save();
      Object.assign(game.life, { left, isLastDone });
      for (let tick = 0; tick < UNTIL_REMOVED && game.life.left >= 0; tick++) await play(game.service);
      await game.crash([], false);
      await play(game.service, UNTIL_SETTLED);
      const entries = await game.memory.quarantined({});
      const where = `after ${left} calls`;
      assert.equal(entries.filter(({ state }) => state === "held").length, 2, where);
      assert.equal(Object.values(game.players).flatMap(({ slots }) => slots.filter(isSword)).length, 1, where);
    }
});

test("what was taken stays in quarantine if its owner, who was away with the original, joins after a crash", async () => {
  const game = await startedService();
  const alex = join(game, "Alex", { slots: [sword()] });
  await play(game, 40);
  quit(game, alex);
  const bo = join(game, "Bo", { slots: [sword(), sword()] });
  await play(game, UNTIL_SETTLED);
  assert.deepEqual(await liveAndHeld(game), [1, 1]);
  const again = await startedService({ clock: game.clock, store: game.store });
  join(again, "Bo", { slots: structuredClone(bo.slots) });
  await play(again, UNTIL_SETTLED);
  join(again, "Alex", { slots: [sword()] });
  await play(again, UNTIL_SETTLED);
  assert.deepEqual(await liveAndHeld(again), [1, 2]);
});

test("what was taken stays in quarantine if somebody who left with two copies before that joins after a crash", async () => {
  const game = await startedService({ config: "scan-interval: 10" });
  const alex = join(game, "Alex", { slots: [sword()] });
  const cleo = join(game, "Cleo");
  await play(game, 5);
  cleo.slots[2] = { ...sword(), count: 2 };
  act(game, cleo, new FakeItem(cleo.slots[2]));
  alex.slots[2] = sword();
  act(game, alex, new FakeItem(alex.slots[2]));
  await play(game);
  quit(game, alex);
  await play(game, 2);
  const again = await startedService({ clock: game.clock, store: game.store, firstId: 0x1000 });
  join(again, "Alex", { slots: structuredClone(alex.slots) });
  join(again, "Cleo", { slots: structuredClone(cleo.slots) });
  await play(again, UNTIL_SETTLED + 40);
  const entries = await again.store.quarantined({});
  assert.equal(entries.find(({ number }) => number === 1)?.state, "held");
});

test("what was taken stays in quarantine if the server dies after staff dismissed the case about a copy made anew", async () => {
  const game = new SavedGame({ Alex: [sword()], Bo: [], chest: [] });
  await game.boot();
  await play(game.service, 10);
  for (const slot of [0, 5]) {
    const bo = game.players.Bo!;
    if (slot === 5) game.service.platform.command(CONSOLE, "/doubletake removal off");
    await settle();
    bo.slots[slot] = sword();
    act(game.service, bo, new FakeItem(sword()));
    await play(game.service, UNTIL_SETTLED);
  }
  await game.service.doubletake.staffActs.dismiss(1, "Staff");
  await play(game.service, 3);
  game.save();
  await game.crash([], false);
  await play(game.service, UNTIL_SETTLED);
  assert.equal((await game.memory.quarantined({ number: 1 }))[0]?.state, "held");
});

test("what was taken stays in quarantine, and nobody is robbed, if the owner was away in a run that ended in a second crash", async () => {
  const game = new SavedGame({ Alex: [sword()], Bo: [], chest: [] });
  await game.boot();
  const bo = game.players.Bo!;
  // The store is still being asked about the item: nobody knows which copy was first.
  bo.slots[1] = { ...sword(), count: 2 };
  act(game.service, bo, new FakeItem(bo.slots[1]));
  await play(game.service);
  game.save();
  await play(game.service);
  await game.crash(["Alex"], false);
  await play(game.service, 3);
  game.save();
  await game.crash([], false);
  await play(game.service, UNTIL_SETTLED);
  assert.deepEqual(
    Object.values(game.players).map(({ slots }) => slots.filter(isSword).length),
    [1, 1],
  );
  assert.deepEqual(
    (await game.memory.quarantined({})).map(({ state }) => state),
    ["held"],
  );
});

test("two wishes to restore at the same moment give an item back once", async () => {
  const { game, bo } = await taken();
  const { staffActs } = game.doubletake;
  slowDown(game);
  const outcomes = await Promise.all([staffActs.restore(1, "Ann", undefined), staffActs.restore(1, "Ben", undefined)]);
  assert.deepEqual(
    outcomes.map((outcome) => outcome?.returning.length),
    [1, 0],
  );
  await play(game, 5);
  quit(game, bo);
  const back = join(game, "Bo", { slots: bo.slots });
  await play(game, 5);
  assert.equal(back.slots.filter(Boolean).length, 1);
});

test("of two staff who restore at the same moment, the second is told that it was given back before", async () => {
  const { game } = await taken();
  slowDown(game);
  const [ann, ben] = ["Ann", "Ben"].map((name) => join(game, name, { permissions: ["doubletake.admin"] }));
  for (const staff of [ann!, ben!]) game.platform.command(staff, "/doubletake restore 1");
  for (let turn = 0; turn < 5; turn++) await settle();
  assert.match(ann!.heard.at(-1) ?? "", /1 item goes back to .*Bo/);
  assert.match(ben!.heard.at(-1) ?? "", /Everything of case 1 was given back before/);
});
