import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import type { FakePlayer } from "../../../testing/fake-player.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { SavedGame } from "../../../testing/unpublished/saved-game.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace, groundPlace, type PlaceKey } from "../../index.ts";

const at = (x: number) => ({ world: "world", x, y: 64, z: 5 });
const CHEST = blockPlace(at(5));
const NEXT_CHEST = blockPlace(at(6));
/** Enough for every place to be looked at, so that nothing is in doubt. */
const UNTIL_CERTAIN = 450;
const UNTIL_REMOVED = GRACE_TICKS + 8;
const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });

async function takenFrom({ store }: FakeService): Promise<string[]> {
  return (await store.quarantined({})).filter(({ state }) => state === "held").map(({ takenFrom }) => takenFrom.place);
}

describe("a dark place holds the item, and a copy turns up elsewhere", () => {
  for (const ticks of [0, 1])
    it(`its holder comes back and drops it ${ticks === 0 ? "in that tick: nobody can say which it is" : "a tick later: the copy is taken"}`, async () => {
      const game = await startedService();
      const original = sword();
      const alex = join(game, "Alex", { slots: [original] });
      await play(game, UNTIL_CERTAIN);
      quit(game, alex);
      await play(game, 5);
      const cheat = join(game, "Cheat", { slots: [sword()], at: at(200) });
      await play(game, 30);
      const again = join(game, "Alex", { slots: [original] });
      await play(game, ticks);
      game.platform.drop(original, again.at);
      again.slots[0] = undefined;
      act(game, again, new FakeItem(original), [groundPlace(again.at)], "DROP");
      await play(game, UNTIL_REMOVED);
      assert.deepEqual(await takenFrom(game), ticks === 0 ? [] : [cheat.place]);
    });

  it("a hopper empties it in the tick in which it comes back: nothing is taken", async () => {
    const game = await startedService();
    const [chest, next] = [game.platform.chest(CHEST), game.platform.chest(NEXT_CHEST)];
    chest[0] = sword();
    await play(game, UNTIL_CERTAIN);
    for (const place of [CHEST, NEXT_CHEST]) unload(game, place);
    await play(game, 5);
    join(game, "Cheat", { slots: [sword()], at: at(200) });
    await play(game, 30);
    for (const place of [CHEST, NEXT_CHEST]) load(game, place);
    [next[0], chest[0]] = [chest[0], undefined];
    await play(game, UNTIL_REMOVED);
    assert.deepEqual(await takenFrom(game), []);
  });
});

describe("a dark place did not hold the item, and has it later", () => {
  it("because a hopper filled it after it came back, before anybody looked: nothing is taken there", async () => {
    const { game, alex, cheat } = await besideAChest();
    unload(game, CHEST);
    await play(game, 5);
    const entity = dropped(game, alex);
    await play(game, 40);
    game.platform.lighten(CHEST);
    game.platform.chest(CHEST)[0] = game.platform.pickUp(entity);
    pickedUp(game, cheat);
    await play(game, UNTIL_REMOVED + 60);
    assert.deepEqual(
      (await takenFrom(game)).filter((place) => place === CHEST),
      [],
    );
  });

  it("because a hopper filled it before it went dark, which nobody said: nothing is taken there", async () => {
    const { game, alex, cheat } = await besideAChest();
    const entity = dropped(game, alex);
    await play(game, 40);
    game.platform.chest(CHEST)[0] = game.platform.pickUp(entity);
    game.platform.darken(CHEST);
    await play(game, 10);
    pickedUp(game, cheat);
    await play(game, 5);
    load(game, CHEST);
    await play(game, UNTIL_REMOVED + 60);
    assert.deepEqual(
      (await takenFrom(game)).filter((place) => place === CHEST),
      [],
    );
  });
});

for (const isOwner of [false, true])
  it(`what a player left without, and has when joining, ${isOwner ? "may be the item when it was last seen with that player" : "is the copy, although a machine has just moved the item"}`, async () => {
    const { game, alex } = await besideAChest();
    const stack = alex.slots[0]!;
    if (isOwner) alex.slots[0] = undefined;
    else {
      const entity = dropped(game, alex);
      await play(game, 3);
      game.platform.pickUp(entity);
    }
    game.platform.chest(CHEST)[0] = stack;
    await play(game, 2);
    quit(game, alex);
    await play(game, 2);
    const again = join(game, "Alex", { slots: [sword()], at: at(5) });
    await play(game, UNTIL_REMOVED);
    assert.deepEqual(await takenFrom(game), isOwner ? [] : [again.place]);
  });

