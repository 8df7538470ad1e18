import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { handStore } from "../../../testing/unpublished/stores/hand-store.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { groundPlace } from "../../model/place.ts";

const HERE = { world: "world", x: 5, y: 64, z: 5 };
const GROUND = groundPlace(HERE);
const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });

describe("what a player left with stays, and the copy that somebody has picked up since goes", () => {
  for (const restart of ["without a restart", "after a clean stop", "after a crash", "while the store is slow"])
    for (const isOwnerFirst of [true, false])
      for (const ticks of [1, 17, 60])
        it(`${restart}, ${isOwnerFirst ? "the owner" : "the other"} comes back ${ticks} ticks before`, async () => {
          let game = await startedService();
          const alex = join(game, "Alex", { slots: [sword()], at: HERE });
          const bo = join(game, "Bo", { at: HERE });
          await play(game, 100);
          quit(game, alex);
          const entity = game.platform.drop(sword(), HERE);
          game.doubletake.report({ kind: "sighting", place: GROUND, action: "DROP" });
          await play(game, 30);
          bo.slots[0] = game.platform.pickUp(entity);
          act(game, bo, new FakeItem(bo.slots[0]), [GROUND], "PICKUP");
          await play(game, 60);
          if (restart !== "after a crash") quit(game, bo);
          await play(game, 3);
          if (restart === "after a clean stop") await game.doubletake.stop();
          const hand = handStore(game.store);
          if (restart === "while the store is slow") hand.hang();
          if (restart !== "without a restart") game = await startedService({ store: hand.store, clock: game.clock });
          await play(game, 5);
          const names = isOwnerFirst ? ["Alex", "Bo"] : ["Bo", "Alex"];
          const first = join(game, names[0]!, { slots: [sword()], at: HERE });
          await play(game, ticks);
          hand.recover();
          const second = join(game, names[1]!, { slots: [sword()], at: HERE });
          await play(game, GRACE_TICKS + 20);
          const has = [first, second].filter(({ slots }) => slots[0] !== undefined).map(({ name }) => name);
          assert.deepEqual(has, ["Alex"]);
        });
});
