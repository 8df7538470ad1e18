import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../testing/fake-item.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { GRACE_TICKS, join, play } from "../../testing/unpublished/story.ts";
import { type TestStaff, testStaff } from "../../testing/unpublished/test-staff.ts";
import { withoutColours } from "../index.ts";

const KEEP_ALL = "auto-remove-duplicates: false";

/** Somebody has an item, and another joins with a copy. */
async function duplicate({ game }: TestStaff, owner: string, name: string): Promise<void> {
  const stack = fakeStack("bow");
  join(game, owner, { slots: [stack] });
  await play(game, 40);
  join(game, name, { slots: [{ ...stack }] });
  await play(game, GRACE_TICKS + 6);
}

describe("cases that were made in the same way", () => {
  it("are told with the alert, the case and the list", async () => {
    const team = await testStaff({ config: KEEP_ALL });
    team.staff.permissions.add("doubletake.alerts");
    await duplicate(team, "Al", "Bo");
    assert.doesNotMatch(team.staff.heard.join(), /trick/);
    await duplicate(team, "Cy", "Di");
    await duplicate(team, "Ed", "Flo");
    const alerts = team.staff.heard.map(withoutColours).filter((line) => line.includes("Duplicated item"));
    assert.match(
      alerts.at(-1)!,
      /— the same trick was seen 3 times with 3 players since 2026-01-1\d — \/doubletake case 3$/,
    );
    const told = /^Cases 3, 2, 1: the same trick was seen 3 times with 3 players since 2026-01-1\d$/;
    assert.match((await team.say("/dt cases")).at(-1)!, told);
    assert.ok((await team.say("/dt case 1")).some((line) => told.test(line)));
  });

  it("do not count when staff say that they are none", async () => {
    const team = await testStaff({ config: KEEP_ALL });
    await duplicate(team, "Al", "Bo");
    await duplicate(team, "Cy", "Di");
    await team.say("/dt dismiss 2");
    assert.doesNotMatch((await team.say("/dt cases all")).join(), /trick/);
  });

  it("are known after a restart", async () => {
    const store = new MemoryStore();
    const before = await testStaff({ config: KEEP_ALL, store });
    await duplicate(before, "Al", "Bo");
    await before.say("/dt confirm 1");
    await before.game.doubletake.stop();
    const team = await testStaff({ config: KEEP_ALL, store, clock: before.game.clock, firstId: 50 });
    await duplicate(team, "Cy", "Di");
    assert.match((await team.say("/dt cases")).at(-1)!, /^Cases 2, 1: the same trick was seen 2 times/);
  });
});
