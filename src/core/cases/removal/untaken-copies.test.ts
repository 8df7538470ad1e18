import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, join, open, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const HERE = { world: "world", x: 5, y: 64, z: 5 };
const CHEST = blockPlace(HERE);
const sword = (): FakeStack => fakeStack("diamond_sword", { tag: fakeId(7) });

describe("a copy that was not taken", () => {
  it("when it was proven, and was moved while the owner was away, does not become the item when removal is on after a restart", async () => {
    const game = await startedService({ config: "auto-remove-duplicates: false" });
    game.outside.hearsFrom = "HIGH";
    const alex = join(game, "Alex", { slots: [sword()] });
    const eve = join(game, "Eve");
    await play(game, 100);
    await open(game, eve, CHEST);
    const chest = game.platform.chest(CHEST);
    chest[0] = sword();
    await play(game, 60);
    assert.deepEqual(
      game.outside.sent.map((s) => s.type),
      ["DUPLICATE_ITEM"],
    );
    quit(game, alex);
    await play(game, 10);
    [eve.slots[0], chest[0]] = [chest[0], undefined];
    act(game, eve, new FakeItem(eve.slots[0]!), [CHEST]);
    await play(game, 20);
    await game.doubletake.stop();
    const again = await startedService({
      config: "auto-remove-duplicates: true",
      store: game.store,
      clock: game.clock,
    });
    join(again, "Eve", { slots: [sword()] });
    await play(again, 20);
    const { slots } = join(again, "Alex", { slots: [sword()] });
    await play(again, 100);
    assert.equal(slots[0]?.tag, fakeId(7), "the owner is robbed");
  });

  it("of an item that machines carried through nine chests: that is not in doubt for ever, and the copy goes", async () => {
    const game = await startedService({ config: "auto-remove-duplicates: true" });
    const cheat = join(game, "Cheat");
    const bo = join(game, "Bo");
    const chests = Array.from({ length: 10 }, (_, x) => game.platform.chest(blockPlace({ ...HERE, x: 100 + x })));
    chests[0]![0] = sword();
    await play(game, 450);
    for (let at = 1; at < 10; at++) {
      [chests[at]![0], chests[at - 1]![0]] = [chests[at - 1]![0], undefined];
      await play(game, 450);
    }
    const last = blockPlace({ ...HERE, x: 109 });
    [bo.slots[0], chests[9]![0]] = [chests[9]![0], undefined];
    act(game, bo, new FakeItem(bo.slots[0]!), [last]);
    await play(game, 1000);
    cheat.slots[0] = sword();
    game.doubletake.report({ kind: "sighting", place: cheat.place, action: "SCAN" });
    await play(game, 200);
    assert.equal(bo.slots[0]?.tag, fakeId(7));
    assert.equal(cheat.slots[0], undefined, "the copy stays for ever");
  });
});
