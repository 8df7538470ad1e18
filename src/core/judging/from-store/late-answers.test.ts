import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeId } from "../../../testing/fake-id.ts";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { startedService } from "../../../testing/fake-service.ts";
import { handStore } from "../../../testing/stores/hand-store.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { act, join, play } from "../../../testing/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 1, y: 64, z: 1 });

/** The store is away while a bow comes to light, is taken out of its chest, and the chest goes dark again. */
async function answeredLate(meanwhile: "put back" | "unknown") {
  const hand = handStore(new MemoryStore());
  const game = await startedService({ store: hand.store });
  const { platform, doubletake } = game;
  const chest = platform.chest(CHEST);
  chest[0] = fakeStack("bow", { tag: fakeId(1) });
  const alex = join(game, "Alex");
  await play(game, 60);
  const goDark = async () => {
    doubletake.report({ kind: "going-dark", place: CHEST, action: "SCAN" });
    platform.darken(CHEST);
    await play(game, 5);
  };
  await goDark();
  hand.hang();
  platform.lighten(CHEST);
  doubletake.report({ kind: "sighting", place: CHEST, action: "SCAN" });
  [alex.slots[0], chest[0]] = [chest[0], undefined];
  act(game, alex, new FakeItem(alex.slots[0]!), [CHEST]);
  await play(game, 1);
  game.clock.pass(20);
  const bow = alex.slots[0]!;
  [alex.slots[0], chest[0]] = [undefined, bow];
  if (meanwhile === "put back") act(game, alex, new FakeItem(bow), [CHEST]);
  await play(game, 20);
  await goDark();
  hand.recover();
  await play(game, 60);
  return (await game.store.cases({}, { offset: 0, limit: 9 })).map(({ type }) => type);
}

it("what was taken out and put back is no suspicion when the store answers after its chest has gone dark again", async () => {
  assert.deepEqual(await answeredLate("put back"), []);
});

it("it is one when nobody reported that it went back", async () => {
  assert.deepEqual(await answeredLate("unknown"), ["DUPLICATE_SUSPECTED"]);
});
