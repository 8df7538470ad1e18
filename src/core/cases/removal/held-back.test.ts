import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { type TestStaff, testStaff } from "../../../testing/unpublished/test-staff.ts";
import { blockPlace } from "../../index.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const ID = fakeId(7);
const UNTIL_REMOVED = GRACE_TICKS + 6;

const sword = (id = ID) => fakeStack("diamond_sword", { tag: id });

const box = (inside: FakeStack): FakeStack => {
  const stack = fakeStack("shulker_box", { tag: fakeId(1) });
  stack.inside!.slots[0] = inside;
  return stack;
};

/** What staff hear, the console says, and the case has on record. */
async function saidBy({ game, staff, say }: TestStaff) {
  const isAbout = (line: string) => line.includes("stay where they are");
  const shown = (await say("/dt case 1")).filter((line) => line.includes("left copies where they are"));
  const acts = (await game.store.caseByNumber(1))?.acts.map(({ act, by, note }) => `${act} ${by} ${note}`);
  return { heard: staff.heard.filter(isAbout), console: game.log.lines.filter(isAbout), acts, shown };
}

describe("a removal that is held back is told: to the console, in the case, and to staff, with the reason", () => {
  test("when nobody can say which copy was there first, until staff decide", async () => {
    const team = await testStaff();
    const [alex, bo] = [join(team.game, "Alex", { slots: [sword()] }), join(team.game, "Bo", { slots: [sword()] })];
    await play(team.game, UNTIL_REMOVED + 40);
    assert.ok(alex.slots[0] && bo.slots[0], "nothing is taken");
    const { heard, console, acts, shown } = await saidBy(team);
    const reason = "nobody can say which copy was there first";
    assert.equal(heard.length, 1, "told once");
    assert.match(heard[0]!, new RegExp(`Case 1: extra copies of Diamond Sword .*${ID} .*${reason}`));
    assert.deepEqual(console, [
      `warn: [Doubletake] Case 1: extra copies of DIAMOND_SWORD ${ID} stay where they are: ${reason}. Staff decide.`,
    ]);
    assert.deepEqual(acts, ["hold Doubletake unknown-first"]);
    assert.match(shown[0]!, new RegExp(`Doubletake left copies where they are \\(${reason}\\)$`));
    assert.equal((await team.game.store.caseByNumber(1))?.status, "open");

    await team.say("/dt remove 1");
    await play(team.game, 6);
    assert.equal([alex.slots[0], bo.slots[0]].filter(Boolean).length, 1, "staff have decided");
  });

  test("and a restart does not make anybody the first", async () => {
    const before = await testStaff();
    for (const name of ["Alex", "Bo"]) join(before.game, name, { slots: [sword()] });
    await play(before.game, UNTIL_REMOVED);
    await before.game.doubletake.stop();
    const { game } = await testStaff({ store: before.game.store, clock: before.game.clock });
    const alex = join(game, "Alex", { slots: [sword()] });
    // Long enough for every player and place to be looked at.
    await play(game, 450);
    const bo = join(game, "Bo", { slots: [sword()] });
    await play(game, UNTIL_REMOVED + 5);
    assert.ok(alex.slots[0] && bo.slots[0]);
  });

  test("nor does a move between two restarts", async () => {
    const before = await testStaff();
    const [, mover] = ["Alex", "Bo"].map((name) => join(before.game, name, { slots: [sword()] }));
    await play(before.game, UNTIL_REMOVED);
    [before.game.platform.chest(CHEST)[0], mover!.slots[0]] = [mover!.slots[0], undefined];
    act(before.game, mover!, new FakeItem(before.game.platform.chest(CHEST)[0]!), [CHEST]);
    await play(before.game, 5);
    await before.game.doubletake.stop();
    const { game } = await testStaff({ store: before.game.store, clock: before.game.clock });
    game.platform.chest(CHEST)[0] = sword();
    await play(game, 450);
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game, UNTIL_REMOVED + 5);
    assert.ok(alex.slots[0] && game.platform.chest(CHEST)[0]);
  });

  test("nor that both went dark, one after the other, and the first to leave came back first", async () => {
    const { game } = await testStaff();
    const bo = join(game, "Bo", { slots: [sword()] });
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game, UNTIL_REMOVED);
    quit(game, alex);
    await play(game, 5);
    quit(game, bo);
    await play(game, 5);
    const again = [join(game, "Alex", { slots: [sword()] })];
    await play(game, 450);
    again.push(join(game, "Bo", { slots: [sword()] }));
    await play(game, UNTIL_REMOVED + 5);
    assert.deepEqual(
      again.map(({ slots }) => slots[0]?.tag),
      [ID, ID],
    );
  });

  for (const isPlaced of [false, true]) {
    const how = isPlaced ? "taken, when the chest was placed just now" : "left";
    test(`a copy in a chest that nobody had looked into since the id was first seen at all is ${how}`, async () => {
      const { game } = await testStaff();
      const alex = join(game, "Alex", { slots: [sword()] });
      await play(game, 5);
      game.platform.chest(CHEST)[0] = sword();
      const cause = { action: isPlaced ? "BLOCK_PLACE" : "CONTAINER_OPEN", player: alex } as const;
      game.doubletake.report({ kind: "sighting", place: CHEST, ...cause });
      await play(game, UNTIL_REMOVED);
      assert.deepEqual([alex.slots[0], game.platform.chest(CHEST)[0]].map(Boolean), [true, !isPlaced]);
    });
  }

  test("when it is unknown of the box, for all that is in it", async () => {
    const { game } = await testStaff();
    const alex = join(game, "Alex", { slots: [box(sword())] });
    const bo = join(game, "Bo");
    // Long enough for everything to be looked at since the ids were first seen.
    await play(game, 850);
    [bo.slots[0], alex.slots[0]] = [alex.slots[0], undefined];
    act(game, bo, new FakeItem(bo.slots[0]!), [alex.place], "PICKUP");
    // A machine took it too, and nobody says whether it did so before.
    game.platform.chest(CHEST)[0] = box(sword());
    await play(game, 450);
    for (const left of [bo.slots[0], game.platform.chest(CHEST)[0]]) assert.ok(left?.inside?.slots[0]);
  });

  test("when the box that it was in, or beside, was moved as it turned up outside: it may have come out of that", async () => {
    const { game } = await testStaff();
    const alex = join(game, "Alex", { slots: [box(sword())] });
    await play(game, 850);
    const bag = alex.slots[0]!;
    [game.platform.chest(CHEST)[0], alex.slots[0]] = [bag, sword()];
    act(game, alex, new FakeItem(bag), [CHEST]);
    act(game, alex, new FakeItem(alex.slots[0]), [], "INVENTORY_CLICK");
    await play(game, UNTIL_REMOVED + 5);
    assert.deepEqual([alex.slots[0]?.tag, bag.inside?.slots[0]?.tag], [ID, ID]);
  });

  test("when each of two copied boxes holds something of which there is only one", async () => {
    const team = await testStaff();
    const alex = join(team.game, "Alex", { slots: [box(sword(fakeId(8)))] });
    await play(team.game, 40);
    const bo = join(team.game, "Bo", { slots: [box(sword(fakeId(9)))] });
    await play(team.game, UNTIL_REMOVED + 40);
    assert.ok(alex.slots[0] && bo.slots[0]);
    const { heard, console, acts } = await saidBy(team);
    assert.deepEqual([heard.length, console.length], [1, 1]);
    assert.match(console[0]!, /SHULKER_BOX .*each of the boxes holds something of which there is only one/);
    assert.deepEqual(acts, ["hold Doubletake unique-contents"]);
  });

  test("when the game server cannot take items away", async () => {
    class Bare extends FakePlatform {
      override remove = undefined as never;
    }
    const team = await testStaff({ platform: new Bare() });
    join(team.game, "Alex", { slots: [sword()] });
    await play(team.game, 40);
    join(team.game, "Bo", { slots: [sword()] });
    await play(team.game, UNTIL_REMOVED);
    const { heard, console, acts } = await saidBy(team);
    assert.deepEqual([heard.length, console.length], [1, 1]);
    assert.match(console[0]!, /this game server cannot take items away/);
    assert.deepEqual(acts, ["hold Doubletake cannot-remove"]);
  });

  test("when whoever put one copy into somebody's chest has the other: it may have been sold that way", async () => {
    const { game } = await testStaff();
    const mallory = join(game, "Mallory", { slots: [sword()] });
    const alice = game.platform.chest(CHEST);
    await play(game, 5);
    [alice[0], mallory.slots[0]] = [mallory.slots[0], undefined];
    act(game, mallory, new FakeItem(alice[0]!), [CHEST]);
    await play(game, 5);
    // It goes from one player to another and back without an event, so that nobody can say which was first.
    [mallory.slots[3], alice[0]] = [alice[0], undefined];
    await play(game, 450);
    alice[0] = sword();
    await play(game, 450);
    assert.deepEqual([alice[0]?.tag, mallory.slots[3]?.tag], [ID, ID]);
  });

  test("but not when one player has both copies: whichever goes, it goes from him to him", async () => {
    const team = await testStaff();
    const alex = join(team.game, "Alex", { slots: [sword(), undefined, sword()] });
    await play(team.game, UNTIL_REMOVED);
    assert.equal(alex.slots.filter(Boolean).length, 1);
    assert.deepEqual((await saidBy(team)).heard, []);
  });
});
