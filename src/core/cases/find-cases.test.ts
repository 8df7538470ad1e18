import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../testing/fake-item.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { GRACE_TICKS, join, play } from "../../testing/unpublished/story.ts";
import { duplicatedSword, type TestStaff, testStaff } from "../../testing/unpublished/test-staff.ts";

const KEEP_ALL = "auto-remove-duplicates: false";

/** Somebody has an item, and another turns up with a copy: one more case. */
async function duplicate({ game }: TestStaff, owner: string, name: string, number: number): Promise<void> {
  const stack = fakeStack("bow", { tag: fakeId(number) });
  join(game, owner, { slots: [stack] });
  await play(game, 40);
  join(game, name, { slots: [{ ...stack }] });
  await play(game, GRACE_TICKS + 6);
}

/** What stands below the rows, that some of them are one trick, begins with a word. */
const numbersOf = (lines: readonly string[]) =>
  lines.filter((line) => /^\d/.test(line)).map((line) => Number(line.split(" ")[0]));

describe("/doubletake cases", () => {
  it("lists open, closed and all cases, of everybody or of one player", async () => {
    const team = await testStaff({ config: KEEP_ALL });
    await duplicatedSword(team.game);
    await duplicate(team, "Cy", "Di", 71);
    await duplicate(team, "Ed", "Flo", 72);
    await team.say("/dt dismiss 2");
    assert.deepEqual(numbersOf(await team.say("/dt cases")), [3, 1]);
    assert.deepEqual(numbersOf(await team.say("/dt cases closed")), [2]);
    assert.deepEqual(numbersOf(await team.say("/dt cases all")), [3, 2, 1]);
    assert.deepEqual(numbersOf(await team.say("/dt cases all 1")), [3, 2, 1], "a page, as it always was");
    assert.deepEqual(numbersOf(await team.say("/dt cases all di")), [2]);
    assert.deepEqual(numbersOf(await team.say("/dt cases all Cy 1")), [2], "a holder of a copy counts, too");
    assert.deepEqual(await team.say("/dt cases open Di"), ["No case is open."]);
    assert.deepEqual(await team.say("/dt cases all Zoe"), ["Nobody called Zoe was ever seen here."]);
  });
});

describe("a verdict", () => {
  it("has a reason, and can be taken back: who did what, when and why is on record", async () => {
    const team = await testStaff({ config: KEEP_ALL });
    await duplicatedSword(team.game);
    await team.say("/dt dismiss 1 it was a kit");
    assert.deepEqual(await team.say("/dt reopen 1 no, it was not"), ["Case 1 is open again."]);
    assert.deepEqual(await team.say("/dt reopen 1"), ["Case 1 is open."]);
    const record = await team.game.store.caseByNumber(1);
    assert.equal(record?.status, "open");
    assert.deepEqual(
      record?.acts.map(({ act, by, note }) => [act, by, note]),
      [
        ["dismiss", "Staff", "it was a kit"],
        ["reopen", "Staff", "no, it was not"],
      ],
    );
    assert.match((await team.say("/dt case 1")).join("\n"), /Staff dismissed it \(it was a kit\)/);
    assert.deepEqual(numbersOf(await team.say("/dt cases")), [1]);
  });

  it("that was taken back tells nobody anew, and what is found again joins the same case", async () => {
    const team = await testStaff({ config: KEEP_ALL });
    const { bo } = await duplicatedSword(team.game);
    await team.say("/dt confirm 1");
    const before = team.staff.heard.length;
    await team.say("/dt reopen 1");
    await play(team.game, 50);
    assert.equal(team.staff.heard.slice(before).length, 1, "the answer alone");
    const [sword] = bo.slots;
    bo.slots[0] = undefined;
    await play(team.game, 250);
    bo.slots[0] = sword;
    await play(team.game, 250);
    assert.equal((await team.game.store.counts()).cases, 1);
  });
});

describe("/doubletake record", () => {
  it("shows a player's cases, the verdicts, and what was taken", async () => {
    const team = await testStaff();
    await duplicatedSword(team.game);
    await team.say("/dt confirm 1");
    const [title, verdicts, taken, row] = await team.say("/dt record Bo");
    assert.equal(title, "Cases with Bo: 1");
    assert.equal(verdicts, "Open: 0, confirmed: 1, dismissed: 0, closed: 0");
    assert.equal(taken, "Items taken: 1, given back: 0");
    assert.match(row ?? "", /^1 .*Bo .*confirmed/);
    assert.equal((await team.say("/dt record Alex"))[2], "Items taken: 0, given back: 0");
    assert.deepEqual(await team.say("/dt record Staff"), ["There is no case with Staff."]);
  });
});

describe("staff who join", () => {
  const heardBy = async (team: TestStaff, name: string, permissions: readonly "doubletake.admin"[]) => {
    const player = join(team.game, name, { permissions });
    await play(team.game, 2);
    return player.heard.filter((line) => line.includes("/doubletake"));
  };

  it("hear how many cases are open; others hear nothing", async () => {
    const team = await testStaff({ config: KEEP_ALL });
    assert.deepEqual(await heardBy(team, "Early", ["doubletake.admin"]), []);
    await duplicatedSword(team.game);
    assert.match((await heardBy(team, "Mod", ["doubletake.admin"]))[0] ?? "", /1 case is open/);
    assert.deepEqual(await heardBy(team, "Guest", []), []);
  });

  it("hear that removal has stopped, also after a restart", async () => {
    const store = new MemoryStore();
    const first = await testStaff({ store });
    await first.say("/dt removal off");
    await first.game.doubletake.stop();
    const heard = await heardBy(await testStaff({ store }), "Mod", ["doubletake.admin"]);
    assert.match(heard[0] ?? "", /Nothing is taken away by itself now/);
  });
});
