import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";

const sword = (n: number) => fakeStack("diamond_sword", { tag: fakeId(n) });

describe("another item that is copied beside one of which there is a case", () => {
  for (const [seconds, expected] of [
    [70, ["DUPLICATE_ITEM of case 1", "DUPLICATE_ITEM of case 1"]],
    [5, ["DUPLICATE_ITEM of case 1"]],
  ] as const)
    it(`is told, too, at most once a minute: ${seconds} s later`, async () => {
      const game = await startedService({ config: "auto-remove-duplicates: false\n" });
      const alex = join(game, "Alex", { slots: [sword(7), sword(8)] });
      await play(game, 40);
      const bo = join(game, "Bo", { slots: [sword(7)] });
      await play(game, 20 * seconds);
      assert.deepEqual(toldBy(game), ["DUPLICATE_ITEM of case 1"]);
      bo.slots[1] = sword(8);
      game.doubletake.report({ kind: "sighting", place: bo.place, action: "CONTAINER_OPEN", player: bo });
      // In every tick there is one more of the item that is known: staff have been told of that one.
      for (let tick = 0; tick < GRACE_TICKS + 10; tick++) {
        bo.slots.push(sword(7));
        game.doubletake.report({ kind: "sighting", place: bo.place, action: "CONTAINER_OPEN", player: bo });
        await play(game, 1);
      }
      assert.ok(alex.slots[1]);
      assert.deepEqual((await game.store.caseByNumber(1))?.itemIds, [fakeId(7), fakeId(8)]);
      assert.deepEqual(toldBy(game), expected);
    });
});

function toldBy({ outside }: FakeService): string[] {
  return outside.sent.map(({ type, caseNumber }) => `${type} of case ${caseNumber}`);
}
