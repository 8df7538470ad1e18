import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { handStore } from "../../../testing/unpublished/stores/hand-store.ts";
import { GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { duplicatedSword, type TestStaff, testStaff } from "../../../testing/unpublished/test-staff.ts";
import { blockPlace, builtInTexts, NIL_UUID } from "../../index.ts";

const KEEP_ALL = "auto-remove-duplicates: false";
const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const actsOf = async ({ game }: TestStaff) => (await game.store.caseByNumber(1))?.acts.map(({ act, by }) => [act, by]);
/** A text of the messages file in no language: letters are gone, placeholders are not. */
const inOtherWords = (word: string) => (word.startsWith("{") ? word : "·".repeat(word.length));

describe("/doubletake cases", () => {
  it("lists open cases, newest first, and all of them when asked", async () => {
    const { say, game } = await testStaff();
    await duplicatedSword(game);
    game.clock.pass(120_000);
    const [title, row] = await say("/dt cases");
    assert.equal(title, "Open cases, newest first:");
    assert.match(row!, /^1 Duplicated item · Bo · Diamond Sword · open 2 min ago \(2026-01-\d\d \d\d:\d\d\)$/);
    await say("/dt dismiss 1");
    assert.deepEqual(await say("/dt cases"), ["No case is open."]);
    assert.match((await say("/dt cases all"))[1]!, /^1 .* dismissed /);
  });

  it("goes in pages", async () => {
    const { say, game } = await testStaff();
    await duplicatedSword(game);
    const [record] = await game.store.cases({}, { offset: 0, limit: 1 });
    for (let n = 0; n < 8; n++) await game.store.saveCase({ ...record!, number: 0 });
    const first = await say("/dt cases open");
    assert.equal(first.length, 10);
    assert.match(first[1]!, /^9 /);
    assert.equal(first.at(-1), "Page 1. More: /doubletake cases open 2");
    assert.match((await say("/dt cases open 2"))[1]!, /^1 /);
  });

  it("says so when there are none", async () => {
    const { say } = await testStaff();
    assert.deepEqual(await say("/dt cases"), ["No case is open."]);
    assert.deepEqual(await say("/dt cases all"), ["There are no cases."]);
  });
});

describe("/doubletake case", () => {
  it("tells what happened to one item, also when the case is about several", async () => {
    const { say, game } = await testStaff();
    await duplicatedSword(game);
    const [record] = await game.store.cases({}, { offset: 0, limit: 1 });
    const others = record!.transfers.map((row) => ({ ...row, itemId: fakeId(77), action: "DEATH" }));
    const itemIds = [...record!.itemIds, fakeId(77)];
    await game.store.saveCase({ ...record!, number: 0, itemIds, transfers: [...record!.transfers, ...others] });
    const happened = async (number: number) => {
      const lines = await say(`/dt case ${number}`);
      const begin = lines.indexOf("What happened to it, newest first:");
      return lines.slice(
        begin,
        lines.findIndex((line, at) => at > begin && !line.includes("world:")),
      );
    };
    assert.ok((await happened(1)).length > 1);
    assert.deepEqual(await happened(2), await happened(1));
  });

  it("shows one case with its places, its history, what was done, and what to do next", async () => {
    const { say, game } = await testStaff();
    const { itemId } = await duplicatedSword(game);
    const answer = (await say("/dt case 1")).map((line) =>
      line.replaceAll(/(just now|\d+ \w+ ago) \(2026-[^)]*\)/g, "T").replace(/^\d\d:\d\d:\d\d\.\d|2026-01-1\d/, "T"),
    );
    assert.deepEqual(answer, [
      "Case 1: Duplicated item (critical), open",
      "Opened T: Bo, Diamond Sword",
      `Item ${itemId}`,
      "1. inventory of Alex world:10,64,10 T",
      "2. inventory of Bo world:-20,70,3 T",
      "How it happened (T):",
      "T Alex joined",
      "T one copy: inventory of Alex world:10,64,10",
      "T » Bo joined",
      "T two copies: inventory of Alex world:10,64,10; inventory of Bo world:-20,70,3",
      "What happened to it, newest first:",
      "T Bo: joined with it world:-20,70,3",
      "T Alex: joined with it world:10,64,10",
      "What was done:",
      `T Doubletake removed copies (${itemId})`,
      "T Doubletake saw that the copies were gone",
      "1 item is in quarantine and can be given back.",
      "/doubletake tp 1 1 · confirm 1 · dismiss 1 · remove 1 · restore 1",
    ]);
  });

  it("has its sentences from the messages file alone: in another language nothing of it is English", async () => {
    const texts = Object.fromEntries(
      [...builtInTexts("en")].map(([key, text]) => [key, text.replaceAll(/\{[a-z-]+\}|\p{L}+/gu, inOtherWords)]),
    );
    const { say, game } = await testStaff({ translation: { language: "de", texts } });
    const sword = fakeStack("diamond_sword");
    const alex = join(game, "Alex", { slots: [sword] });
    await play(game, 3);
    quit(game, alex);
    await play(game, 20);
    join(game, "Bo", { slots: [sword] });
    await play(game, 3);
    join(game, "Alex", { slots: [] });
    await play(game, GRACE_TICKS + 6);
    assert.equal((await game.store.caseByNumber(1))?.acts[0]?.act, "settle");
    const data = /\/doubletake .*|Diamond Sword|Alex|Bo|Doubletake|world/g;
    for (const line of await say("/dt case 1")) assert.doesNotMatch(line.replaceAll(data, ""), /[a-z]{3}/, line);
  });

  it("counts the copies at one place, and says what can be done when it is decided", async () => {
    const { say, game } = await testStaff({ config: KEEP_ALL });
    join(game, "Alex", { slots: [fakeStack("bow", { tag: fakeId(70), count: 3 })] });
    await play(game, 3);
    assert.match((await say("/dt case 1"))[3]!, /^1\. inventory of Alex, 3 copies world:0,64,0 /);
    await say("/dt confirm 1");
    assert.match((await say("/dt case 1")).at(-2)!, /Staff confirmed it$/);
    assert.equal((await say("/dt case 1")).at(-1), "/doubletake tp 1 1 · reopen 1");
  });

  it("shows a player's name as it is, whatever it holds", async () => {
    const { say, game } = await testStaff({ config: KEEP_ALL });
    join(game, "&4{case}", { slots: [fakeStack("bow", { count: 2 })] });
    await play(game, 3);
    assert.match((await say("/dt case 1"))[1]!, /: &4\{case\}, Bow$/);
  });
});

