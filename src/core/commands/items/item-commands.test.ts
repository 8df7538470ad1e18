import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { act, join, play, quit } from "../../../testing/unpublished/story.ts";
import { duplicatedSword, type TestStaff, testStaff } from "../../../testing/unpublished/test-staff.ts";
import { blockPlace } from "../../index.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const TIME = String.raw`\(2026-01-\d\d \d\d:\d\d\)`;

describe("an id", () => {
  const known = ["aaaaaaaa-1111-4000-8000-000000000001", "aaaaaaaa-2222-4000-8000-000000000002"];

  async function team() {
    const started = await testStaff();
    for (const id of [...known, "bbbbbbbb-0000-4000-8000-000000000003"]) await started.game.store.recordSeen(id);
    return started;
  }

  it("may be given by a beginning of 8 or more characters, in any case, with or without hyphens", async () => {
    const { say } = await team();
    for (const typed of ["bbbbbbbb", "BBBBBBBB-00", "bbbbbbbb0000", "bbbbbbbb-0000-4000-8000-000000000003"]) {
      assert.equal((await say(`/dt history ${typed}`))[1], "Nothing is recorded of this item yet.", typed);
    }
    assert.match((await say("/dt find aaaaaaaa-1"))[0]!, new RegExp(known[0]!));
  });

  it("that is too short, or can be none, is told so", async () => {
    const { say } = await team();
    assert.deepEqual(await say("/dt history bbbbbbb"), [
      "bbbbbbb is too short: an id needs at least its first 8 characters.",
    ]);
    assert.deepEqual(await say("/dt find sword"), [
      "sword is not an id: ids are made of the digits 0 to 9, the letters a to f, and hyphens.",
    ]);
    assert.match((await say(`/dt find ${known[0]}0`))[0]!, /is not an id/);
  });

  it("that nobody knows is told so", async () => {
    const { say } = await team();
    assert.deepEqual(await say("/dt find cccccccc"), ["No item is known by the id cccccccc."]);
  });

  it("that begins several is answered with those", async () => {
    const { say, game } = await team();
    assert.deepEqual(await say("/dt history aaaaaaaa"), [
      "Several ids begin with aaaaaaaa. Type more of it:",
      ...known,
    ]);
    for (let n = 1; n <= 8; n++) await game.store.recordSeen(fakeId(n));
    const answer = await say("/dt find 00000000");
    assert.deepEqual(answer.slice(1), [1, 2, 3, 4, 5].map(fakeId).concat("…"));
  });
});

describe("/doubletake history", () => {
  it("shows an item's transfers, newest first, each with who, what, where and how long ago", async () => {
    const { say, game } = await testStaff();
    const { itemId } = await duplicatedSword(game);
    game.clock.pass(180_000);
    const [title, ...rows] = await say(`/dt history ${itemId}`);
    assert.equal(title, `History of Diamond Sword (${itemId}), newest first:`);
    assert.match(rows[0]!, new RegExp(`^3 min ago ${TIME} Bo: taken away as a duplicate world:-20,70,3$`));
    assert.match(rows.at(-1)!, new RegExp(`^3 min ago ${TIME} Alex: joined with it world:10,64,10$`));
    assert.equal((await say(`/dt history ${itemId} 1`)).length, 2);
  });

  it("names nobody where nobody was", async () => {
    const { say, game } = await testStaff();
    game.platform.chest(CHEST)[0] = fakeStack("bow");
    await play(game, 3);
    assert.match((await say(`/dt history ${fakeId(1)}`))[1]!, / nobody: seen by a scan world:5,64,5$/);
  });
});

