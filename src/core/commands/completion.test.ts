import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../testing/fake-item.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { handStore } from "../../testing/unpublished/stores/hand-store.ts";
import { join, play, quit } from "../../testing/unpublished/story.ts";
import { duplicatedSword, testStaff } from "../../testing/unpublished/test-staff.ts";

describe("completion", () => {
  it("offers the subcommands that the caller may use", async () => {
    const { complete, staff } = await testStaff();
    assert.deepEqual(await complete("/doubletake c"), ["cases", "case", "confirm"]);
    assert.deepEqual(await complete("/dt RE"), [
      "reopen",
      "remove",
      "restore",
      "restore-since",
      "record",
      "reissue",
      "removal",
      "retire",
      "reload",
    ]);
    assert.equal((await complete("/doubletake ")).length, 25);
    staff.permissions.clear();
    staff.permissions.add("doubletake.alerts");
    assert.deepEqual(await complete("/doubletake "), ["notices", "help"]);
    assert.deepEqual(await complete("/doubletake items "), []);
    assert.deepEqual(await complete("/doubletake case "), []);
  });

  it("offers the choices of an argument", async () => {
    const { complete } = await testStaff();
    assert.deepEqual(await complete("/dt notices "), ["on", "off"]);
    assert.deepEqual(await complete("/dt cases a"), ["all"]);
    assert.deepEqual(await complete("/dt notify "), ["test"]);
    assert.deepEqual(await complete("/dt notify test "), ["embed_chat", "bot_chat", "hook_chat", "generic"]);
    assert.deepEqual(await complete("/dt notify test h"), ["hook_chat"]);
    assert.deepEqual(await complete("/dt notify test generic "), []);
    assert.deepEqual(await complete("/dt dance "), []);
  });

  it("offers where the caller stands, axis by axis", async () => {
    const { complete, staff } = await testStaff();
    staff.at = { world: "world", x: -0.5, y: 64, z: 7.9 };
    assert.deepEqual(await complete("/dt at "), ["-1"]);
    assert.deepEqual(await complete("/dt at -1 "), ["64"]);
    assert.deepEqual(await complete("/dt at -1 64 "), ["7"]);
    assert.deepEqual(await complete("/dt at 5"), []);
  });

  it("offers players, those who are offline as well", async () => {
    const { complete, game } = await testStaff();
    const alex = join(game, "Alex");
    join(game, "Albert");
    await play(game);
    quit(game, alex);
    await play(game);
    assert.deepEqual(await complete("/dt items al"), ["Albert", "Alex"]);
    assert.deepEqual(await complete("/dt restore 1 ALEX"), ["Alex"]);
    assert.deepEqual(await complete("/dt inspect S"), ["Staff"]);
  });

  it("offers a name with spaces in quotes, and goes on when it is begun with one", async () => {
    const { complete, game } = await testStaff();
    join(game, "Some Body");
    assert.deepEqual(await complete("/dt items so"), ['"Some Body"']);
    assert.deepEqual(await complete('/dt items "Some B'), ['"Some Body"']);
  });

  it("offers case numbers, open ones first", async () => {
    const { complete, game } = await testStaff();
    await duplicatedSword(game);
    const [record] = await game.store.cases({}, { offset: 0, limit: 1 });
    await game.store.saveCase({ ...record!, number: 0, status: "dismissed" });
    assert.deepEqual(await complete("/dt case "), ["1", "2"]);
    assert.deepEqual(await complete("/dt tp 2"), ["2"]);
  });

  it("offers ids by their beginning; without any, the one in the hand and those of open cases", async () => {
    const { complete, staff, game } = await testStaff();
    const { itemId } = await duplicatedSword(game);
    assert.deepEqual(await complete("/dt history "), [itemId]);
    assert.deepEqual(await complete("/dt history 0000"), [itemId]);
    assert.deepEqual(await complete("/dt find xyz"), []);
    staff.slots[0] = fakeStack("bow", { tag: fakeId(9) });
    assert.deepEqual(await complete("/dt find "), [fakeId(9), itemId]);
    await game.store.saveCase({ ...(await game.store.caseByNumber(1))!, status: "dismissed" });
    assert.deepEqual(await complete("/dt find "), [fakeId(9)]);
  });

  it("does not wait for a store that hangs: what the game knows is offered", async () => {
    const slow = handStore(new MemoryStore());
    const { complete, game } = await testStaff({ store: slow.store });
    slow.hang();
    const offered = complete("/dt items ");
    game.timers.ring();
    assert.deepEqual(await offered, ["Staff"]);
  });

  it("does not fail with the store: one console line a minute says why nothing is offered", async () => {
    const failing = handStore(new MemoryStore());
    const { complete, game } = await testStaff({ store: failing.store });
    failing.fail("the database is away");
    assert.deepEqual(await complete("/dt case "), []);
    assert.deepEqual(await complete("/dt items s"), ["Staff"]);
    assert.deepEqual(game.log.lines, ["warn: Arguments cannot be completed from the store: the database is away"]);
    assert.equal(game.timers.waiting, 0);
  });
});