describe("/doubletake tp", () => {
  it("takes the caller to the first place of a case, or to the one that is named", async () => {
    const { say, game, staff } = await testStaff();
    await duplicatedSword(game);
    assert.deepEqual(await say("/dt tp 1"), ["You are at place 1 of case 1: world:10,64,10"]);
    assert.deepEqual(staff.at, { world: "world", x: 10, y: 64, z: 10 });
    assert.deepEqual(await say("/dt tp 1 2"), ["You are at place 2 of case 1: world:-20,70,3"]);
    assert.deepEqual(staff.at, { world: "world", x: -20, y: 70, z: 3 });
  });

  it("says why not: no such place, an unknown position, a game that cannot", async () => {
    const { say, game, staff } = await testStaff();
    await duplicatedSword(game);
    assert.deepEqual(await say("/dt tp 1 3"), ["Case 1 has only 2 places."]);
    const record = (await game.store.caseByNumber(1))!;
    await game.store.saveCase({ ...record, number: 0, copies: [{ ...record.copies[0]!, location: "" }] });
    assert.deepEqual(await say("/dt tp 2"), ["The position of place 1 of case 2 is not known."]);
    staff.teleport = undefined as never;
    assert.deepEqual(await say("/dt tp 1"), ["This game server cannot teleport players."]);
  });
});

