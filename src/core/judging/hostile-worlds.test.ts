import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import { FakePlatform } from "../../testing/fake-platform.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import { HandClock, SlowClock } from "../../testing/unpublished/hand-clock.ts";
import { act, GRACE_TICKS, join, play } from "../../testing/unpublished/story.ts";
import { blockPlace, type CaseRecord, type Claim, type LookHints, type PlaceKey, type StackVisitor } from "../index.ts";

const FIRST = blockPlace({ world: "world", x: 1, y: 64, z: 1 });
const SECOND = blockPlace({ world: "world", x: 3, y: 64, z: 1 });

/** Counts the stacks that it shows, those inside boxes too. */
class CountingPlatform extends FakePlatform {
  shown = 0;

  override look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean {
    return super.look(
      place,
      (item, slot, at) => {
        this.shown += sizeOf(item.stack as FakeStack);
        see(item, slot, at);
      },
      hints,
    );
  }
}

/** Counts the claims, closed claims and new cases that it is given. */
class CountingStore extends MemoryStore {
  claims = 0;
  closedClaims = 0;
  newCases = 0;

  override saveClaim(claim: Claim): Promise<void> {
    this.claims++;
    return super.saveClaim(claim);
  }

  override closeClaim(itemId: string, place: PlaceKey): Promise<void> {
    this.closedClaims++;
    return super.closeClaim(itemId, place);
  }

  override saveCase(record: CaseRecord): Promise<number> {
    if (record.number === 0) this.newCases++;
    return super.saveCase(record);
  }
}

function sizeOf(stack: FakeStack): number {
  return 1 + (stack.inside?.slots ?? []).reduce((sum, inner) => sum + (inner ? sizeOf(inner) : 0), 0);
}

/** Plays on, and returns the most stacks that were shown from one tick to the next. */
async function mostShown(game: FakeService, platform: CountingPlatform, isDone: () => boolean): Promise<number> {
  let most = 0;
  for (let ticks = 0; ticks < 400 && !isDone(); ticks++) {
    platform.shown = 0;
    await play(game);
    most = Math.max(most, platform.shown);
  }
  assert.ok(isDone(), "in the end all is done");
  return most;
}

const swords = (count: number, from = 1000) =>
  Array.from({ length: count }, (_, index) => fakeStack("diamond_sword", { tag: fakeId(from + index) }));

async function doubledBox(items: number): Promise<{ readonly size: number; readonly most: number }> {
  const platform = new CountingPlatform();
  const game = await startedService({ platform });
  const box = fakeStack("shulker_box", { tag: fakeId(7), inside: { kind: "shulker-box", slots: swords(items) } });
  const alex = join(game, "Alex", { slots: [box] });
  await play(game, 5);
  const bo = join(game, "Bo", { slots: [structuredClone(box)] });
  const most = await mostShown(
    game,
    platform,
    () => [alex, bo].filter(({ slots }) => slots[0] !== undefined).length === 1,
  );
  const held = await game.store.quarantined({ state: "held" });
  assert.deepEqual(
    held.map((entry) => sizeOf(FakeItem.decode(entry.data).stack)),
    [items + 1],
    "the whole box",
  );
  return { size: 2 * (items + 1), most };
}

/** Ticks until staff are told of an item, and it is single again. */
async function ticksUntilTaken(game: FakeService, slots: readonly (FakeStack | undefined)[]): Promise<number> {
  let ticks = 0;
  while (ticks < 400 && slots[0] !== undefined) {
    await play(game);
    ticks++;
  }
  return ticks;
}

