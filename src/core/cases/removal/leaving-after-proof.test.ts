import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../index.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });

test("whoever leaves around the proof and is back at once loses the copy all the same, and is told of once", async () => {
  for (let delay = GRACE_TICKS - 1; delay < GRACE_TICKS + 6; delay++) {
    for (const away of [1, 6, 30]) {
      const game = await startedService();
      const sword = fakeStack("diamond_sword");
      const alex = join(game, "Alex", { slots: [sword] });
      await play(game, 3);
      const chest = game.platform.chest(CHEST);
      alex.slots[0] = undefined;
      chest[0] = sword;
      act(game, alex, new FakeItem(sword), [CHEST]);
      await play(game, 30);
      alex.slots[0] = { ...sword };
      act(game, alex, new FakeItem(alex.slots[0]), [CHEST]);
      await play(game, delay);
      const [taken] = alex.slots;
      quit(game, alex);
      await play(game, away);
      const back = join(game, "Alex", { slots: [taken] });
      await play(game, 60);
      const when = `left ${delay} ticks after the copy, away for ${away}`;
      assert.deepEqual([chest[0]?.tag, back.slots[0]], [sword.tag, undefined], when);
      const held = (await game.store.quarantined({})).filter(({ state }) => state === "held");
      assert.equal(held.length, 1, when);
      const proven = game.log.lines.filter((line) => line.includes("DUPLICATE_ITEM"));
      assert.equal(proven.length, 1, `${when}: ${proven.join("; ")}`);
    }
  }
});
