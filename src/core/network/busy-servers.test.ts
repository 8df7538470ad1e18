import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../testing/fake-item.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { FakeNetwork, playInTurns } from "../../testing/unpublished/fake-network.ts";
import type { FakeService } from "../../testing/unpublished/fake-service.ts";
import { join, quit } from "../../testing/unpublished/story.ts";
import { blockPlace, NOWHERE } from "../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SWORD = fakeId(77);
/** A join is believed within fifteen seconds. */
const MAX_TICKS = 300;

describe("a server on which somebody is always joining", () => {
  it("says of an item that is nowhere to be seen that it is gone, once those who were joining then are known", async () => {
    const network = new FakeNetwork("shared");
    const [lobby, survival] = [await network.start("lobby"), await network.start("survival")];
    lobby.doubletake.api.synced(fakeId(1));
    const custody = () => network.database.custody.get(SWORD);
    const both = (ticks: number) => playInTurns([lobby, survival], ticks);
    lobby.platform.chest(CHEST)[0] = sword();
    while (custody()?.place !== CHEST) await both(1);
    // It leaves its place, and nobody sees where to; then it turns up on the other server.
    lobby.platform.chest(CHEST)[0] = undefined;
    while (custody()?.place !== NOWHERE) await both(1);
    let ticks = 0;
    let last = join(lobby, "Guest0");
    survival.platform.chest(CHEST)[0] = sword();
    for (; custody()?.server !== "survival" && ticks < 4 * MAX_TICKS; ticks += 50) {
      const before = last;
      last = join(lobby, `Guest${ticks + 1}`);
      await both(50);
      quit(lobby, before);
    }
    assert.ok(ticks <= MAX_TICKS + 200, `not within ${ticks} ticks`);
    assert.equal(alerts(lobby) + alerts(survival), 0);
  });

  it("does not say so of an item that somebody who was joining took while an answer was on its way", async () => {
    const network = new FakeNetwork("shared");
    const [lobby, survival] = [await network.start("lobby"), await network.start("survival")];
    lobby.doubletake.api.synced(fakeId(1));
    const both = (ticks: number) => playInTurns([lobby, survival], ticks);
    const chest = lobby.platform.chest(CHEST);
    chest[0] = sword();
    while (network.database.custody.get(SWORD)?.place !== CHEST) await both(1);
    // The first answer gets lost.
    const { changeDispute } = lobby.store;
    const lost = Promise.withResolvers<never>();
    lobby.store.changeDispute = () => lost.promise;
    survival.platform.chest(CHEST)[0] = sword();
    await both(100);
    const guest = join(lobby, "Guest");
    await both(20);
    [guest.slots[0], chest[0]] = [chest[0], undefined];
    await both(40);
    assert.equal(network.database.custody.get(SWORD)?.place, NOWHERE);
    lobby.store.changeDispute = changeDispute;
    lost.reject(new Error("no answer"));
    await both(60);
    assert.equal(network.database.custody.get(SWORD)?.server, "lobby", "the guest may have it");
    await both(2 * MAX_TICKS);
    assert.equal(alerts(lobby) + alerts(survival), 1);
    assert.ok(guest.slots[0] !== undefined, "what was on record stays");
  });
});

function alerts({ outside }: FakeService): number {
  return outside.sent.filter(({ type }) => type !== "ITEM_RELOCATED").length;
}

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
