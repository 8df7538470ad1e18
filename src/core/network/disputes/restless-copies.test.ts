import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { MemoryDatabase } from "../../../testing/stores/memory-database.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { act, join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const OTHER_CHEST = blockPlace({ world: "world", x: 9, y: 64, z: 9 });
const SWORD = fakeId(77);

describe("a copy that never rests, on a server beside another", () => {
  let database: MemoryDatabase;
  let lobby: FakeService;
  let survival: FakeService;

  beforeEach(async () => {
    const clock = new HandClock();
    database = new MemoryDatabase({ clock });
    const start = (serverName: string) =>
      startedService({
        ...{ clock, serverName, config: "auto-remove-duplicates: false\n" },
        store: new MemoryStore({ clock, serverName, database }),
      });
    [lobby, survival] = [await start("lobby"), await start("survival")];
  });

  it("is proven while it is moved to and fro between places that are looked at", async () => {
    const alex = join(lobby, "Alex", { slots: [sword()] });
    await both(() => database.custody.get(SWORD)?.server === "lobby");
    const chest = lobby.platform.chest(CHEST);
    survival.platform.chest(OTHER_CHEST)[0] = sword();
    await both(
      () => survival.outside.sent.some(({ type }) => type === "DUPLICATE_ITEM"),
      () => {
        [chest[0], alex.slots[0]] = [alex.slots[0], chest[0]];
        act(lobby, alex, new FakeItem(sword()), [CHEST]);
      },
    );
  });

  for (const isOriginal of [false, true])
    it(`is proven while hoppers carry ${isOriginal ? "the original" : "it"} round and round without an event`, async () => {
      const [still, restless] = isOriginal ? [survival, lobby] : [lobby, survival];
      const loop = [0, 1, 2, 3].map((x) => restless.platform.chest(blockPlace({ world: "world", x, y: 64, z: 20 })));
      const chest = still.platform.chest(CHEST);
      (isOriginal ? loop[0]! : chest)[0] = sword();
      await both(() => database.custody.get(SWORD)?.server === "lobby");
      (isOriginal ? chest : loop[0]!)[0] = sword();
      let tick = 0;
      await both(
        () => survival.outside.sent.some(({ type }) => type === "DUPLICATE_ITEM"),
        () => {
          // A hopper takes eight ticks.
          if (++tick % 8 > 0) return;
          const at = loop.findIndex(([item]) => item !== undefined);
          [loop[(at + 1) % loop.length]![0], loop[at]![0]] = [loop[at]![0], undefined];
        },
      );
    });

  it("is not proven when its only one travels with its player, however quickly", async () => {
    let [here, there] = [lobby, survival];
    let alex = join(here, "Alex", { slots: [sword()] });
    await both(() => database.custody.get(SWORD)?.server === "lobby");
    for (let journey = 0; journey < 6; journey++) {
      here.platform.chest(CHEST)[0] = alex.slots[0];
      alex.slots[0] = undefined;
      act(here, alex, new FakeItem(sword()), [CHEST]);
      await ticks(4);
      alex.slots[0] = here.platform.chest(CHEST)[0];
      here.platform.chest(CHEST)[0] = undefined;
      act(here, alex, new FakeItem(sword()), [CHEST]);
      quit(here, alex);
      alex = join(there, "Alex", { slots: [sword()] });
      there.doubletake.api.synced(alex.id);
      await ticks(8);
      [here, there] = [there, here];
    }
    await ticks(200);
    const told = [lobby, survival].flatMap(({ outside }) => outside.sent.map(({ type }) => type));
    assert.deepEqual(
      told.filter((type) => type !== "ITEM_RELOCATED"),
      [],
    );
  });

  async function both(isSo: () => boolean, eachTick = () => {}): Promise<void> {
    for (let tick = 0; tick < 1500 && !isSo(); tick++) {
      eachTick();
      await ticks(1);
    }
    assert.ok(isSo(), "it did not come about");
  }

  async function ticks(count: number): Promise<void> {
    for (let tick = 0; tick < count; tick++) {
      await play(lobby, 1, 25);
      await play(survival, 1, 25);
    }
  }
});

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