describe("a tick end that has taken long", () => {
  it("does not keep somebody else's copy from being taken: a flood of 20,000 places costs it a few ticks", async () => {
    for (const [clock, places] of [
      [new HandClock(), 20_000],
      [new SlowClock(), 4000],
    ] as const) {
      const game = await startedService({ clock });
      const [sword] = swords(1, 7) as [FakeStack];
      join(game, "Alex", { slots: [sword] });
      const [mallory, bo] = [join(game, "Mallory"), join(game, "Bo")];
      await play(game, 5);
      for (let x = 0; x < places; x++) {
        const place = blockPlace({ world: "world", x: 1000 + x, y: 64, z: 1 });
        game.platform.chest(place).push(...swords(1, 100_000 + x));
        game.doubletake.report({ kind: "sighting", place, action: "CONTAINER_OPEN", player: mallory });
      }
      bo.slots[0] = structuredClone(sword);
      game.doubletake.report({ kind: "sighting", place: bo.place, action: "RESPAWN", player: bo });
      const ticks = await ticksUntilTaken(game, bo.slots);
      // Where there are two there may be more: all loaded places are gone through for that, 1,024 that are new in a tick.
      assert.ok(ticks <= GRACE_TICKS + places / 1024 + 10, `${ticks} ticks`);
    }
  });

  it("nor does somebody who moves things about in full chests, tick by tick", async () => {
    const game = await startedService({ clock: new SlowClock() });
    const [sword] = swords(1, 7) as [FakeStack];
    join(game, "Alex", { slots: [sword] });
    const [mallory, bo] = [join(game, "Mallory"), join(game, "Bo")];
    const places = Array.from({ length: 8 }, (_, x) => blockPlace({ world: "world", x: 1000 + x, y: 64, z: 1 }));
    for (const [at, place] of places.entries()) game.platform.chest(place).push(...swords(200, 10_000 + 200 * at));
    await play(game, 60);
    bo.slots[0] = structuredClone(sword);
    game.doubletake.report({ kind: "sighting", place: bo.place, action: "RESPAWN", player: bo });
    let ticks = 0;
    for (; ticks < 200 && bo.slots[0] !== undefined; ticks++) {
      for (const place of places) {
        const chest = game.platform.chest(place);
        chest.push(chest.shift());
        act(game, mallory, new FakeItem(chest[0]!), [place]);
      }
      await play(game);
    }
    assert.ok(ticks <= GRACE_TICKS + 15, `${ticks} ticks`);
  });

  it("counts a full place as several: of eight that are touched, two are looked at for that, and all in the end", async () => {
    const platform = new CountingPlatform();
    const game = await startedService({ platform, clock: new SlowClock() });
    const alex = join(game, "Alex");
    await play(game, 3);
    const places = Array.from({ length: 8 }, (_, x) => blockPlace({ world: "world", x: 1000 + x, y: 64, z: 1 }));
    for (const place of places) {
      platform.chest(place).push(...Array.from({ length: 300 }, () => fakeStack("bow")));
      game.doubletake.report({ kind: "sighting", place, action: "CONTAINER_OPEN", player: alex });
    }
    let most = 0;
    for (let ticks = 0; ticks < 200; ticks++) {
      platform.shown = 0;
      await play(game);
      most = Math.max(most, platform.shown);
    }
    // Two that were touched, and three of the sweep's eight.
    assert.ok(most <= 300 * (2 + 3), `${most} stacks in one tick`);
    assert.deepEqual(
      places.filter((place) => platform.chest(place).some((stack) => stack?.tag === undefined)),
      [],
    );
  });

  it("loses nothing of a doubled box, or of many ids at once", async () => {
    const game = await startedService({ clock: new SlowClock(), config: "removal-limit: 0" });
    const box = fakeStack("shulker_box", { tag: fakeId(7), inside: { kind: "shulker-box", slots: swords(150) } });
    const alex = join(game, "Alex", { slots: [box] });
    const chests = [game.platform.chest(FIRST), game.platform.chest(SECOND)];
    chests[0]!.push(...swords(100, 5000));
    await play(game, 120);
    const bo = join(game, "Bo", { slots: [structuredClone(box)] });
    chests[1]!.push(...structuredClone(chests[0]!));
    const left = () => [...chests.flat(), alex.slots[0], bo.slots[0]].filter((stack) => stack !== undefined).length;
    for (let ticks = 0; ticks < 400 && left() > 101; ticks++) await play(game);
    assert.deepEqual([alex.slots[0] !== undefined, bo.slots[0], left()], [true, undefined, 101]);
    const held = await game.store.quarantined({ state: "held" });
    assert.equal(held.length, 101);
    await game.doubletake.stop();
    assert.deepEqual(await game.store.openClaims(), []);
  });
});

