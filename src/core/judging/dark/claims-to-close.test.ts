import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { SlowClock } from "../../../testing/unpublished/hand-clock.ts";
import { act, GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";
import { blockPlace, type Claim } from "../../index.ts";
import { ClaimsToClose } from "./claims-to-close.ts";

const CHEST = blockPlace({ world: "world", x: 3, y: 64, z: 1 });

const claimOf = (at: number): Claim => ({
  itemId: fakeId(at),
  place: CHEST,
  kind: "pending",
  openedMs: 0,
  copies: [],
});

describe("claims of what has left its place", () => {
  it("are closed at once while the tick end has time, and else in turn, in their order, each once", () => {
    const clock = { isSpent: false };
    const open = new Set(Array.from({ length: 200 }, (_, at) => claimOf(at)));
    const all = [...open];
    const closed: Claim[] = [];
    const claimsToClose = new ClaimsToClose(
      clock,
      (claim) => open.has(claim),
      (claim) => {
        assert.ok(open.delete(claim));
        closed.push(claim);
      },
    );
    for (const claim of all) claimsToClose.close(claim);
    assert.deepEqual([closed.length, claimsToClose.isDone], [64, false]);
    clock.isSpent = true;
    claimsToClose.closeWaiting();
    assert.equal(closed.length, 64, "this tick end has had its share");
    claimsToClose.closeWaiting();
    assert.equal(closed.length, 64 + 16);
    // Closed otherwise, and come anew.
    open.delete(all[100]!);
    claimsToClose.closeNow(all[150]!);
    for (let ticks = 0; ticks < 20; ticks++) claimsToClose.closeWaiting();
    assert.deepEqual([claimsToClose.isDone, open.size], [true, 0]);
    assert.deepEqual(
      closed.filter((claim) => claim !== all[150]),
      all.filter((claim) => claim !== all[100] && claim !== all[150]),
    );
  });

  it("a box that comes to where a copy of it was a moment ago accuses nobody, and no claim stays", async () => {
    const game = await startedService({ clock: new SlowClock() });
    const slots = Array.from({ length: 100 }, (_, at) => fakeStack("bow", { tag: fakeId(1000 + at) }));
    const box: FakeStack = fakeStack("shulker_box", { tag: fakeId(7), inside: { kind: "shulker-box", slots } });
    const alex = join(game, "Alex", { slots: [box] });
    const chest = game.platform.chest(CHEST);
    await play(game, 30);
    chest[0] = structuredClone(box);
    game.doubletake.report({ kind: "sighting", place: CHEST, action: "CONTAINER_OPEN", player: alex });
    await play(game, GRACE_TICKS - 5);
    assert.ok((await game.store.openClaims()).length > 32);
    chest[0] = undefined;
    game.doubletake.report({ kind: "sighting", place: CHEST, action: "CONTAINER_OPEN", player: alex });
    await play(game);
    [chest[0], alex.slots[0]] = [box, undefined];
    act(game, alex, new FakeItem(box), [CHEST], "CONTAINER_TRANSFER");
    await play(game, GRACE_TICKS + 60);
    assert.deepEqual(await game.store.cases({}, { offset: 0, limit: 10 }), []);
    assert.equal(chest[0]?.inside?.slots.filter(Boolean).length, 100);
    await game.doubletake.stop();
    assert.deepEqual(await game.store.openClaims(), []);
  });
});