describe("/doubletake confirm and dismiss", () => {
  it("record the verdict with who gave it", async () => {
    const team = await testStaff({ config: KEEP_ALL });
    await duplicatedSword(team.game);
    assert.deepEqual(await team.say("/dt confirm 1"), ["Case 1 is confirmed."]);
    assert.deepEqual(await team.say("/dt confirm 1"), ["Case 1 was already confirmed."]);
    assert.deepEqual(await team.say("/dt dismiss 1", team.console), ["Case 1 is dismissed."]);
    assert.deepEqual(await team.say("/dt dismiss 1"), ["Case 1 was already dismissed."]);
    assert.deepEqual(await actsOf(team), [
      ["confirm", "Staff"],
      ["dismiss", "Console"],
    ]);
    assert.equal((await team.game.store.caseByNumber(1))?.status, "dismissed");
  });

  it("on an open claim records the verdict and removes nothing", async () => {
    const team = await testStaff();
    const { game, say } = team;
    const sword = fakeStack("diamond_sword");
    const alex = join(game, "Alex", { slots: [sword] });
    await play(game, 3);
    quit(game, alex);
    await play(game, 20);
    const bo = join(game, "Bo", { slots: [{ ...sword }] });
    await play(game, 20);
    assert.equal((await game.store.caseByNumber(1))?.type, "DUPLICATE_SUSPECTED");
    assert.deepEqual(await say("/dt confirm 1"), ["Case 1 is confirmed."]);
    await play(game, 40);
    assert.equal(bo.slots[0]?.tag, sword.tag);
    assert.deepEqual(await game.store.quarantined({}), []);
    assert.deepEqual(await actsOf(team), [["confirm", "Staff"]]);
  });

  it("are not said to be done when the store cannot keep them, and can be repeated", async () => {
    const failing = handStore(new MemoryStore());
    const team = await testStaff({ config: KEEP_ALL, store: failing.store });
    await duplicatedSword(team.game);
    failing.fail("the database is away");
    assert.deepEqual(await team.say("/dt confirm 1"), ["That did not work; the console says why."]);
    failing.recover();
    assert.equal((await team.game.store.caseByNumber(1))?.status, "open");
    assert.deepEqual(await team.say("/dt confirm 1"), ["Case 1 is confirmed."]);
    assert.deepEqual(await actsOf(team), [["confirm", "Staff"]]);
  });
});

describe("/doubletake remove", () => {
  it("takes the visible extra copies now, whatever the configuration says", async () => {
    const team = await testStaff({ config: KEEP_ALL });
    const { alex, bo } = await duplicatedSword(team.game);
    assert.deepEqual(await team.say("/dt remove 1"), ["Case 1: extra copies of 1 item go into quarantine."]);
    await play(team.game, 6);
    assert.notEqual(alex.slots[0], undefined);
    assert.equal(bo.slots[0], undefined);
    assert.deepEqual((await actsOf(team))?.[0], ["remove", "Staff"]);
  });

  it("says so when no extra copy is in sight, and puts nothing on record", async () => {
    const team = await testStaff({ config: KEEP_ALL });
    const { bo } = await duplicatedSword(team.game);
    quit(team.game, bo);
    await play(team.game);
    assert.deepEqual(await team.say("/dt remove 1"), ["Case 1: no extra copy is in sight now."]);
    assert.deepEqual(await actsOf(team), []);
  });

  it("says so where the game server cannot take items away", async () => {
    class Bare extends FakePlatform {
      override remove = undefined as never;
    }
    const { say, game } = await testStaff({ platform: new Bare() });
    await duplicatedSword(game);
    assert.deepEqual(await say("/dt remove 1"), ["This game server cannot take items away."]);
  });
});

