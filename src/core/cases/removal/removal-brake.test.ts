import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";
import { duplicatedSword, type TestStaff, testStaff } from "../../../testing/unpublished/test-staff.ts";

/** Alex has these items; Bo turns up with the same ones. Gives what each of them has afterwards. */
async function duplicate({ game }: TestStaff, ...numbers: number[]) {
  const stacks = numbers.map((number) => fakeStack("diamond_sword", { tag: fakeId(number) }));
  const alex = join(game, `Alex${numbers[0]}`, { slots: stacks });
  await play(game, 40);
  const bo = join(game, `Bo${numbers[0]}`, { slots: stacks.map((stack) => ({ ...stack })) });
  await play(game, GRACE_TICKS + 10);
  return { alex: alex.slots.filter(Boolean).length, bo: bo.slots.filter(Boolean).length };
}

describe("the brake on removal", () => {
  it("keeps copies where they are while staff doubt it, and the case says why", async () => {
    const team = await testStaff();
    const [answer] = await team.say("/dt removal off");
    assert.match(answer ?? "", /^Removal: off: Staff switched it off just now/);
    const { alex, bo } = await duplicatedSword(team.game);
    assert.ok(alex.slots[0] && bo.slots[0], "nothing is taken");
    assert.ok((await team.say("/dt case 1")).some((line) => line.includes("removal is switched off")));
    assert.ok((await team.say("/dt status")).some((line) => line.startsWith("Removal: off: Staff switched it off")));
    assert.deepEqual(
      team.staff.heard.filter((line) => line.includes("stay where they are: removal")),
      [],
      "they know",
    );
  });

  it("leaves what staff order alone", async () => {
    const team = await testStaff();
    await team.say("/dt removal off");
    const { alex, bo } = await duplicatedSword(team.game);
    await team.say("/dt remove 1");
    await play(team.game, 6);
    assert.equal([alex.slots[0], bo.slots[0]].filter(Boolean).length, 1);
  });

  it("outlives a restart until it is released; what is found afterwards is taken again", async () => {
    const store = new MemoryStore();
    const first = await testStaff({ store });
    await first.say("/dt removal off");
    await first.game.doubletake.stop();
    const second = await testStaff({ store });
    assert.deepEqual(await duplicate(second, 11), { alex: 1, bo: 1 });
    assert.equal((await second.say("/dt removal on"))[0], "Removal: on");
    assert.deepEqual(await duplicate(second, 12), { alex: 1, bo: 0 });
    await second.game.doubletake.stop();
    assert.deepEqual(await duplicate(await testStaff({ store }), 13), { alex: 1, bo: 0 });
  });

  it("released or not, config.yml wins", async () => {
    const team = await testStaff({ config: "auto-remove-duplicates: false" });
    assert.deepEqual(await team.say("/dt removal on"), [
      "Removal: off: config.yml says so, or does not say it clearly",
    ]);
    assert.deepEqual(await duplicate(team, 11), { alex: 1, bo: 1 });
  });
});

describe("more removals within ten minutes than removal-limit", () => {
  const config = "removal-limit: 2";

  it("are not made: removal stops, staff and console are told loudly, once, and it waits for removal on", async () => {
    const team = await testStaff({ config });
    assert.deepEqual(await duplicate(team, 11, 12, 13, 14), { alex: 4, bo: 2 }, "two are taken");
    const told = (lines: readonly string[]) => lines.filter((line) => line.includes("REMOVAL HAS STOPPED"));
    assert.equal(told(team.staff.heard).length, 1);
    assert.equal(told(team.game.log.lines).length, 1);
    assert.ok((await team.say("/dt status")).some((line) => /^Removal: stopped .*more than 2 items/.test(line)));
    assert.deepEqual(await duplicate(team, 21), { alex: 1, bo: 1 });
    await team.say("/dt removal on");
    assert.deepEqual(await duplicate(team, 31), { alex: 1, bo: 0 });
  });

  it("are counted for ten minutes, and staff's own orders are not counted", async () => {
    const team = await testStaff({ config });
    await duplicate(team, 11, 12);
    team.game.clock.pass(600_000);
    assert.deepEqual(await duplicate(team, 13, 14), { alex: 2, bo: 0 });
    await duplicate(team, 15);
    await team.say("/dt removal on");
    await duplicate(team, 16);
    await team.say("/dt remove 3");
    await play(team.game, 6);
    assert.deepEqual(await duplicate(team, 17), { alex: 1, bo: 0 }, "the second since");
  });

  it("stay stopped over a restart", async () => {
    const store = new MemoryStore();
    const team = await testStaff({ store, config });
    await duplicate(team, 11, 12, 13);
    await team.game.doubletake.stop();
    assert.deepEqual(await duplicate(await testStaff({ store, config }), 21), { alex: 1, bo: 1 });
  });

  it("never stop it with a limit of 0", async () => {
    const team = await testStaff({ config: "removal-limit: 0" });
    assert.deepEqual(await duplicate(team, 11, 12, 13, 14), { alex: 4, bo: 0 });
  });
});