describe("/doubletake at", () => {
  async function chestOfTen() {
    const team = await testStaff();
    const { game, staff } = team;
    const alex = join(game, "Alex");
    for (let n = 0; n < 10; n++) {
      const bow = fakeStack("bow");
      game.platform.chest(CHEST)[n] = bow;
      game.doubletake.report({
        kind: "interaction",
        player: alex,
        item: new FakeItem(bow),
        action: "CONTAINER_TRANSFER",
        touched: [CHEST],
        location: { world: "world", x: 5, y: 64, z: 5 },
      });
      await play(game);
      game.clock.pass(1000);
    }
    staff.at = { world: "world", x: 5.5, y: 65, z: 4.5 };
    return team;
  }

  it("shows who moved what at a block of one's own world, newest first, in pages", async () => {
    const { say } = await chestOfTen();
    const first = await say("/dt at 5 64 5");
    assert.equal(first[0], "What was moved at world:5,64,5, newest first:");
    assert.match(first[1]!, new RegExp(`Alex: moved into or out of a container, Bow ${fakeId(10).slice(0, 8)}$`));
    assert.equal(first.at(-1), "Page 1. More: /doubletake at 5 64 5 world 2");
    assert.equal((await say("/dt at 5 64 5 world 2")).length, 3);
    assert.equal((await say("/dt at 5 64 5 2")).length, 3, "a number is a page");
  });

  it("counts from where one stands", async () => {
    const { say } = await chestOfTen();
    assert.deepEqual(await say("/dt at ~ ~-1 ~1"), await say("/dt at 5 64 5"));
  });

  it("says so when there is nothing, and how it is used when that is no block", async () => {
    const { say } = await chestOfTen();
    assert.deepEqual(await say("/dt at 5 64 6"), ["Nothing is recorded at world:5,64,6."]);
    assert.deepEqual(await say("/dt at 5 64 5 nether"), ["Nothing is recorded at nether:5,64,5."]);
    for (const typed of ["5 64 up", "5 64 5.5", "5 64", '5 64 ""'])
      assert.match((await say(`/dt at ${typed}`))[0]!, /\/doubletake at <x> <y> <z> \[world\] \[page\]/, typed);
  });

  it("asks about every world for the console, which is in none", async () => {
    const { say, console } = await chestOfTen();
    assert.equal((await say("/dt at 5 64 5", console))[0], "What was moved at 5,64,5, newest first:");
    assert.match((await say("/dt at ~ 64 5", console))[0]!, /<x> <y> <z>/);
  });
});

describe("/doubletake items", () => {
  it("shows what a player has handled, newest first, also when offline", async () => {
    const { say, game } = await testStaff();
    const alex = join(game, "Alex");
    await handle(game, alex, 3);
    quit(game, alex);
    await play(game);
    const answer = await say("/dt items aLEX");
    assert.equal(answer[0], "Items that Alex has handled, newest first:");
    assert.deepEqual(
      answer.slice(1).map((row) => row.replace(new RegExp(` \\S+( s)? ago ${TIME}`), "")),
      [3, 2, 1].map((n) => `Bow ${fakeId(n).slice(0, 8)} picked up world:${n},64,0`),
    );
  });

  it("goes in pages, and says how to see the next", async () => {
    const { say, game } = await testStaff();
    await handle(game, join(game, "Alex"), 19);
    const first = await say("/dt items Alex");
    assert.equal(first.length, 10);
    assert.equal(first.at(-1), "Page 1. More: /doubletake items Alex 2");
    const last = await say("/dt items Alex 3");
    assert.equal(last.length, 4);
    assert.match(last.at(-1)!, /picked up world:1,64,0$/);
    assert.deepEqual(await say("/dt items Alex 4"), ["There is nothing on page 4."]);
  });

  it("takes a name with spaces, and an account's id", async () => {
    const { say, game } = await testStaff();
    const body = join(game, "Some Body");
    await handle(game, body, 9);
    assert.equal((await say('/dt items "some body"')).at(-1), 'Page 1. More: /doubletake items "Some Body" 2');
    assert.equal((await say(`/dt items ${body.id}`)).length, 10);
  });

  it("says so when there is nothing", async () => {
    const { say } = await testStaff();
    assert.deepEqual(await say("/dt items Staff"), ["Staff has handled no tracked item yet."]);
  });
});