describe("what a cheat makes large", () => {
  it("a doubled box of many items costs a few looks a tick, however many they are", async () => {
    for (const items of [40, 160]) {
      const { size, most } = await doubledBox(items);
      assert.ok(most <= 8 * size, `${most} stacks in one tick, with ${size} in the world`);
    }
  });

  it("a doubled box that goes takes its claims along, and they leave the record in turn", async () => {
    const store = new CountingStore();
    const game = await startedService({ store });
    const box = fakeStack("shulker_box", { tag: fakeId(7), inside: { kind: "shulker-box", slots: swords(600) } });
    const alex = join(game, "Alex", { slots: [box] });
    await play(game, 25);
    const bo = join(game, "Bo", { slots: [structuredClone(box)] });
    const isOver = async () => bo.slots[0] === undefined && (await store.openClaims()).length === 0;
    let most = 0;
    for (let ticks = 0; ticks < 200 && !(await isOver()); ticks++) {
      store.closedClaims = 0;
      await play(game);
      most = Math.max(most, store.closedClaims);
    }
    assert.deepEqual([alex.slots[0] !== undefined, bo.slots[0] !== undefined], [true, false]);
    assert.ok(most <= 64, `${most} claims closed in one tick`);
    assert.equal((await store.openClaims()).length, 0, "all in the end");
  });

  it("a container of thousands that somebody changes all the time is read once a tick, whoever asks about it", async () => {
    const platform = new CountingPlatform();
    const game = await startedService({ platform });
    const alex = join(game, "Alex");
    const chest = platform.chest(FIRST);
    chest.push(...swords(3000));
    await play(game, 80);
    const shown: number[] = [];
    for (let tick = 0; tick < 30; tick++) {
      chest[tick] = undefined;
      platform.shown = 0;
      game.doubletake.report({ kind: "sighting", place: FIRST, action: "CONTAINER_OPEN", player: alex });
      await play(game);
      shown.push(platform.shown);
    }
    const [first, ...others] = shown;
    assert.ok(first! <= 2 * 3000, `${first} stacks in the tick in which it begins`);
    assert.ok(Math.max(...others) <= 3000, `${Math.max(...others)} stacks in one tick`);
  });

  it("many ids that are doubled at once are examined in turn, and none is forgotten: one case has them all", async () => {
    const store = new CountingStore();
    const game = await startedService({ store, config: "auto-remove-duplicates: false" });
    const items = swords(400);
    game.platform.chest(FIRST).push(...items);
    await play(game, 25);
    game.platform.chest(SECOND).push(...structuredClone(items));
    let most = 0;
    for (let ticks = 0; ticks < GRACE_TICKS + 80; ticks++) {
      store.claims = 0;
      await play(game);
      most = Math.max(most, store.claims);
    }
    assert.ok(most > 0 && most <= 64, `${most} claims in one tick`);
    const cases = await store.cases({}, { offset: 0, limit: 10 });
    assert.deepEqual(
      cases.map(({ itemIds, copies }) => [itemIds.length, copies.length]),
      [[400, 800]],
    );
    assert.deepEqual(new Set(cases[0]!.itemIds), new Set(items.map(({ tag }) => tag)));
  });

  it("more ids than a case has room for go on in another, and all extra copies are taken", async () => {
    const game = await startedService({ config: "removal-limit: 0" });
    const items = swords(700);
    const chests = [game.platform.chest(FIRST), game.platform.chest(SECOND)];
    chests[0]!.push(...items);
    await play(game, 25);
    chests[1]!.push(...structuredClone(items));
    const left = () => chests.flat().filter((stack) => stack !== undefined).length;
    for (let ticks = 0; ticks < 300 && left() > 700; ticks++) await play(game);
    assert.equal(left(), 700);
    const cases = await game.store.cases({}, { offset: 0, limit: 10 });
    assert.ok(
      cases.length === 2,
      cases.map(({ itemIds, copies }) => `${itemIds.length} ids, ${copies.length} copies`).join("; "),
    );
    assert.equal(new Set(cases.flatMap(({ itemIds }) => itemIds)).size, 700);
    await play(game, 5);
    assert.equal((await game.store.quarantined({ state: "held" })).length, 700);
  });

  it("many tricks at once become cases in turn, each one of its own", async () => {
    const store = new CountingStore();
    const game = await startedService({ store, config: "auto-remove-duplicates: false" });
    join(game, "Alex");
    const chests = Array.from({ length: 100 }, (_, x) =>
      game.platform.chest(blockPlace({ world: "world", x, y: 64, z: 1 })),
    );
    for (const [at, chest] of chests.entries()) {
      const [item] = swords(1, 1000 + at) as [FakeStack];
      chest.push(item, structuredClone(item));
    }
    let most = 0;
    for (let ticks = 0; ticks < 150; ticks++) {
      store.newCases = 0;
      await play(game);
      most = Math.max(most, store.newCases);
    }
    const cases = await store.cases({}, { offset: 0, limit: 500 });
    assert.deepEqual(
      cases.map(({ itemIds }) => itemIds.length),
      chests.map(() => 1),
    );
    assert.ok(most <= 16, `${most} new cases in one tick`);
  });

  it("proven ids that stay are looked at again in turn, not all at once", async () => {
    const platform = new CountingPlatform();
    const game = await startedService({ platform, config: "auto-remove-duplicates: false" });
    const alex = join(game, "Alex");
    const places = Array.from({ length: 150 }, (_, x) => blockPlace({ world: "world", x, y: 64, z: 1 }));
    for (const [at, place] of places.entries()) {
      const items = swords(4, 1000 + 4 * at);
      platform.chest(place).push(...items, ...structuredClone(items));
    }
    await play(game, 120);
    assert.equal((await game.store.cases({}, { offset: 0, limit: 500 })).flatMap(({ itemIds }) => itemIds).length, 600);
    alex.slots[0] = fakeStack("bow");
    const shown: number[] = [];
    for (let tick = 0; tick < 60; tick++) {
      platform.shown = 0;
      await play(game);
      shown.push(platform.shown);
    }
    // The sweep goes to sixteen places a tick, each of which takes a quick check and a look; 32 ids lie in 32 more at most.
    assert.ok(Math.max(...shown) <= (2 * 16 + 32) * 8, `${Math.max(...shown)} stacks in one tick`);
  });

  it("many full containers that are touched in one tick are looked at in turn, each of them in the end", async () => {
    const platform = new CountingPlatform();
    const game = await startedService({ platform });
    const alex = join(game, "Alex");
    await play(game, 2);
    const places = Array.from({ length: 40 }, (_, x) => blockPlace({ world: "world", x: 100 + x, y: 64, z: 1 }));
    for (const place of places) {
      platform.chest(place).push(...Array.from({ length: 100 }, () => fakeStack("bow")));
      game.doubletake.report({ kind: "sighting", place, action: "CONTAINER_OPEN", player: alex });
    }
    const unseen = () => places.filter((place) => platform.chest(place).some((stack) => stack?.tag === undefined));
    let most = 0;
    let before = unseen().length;
    for (let ticks = 0; ticks < 20 && before > 0; ticks++) {
      await play(game);
      most = Math.max(most, before - unseen().length);
      before = unseen().length;
    }
    assert.equal(before, 0);
    assert.ok(most <= 20, `${most} containers of 100 items in one tick`);
  });

  it("what is claimed of a full container that stays as it is is settled all the same", async () => {
    const store = new CountingStore();
    const game = await startedService({ store });
    const alex = join(game, "Alex");
    const items = swords(150);
    game.platform.chest(FIRST).push(...items);
    await play(game, 40);
    const copies = game.platform.chest(SECOND);
    copies.push(...structuredClone(items));
    const open = () => {
      for (const place of [FIRST, SECOND])
        game.doubletake.report({ kind: "sighting", place, action: "CONTAINER_OPEN", player: alex });
    };
    open();
    await play(game, 6);
    assert.equal(game.doubletake.liveItems.claims.size, 300);
    copies.length = 0;
    for (let tick = 0; tick < 60; tick++) {
      open();
      await play(game);
    }
    assert.equal(game.doubletake.liveItems.claims.size, 0);
    assert.equal(game.platform.chest(FIRST).filter(Boolean).length, 150);
    assert.deepEqual(await store.cases({}, { offset: 0, limit: 10 }), []);
  });
});