for (const boxes of [0, 20])
  it(`who comes back with ${boxes} full boxes, sells the item and clones it does not have its buyer robbed`, async () => {
    const game = await startedService();
    const bows = (box: number) =>
      Array.from({ length: 27 }, (_, slot) => fakeStack("bow", { tag: fakeId(2000 + box * 27 + slot) }));
    const carried = Array.from({ length: boxes }, (_, box) =>
      fakeStack("shulker_box", { tag: fakeId(1000 + box), inside: { kind: "shulker-box", slots: bows(box) } }),
    );
    const original = sword();
    const seller = join(game, "Cheat", { slots: [original, ...carried] });
    const bo = join(game, "Bo", { at: at(100) });
    await play(game, UNTIL_CERTAIN);
    quit(game, seller);
    await play(game, 5);
    const again = join(game, "Cheat", { slots: [original, ...carried] });
    await play(game, 1);
    [bo.slots[0], again.slots[0]] = [original, undefined];
    act(game, bo, new FakeItem(original), [again.place], "PICKUP");
    await play(game, 1);
    again.slots[0] = sword();
    await play(game, UNTIL_REMOVED + 20);
    assert.deepEqual(await takenFrom(game), [again.place]);
  });

/** Alex has the item, and stands beside a chest with something else in it. */
async function besideAChest() {
  const game = await startedService();
  game.platform.chest(CHEST)[3] = fakeStack("bow", { tag: fakeId(99) });
  const cheat = join(game, "Cheat", { at: at(300) });
  const alex = join(game, "Alex", { slots: [sword()], at: at(5) });
  await play(game, UNTIL_CERTAIN);
  return { game, alex, cheat };
}

describe("a copy made in a chest in the last second before an orderly stop, which stays dark after the next start", () => {
  for (const isReported of [true, false])
    it(`is told and taken when it comes to light${isReported ? "" : ", also if no event reported it"}`, async () => {
      for (const ticks of [0, 1, 6, 14, 16, 20]) {
        const game = new SavedGame({ Alex: [sword()], chest: [] });
        await game.boot();
        await play(game.service, 20);
        game.slotsOf("chest")![3] = sword();
        if (isReported) act(game.service, game.players.Alex!, new FakeItem(sword()), [CHEST]);
        await play(game.service, ticks);
        await game.stop([], true);
        await play(game.service, 40);
        game.load();
        await play(game.service, UNTIL_REMOVED + 20);
        const [found] = await game.memory.cases({}, { offset: 0, limit: 1 });
        assert.equal(found?.type, "DUPLICATE_ITEM", `${ticks} ticks before the stop`);
        assert.deepEqual(
          [game.players.Alex!.slots, game.slotsOf("chest")!].map((slots) => slots.filter(Boolean).length),
          [1, 0],
          `${ticks} ticks before the stop`,
        );
      }
    });
});

it("a copy that stays in the dark is claimed also if the player whose claim it was is back with two", async () => {
  for (const isBoBack of [false, true]) {
    const game = new SavedGame({ Alex: [sword()], Bo: [], chest: [] });
    await game.boot();
    await play(game.service, 20);
    const alex = game.players.Alex!;
    alex.slots[1] = sword();
    game.slotsOf("chest")![1] = sword();
    if (isBoBack) game.players.Bo!.slots[1] = sword();
    act(game.service, alex, new FakeItem(sword()), [CHEST]);
    await play(game.service);
    await game.stop([], true);
    await play(game.service, 3);
    const claims = await game.memory.openClaims();
    assert.ok(claims.some(({ kind, place }) => kind === "dark" && place === CHEST));
  }
});

function dropped(game: FakeService, player: FakePlayer): string {
  const stack = player.slots[0]!;
  player.slots[0] = undefined;
  const entity = game.platform.drop(stack, player.at);
  act(game, player, new FakeItem(stack), [groundPlace(player.at)], "DROP");
  return entity;
}

/** A clone comes to light by an event that says where it came from. */
function pickedUp(game: FakeService, player: FakePlayer): void {
  player.slots[0] = sword();
  act(game, player, new FakeItem(player.slots[0]), [groundPlace(player.at)], "PICKUP");
}

function unload(game: FakeService, place: PlaceKey): void {
  game.doubletake.report({ kind: "going-dark", place, action: "SCAN" });
  game.platform.darken(place);
}

function load(game: FakeService, place: PlaceKey): void {
  game.platform.lighten(place);
  game.doubletake.report({ kind: "sighting", place, action: "SCAN" });
}
