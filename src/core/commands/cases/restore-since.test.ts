import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";
import { type TestStaff, testStaff } from "../../../testing/unpublished/test-staff.ts";

/** Somebody has an item, and another turns up with a copy, which is taken. Gives the one it was taken from. */
async function taken({ game }: TestStaff, name: string, number: number, material = "diamond_sword") {
  const stack = fakeStack(material, { tag: fakeId(number) });
  join(game, `Owner${number}`, { slots: [stack] });
  await play(game, 40);
  const holder = join(game, name, { slots: [{ ...stack }] });
  await play(game, GRACE_TICKS + 10);
  assert.equal(holder.slots[0], undefined, "it was taken");
  return holder;
}

describe("/doubletake restore-since", () => {
  it("says what it would give back, and gives it back when told", async () => {
    const team = await testStaff();
    const bo = await taken(team, "Bo", 11);
    const cy = await taken(team, "Cy", 12, "bow");
    assert.deepEqual(await team.say("/dt restore-since 2h dry-run"), [
      "1 item would go back to Bo (cases 1)",
      "1 item would go back to Cy (cases 2)",
    ]);
    assert.equal(bo.slots[0], undefined);
    assert.deepEqual(await team.say("/dt restore-since 2h now"), [
      "1 item goes back to Bo now.",
      "1 item goes back to Cy now.",
    ]);
    await play(team.game, 2);
    assert.ok(bo.slots[0] && cy.slots[0]);
    const acts = (await team.game.store.caseByNumber(1))?.acts.map(({ act, by }) => `${act} ${by}`);
    assert.ok(acts?.includes("restore Staff"), "who did it is on record");
    assert.deepEqual(await team.say("/dt restore-since 2h now"), [
      "Nothing that was taken since then is in quarantine.",
    ]);
  });

  it("gives back what was taken since then only, of that player, of that material", async () => {
    const team = await testStaff();
    await taken(team, "Bo", 11);
    team.game.clock.pass(3 * 3_600_000);
    await taken(team, "Bo2", 12);
    await taken(team, "Cy", 13, "bow");
    assert.deepEqual(await team.say("/dt restore-since 2h dry-run"), [
      "1 item would go back to Bo2 (cases 2)",
      "1 item would go back to Cy (cases 3)",
    ]);
    assert.deepEqual(await team.say("/dt restore-since 7d dry-run bo"), ["1 item would go back to Bo (cases 1)"]);
    assert.deepEqual(await team.say("/dt restore-since 7d dry-run * bow"), ["1 item would go back to Cy (cases 3)"]);
  });

  it("wants a time that can be read", async () => {
    const team = await testStaff();
    const [answer] = await team.say("/dt restore-since yesterday now");
    assert.match(answer ?? "", /^yesterday is not a time: write 30m, 2h, 7d or a date/);
    assert.match((await team.say("/dt restore-since 2h"))[0] ?? "", /^Usage: /);
  });
});
