import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { join, play } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 300, y: 64, z: 5 });
const SWORD = fakeId(7);
const CONFIG = "auto-remove-duplicates: true";

describe("what a dark chest held, of which two copies are proven meanwhile", () => {
  for (const isRestarted of [false, true])
    it(`stays, and the copies go${isRestarted ? ", also over a restart" : ""}`, async () => {
      let game = await startedService({ config: CONFIG });
      let chest = game.platform.chest(CHEST);
      chest[0] = sword();
      let [eve, bob] = [join(game, "Eve"), join(game, "Bob")];
      await play(game, 450);
      game.doubletake.report({ kind: "going-dark", place: CHEST, action: "SCAN" });
      game.platform.darken(CHEST);
      await play(game, 40);
      eve.slots[0] = sword();
      await play(game, 60);
      bob.slots[0] = sword();
      await play(game, 100);
      assert.deepEqual([eve.slots[0]?.tag, bob.slots[0]], [SWORD, undefined]);
      if (isRestarted) {
        await game.doubletake.stop();
        const { slots } = eve;
        game = await startedService({ config: CONFIG, store: game.store, clock: game.clock });
        chest = game.platform.chest(CHEST);
        chest[0] = sword();
        game.platform.darken(CHEST);
        [eve, bob] = [join(game, "Eve", { slots }), join(game, "Bob")];
        await play(game, 100);
      }
      game.platform.lighten(CHEST);
      await play(game, 200);
      assert.deepEqual([chest[0]?.tag, eve.slots[0]], [SWORD, undefined]);
    });
});

function sword() {
  return fakeStack("diamond_sword", { tag: SWORD });
}