describe("/doubletake find", () => {
  it("shows where an item is in sight now", async () => {
    const { say, game } = await testStaff();
    const bow = fakeStack("bow");
    const alex = join(game, "Alex", { slots: [bow] });
    await play(game);
    const title = `Where is Bow (${fakeId(1)})?`;
    assert.deepEqual(await say(`/dt find ${fakeId(1)}`), [title, "In sight now: inventory of Alex world:0,64,0"]);
    alex.slots[0] = undefined;
    game.platform.chest(CHEST)[0] = bow;
    act(game, alex, new FakeItem(bow), [CHEST]);
    await play(game);
    assert.deepEqual(await say(`/dt find ${fakeId(1)}`), [
      title,
      "In sight now: container, last touched by Alex world:5,64,5",
    ]);
  });

  it("shows where it was last confirmed when that place is dark", async () => {
    const { say, game } = await testStaff();
    const alex = join(game, "Alex", { slots: [fakeStack("bow")] });
    await play(game);
    quit(game, alex);
    await play(game);
    game.clock.pass(7_200_000);
    assert.match(
      (await say(`/dt find ${fakeId(1)}`))[1]!,
      new RegExp(`^Last confirmed 2 h ago ${TIME}: inventory of Alex world:0,64,0 on memory$`),
    );
  });

  it("says so when it left its last place, and when nothing is known", async () => {
    const { say, game } = await testStaff();
    const alex = join(game, "Alex", { slots: [fakeStack("bow")] });
    await play(game);
    alex.slots[0] = undefined;
    game.doubletake.report({ kind: "sighting", place: alex.place, action: "INVENTORY_CLICK", player: alex });
    await play(game);
    assert.match((await say(`/dt find ${fakeId(1)}`))[1]!, /^It left its last place .* and has not been seen since\.$/);
    await game.store.recordSeen(fakeId(50));
    assert.deepEqual(await say(`/dt find ${fakeId(50)}`), [
      `Where is ? (${fakeId(50)})?`,
      "It is not known where it is.",
    ]);
  });

  it("mentions its cases, and a copy in quarantine", async () => {
    const { say, game } = await testStaff();
    const { itemId } = await duplicatedSword(game);
    const answer = await say(`/dt find ${itemId}`);
    assert.equal(answer[1], "In sight now: inventory of Alex world:10,64,10");
    assert.match(answer[2]!, /^A copy went into quarantine .*: \/doubletake case 1$/);
    assert.equal(answer[3], "Part of case 1 (open): /doubletake case 1");
  });
});

describe("/doubletake inspect", () => {
  it("shows the item in hand with what is inside it, and gives no ids", async () => {
    const { say, staff } = await testStaff();
    const box = fakeStack("shulker_box", { tag: fakeId(60) });
    box.inside!.slots[4] = fakeStack("bow", { tag: fakeId(61) });
    box.inside!.slots[5] = fakeStack("elytra");
    staff.slots[0] = box;
    assert.deepEqual(await say("/dt inspect"), [
      `You hold Shulker Box (${fakeId(60)})`,
      `Bow ${fakeId(61).slice(0, 8)} /4`,
    ]);
    assert.equal(box.inside!.slots[5].tag, undefined);
  });

  it("says why there is nothing to show in hand", async () => {
    const { say, staff } = await testStaff();
    assert.deepEqual(await say("/dt inspect"), ["You hold nothing."]);
    staff.slots[0] = fakeStack("dirt");
    assert.deepEqual(await say("/dt inspect"), ["Dirt can be stacked, so it has no id."]);
  });

  it("mentions the open case of the item in hand", async () => {
    const { say, game, staff } = await testStaff();
    const { alex } = await duplicatedSword(game);
    staff.slots[0] = alex.slots[0];
    assert.equal((await say("/dt inspect")).at(-1), "It is part of the open case 1: /doubletake case 1");
  });

  it("shows the inventory of a player who is online, slot by slot, in pages", async () => {
    const { say, game } = await testStaff();
    const bow = (n: number) => fakeStack("bow", { tag: fakeId(100 + n) });
    join(game, "Alex", { slots: [fakeStack("dirt"), ...Array.from({ length: 9 }, (_, n) => bow(n))] });
    const answer = await say("/dt inspect alex");
    assert.deepEqual(answer.slice(0, 2), ["Tracked items of Alex:", "Bow 00000000 inventory/1"]);
    assert.equal(answer.at(-1), "Page 1. More: /doubletake inspect Alex 2");
    assert.deepEqual((await say("/dt inspect alex 2")).slice(1), ["Bow 00000000 inventory/9"]);
    assert.deepEqual(await say("/dt inspect Staff"), ["No tracked items are known with Staff."]);
  });

  it("shows what an offline player had when last seen", async () => {
    const { say, game } = await testStaff();
    const alex = join(game, "Alex", { slots: [fakeStack("bow")] });
    await play(game);
    quit(game, alex);
    await play(game);
    const answer = await say("/dt inspect Alex");
    assert.equal(answer[0], "Alex is offline. Tracked items when last seen:");
    assert.match(answer[1]!, /^Bow 00000000 .*\(2026/);
  });
});

/** The player picks up so many bows, each its own, a second and a block apart. */
async function handle(game: TestStaff["game"], player: ReturnType<typeof join>, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const location = { world: "world", x: n, y: 64, z: 0 };
    const item = new FakeItem(fakeStack("bow"));
    game.doubletake.report({ kind: "interaction", player, item, action: "PICKUP", location });
    game.clock.pass(1000);
  }
  await play(game);
}
