import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeStack } from "../../testing/fake-item.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { startedService } from "../../testing/unpublished/fake-service.ts";
import { GRACE_TICKS, join, play } from "../../testing/unpublished/story.ts";

const sword = (count: number) => fakeStack("diamond_sword", { tag: fakeId(1), count });

it("a stack of less than nothing takes nothing away from the others", async () => {
  for (const counts of [
    [1, 1, -1],
    [1, 1, 0],
    [1, 2, -2],
  ]) {
    const game = await startedService();
    join(game, "Cheat", { slots: counts.map(sword) });
    await play(game, GRACE_TICKS + 6);
    assert.deepEqual(
      game.outside.sent.map(({ type }) => type),
      ["DUPLICATE_ITEM"],
      counts.join(),
    );
  }
});

it("an emptied stack that the game has not cleared away is no copy", async () => {
  const game = await startedService();
  join(game, "Alex", { slots: [sword(1), sword(0)] });
  await play(game, GRACE_TICKS + 6);
  assert.deepEqual(game.outside.sent, []);
});