describe("/doubletake restore", () => {
  it("gives back to whom it was taken from, once", async () => {
    const team = await testStaff();
    const { bo, itemId } = await duplicatedSword(team.game);
    assert.deepEqual(await team.say("/dt restore 1"), ["1 item goes back to Bo now."]);
    await play(team.game, 3);
    assert.notEqual(bo.slots[0]?.tag, undefined);
    assert.notEqual(bo.slots[0]?.tag, itemId);
    assert.deepEqual(await team.say("/dt restore 1"), ["Everything of case 1 was given back before."]);
    assert.deepEqual(await actsOf(team), [
      ["remove", "Doubletake"],
      ["gone", "Doubletake"],
      ["restore", "Staff"],
      ["restore", "Doubletake"],
    ]);
  });

  it("writes a RESTORED transfer of whoever got it, as the first of the fresh id", async () => {
    const team = await testStaff();
    const { bo } = await duplicatedSword(team.game);
    await team.say("/dt restore 1");
    await play(team.game, 3);
    const rows = await team.game.doubletake.store.getItemTransferHistory(bo.slots[0]!.tag!, 10);
    assert.deepEqual(
      rows.map(({ playerUUID, action, location }) => [playerUUID, action, location]),
      [[bo.id, "RESTORED", "world:-20,70,3"]],
    );
  });

  it("gives to another player, also one who is offline", async () => {
    const { say, game } = await testStaff();
    await duplicatedSword(game);
    const cleo = join(game, "Cleo");
    await play(game);
    quit(game, cleo);
    await play(game);
    assert.deepEqual(await say("/dt restore 1 cleo"), ["1 item goes back to Cleo at the next join."]);
    const back = join(game, "Cleo");
    await play(game, 3);
    assert.equal(back.slots[0]?.material, "minecraft:diamond_sword");
    const record = await game.store.caseByNumber(1);
    assert.equal(record?.acts.find(({ by }) => by === "Staff")?.note, "Cleo");
  });

  it("asks for a player where it is not known whose the item was", async () => {
    const { say, game, staff } = await testStaff();
    game.platform.chest(CHEST).push(fakeStack("bow", { count: 2 }));
    await play(game, 8);
    assert.deepEqual(await say("/dt restore 1"), [
      "Some items of case 1 have no known owner. Name a player: /doubletake restore 1 <player>",
    ]);
    assert.deepEqual(await say("/dt restore 1 Staff"), ["1 item goes back to Staff now."]);
    await play(game, 3);
    assert.equal(staff.slots[0]?.material, "minecraft:bow");
  });

  it("gives back what it can, and says what it cannot", async () => {
    const { say, game, staff } = await testStaff();
    await duplicatedSword(game);
    const [entry] = await game.store.quarantined({ caseNumber: 1 });
    await game.store.saveQuarantined({ ...entry!, number: 0, takenFrom: { ...entry!.takenFrom, holderId: NIL_UUID } });
    assert.deepEqual(await say("/dt restore 1"), [
      "1 item goes back to Bo now.",
      "Some items of case 1 have no known owner. Name a player: /doubletake restore 1 <player>",
    ]);
    await say("/dt restore 1 Staff");
    await play(game, 3);
    assert.equal(staff.slots[0]?.material, "minecraft:diamond_sword");
  });

  it("waits after a crash until it is known whether the item is back where it was taken from", async () => {
    const store = new MemoryStore();
    const before = await testStaff({ store });
    await duplicatedSword(before.game);
    const { say, game } = await testStaff({ store, clock: before.game.clock, firstId: 100 });
    const waits = "1 item waits until the place it was taken from can be looked at. Try again then.";
    assert.deepEqual(await say("/dt restore 1"), [waits]);
    const bo = join(game, "Bo");
    await play(game);
    assert.deepEqual(await say("/dt restore 1"), ["1 item goes back to Bo now."]);
    await play(game, 3);
    assert.equal(bo.slots[0]?.material, "minecraft:diamond_sword");
  });

  it("says so when nothing is in quarantine", async () => {
    const { say, game } = await testStaff({ config: KEEP_ALL });
    await duplicatedSword(game);
    assert.deepEqual(await say("/dt restore 1"), ["Nothing of case 1 is in quarantine."]);
  });
});
