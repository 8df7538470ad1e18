import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, fakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { handStore } from "../../../testing/unpublished/stores/hand-store.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";
import type { Store } from "../../store.ts";

const AT = { world: "world", x: 1, y: 64, z: 1 };
const CHEST = blockPlace(AT);
const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });

/** Olga leaves with her sword, and the server is started again. */
async function leftBehind(): Promise<FakeService> {
  const before = await startedService();
  const olga = join(before, "Olga", { slots: [sword()] });
  await play(before, 5);
  quit(before, olga);
  await play(before, 5);
  await before.doubletake.stop();
  return before;
}

/** Mal comes with a copy, and puts it into a chest. Nobody has said by then where the sword was. */
async function putAway(game: FakeService): Promise<void> {
  const copy: FakeStack = sword();
  const mal = join(game, "Mal", { slots: [copy], at: AT });
  await play(game, 3);
  [game.platform.chest(CHEST)[0], mal.slots[0]] = [copy, undefined];
  act(game, mal, new FakeItem(copy), [CHEST]);
  await play(game, 3);
}

async function olgaKeepsIt(game: FakeService): Promise<void> {
  await play(game, 60);
  const olga = join(game, "Olga", { slots: [sword()] });
  await play(game, GRACE_TICKS + 30);
  assert.equal(olga.slots[0]?.count, 1);
  assert.ok(game.outside.sent.some(({ type }) => type === "DUPLICATE_ITEM"));
}

describe("an item that moved on before the store could be asked where it was", () => {
  it("because it was not open yet, is not taken for the first copy", async () => {
    const { store, clock } = await leftBehind();
    const game = fakeService({ store: undefined, clock });
    await putAway(game);
    await game.doubletake.connect(store);
    await play(game, 3);
    assert.ok(
      game.outside.sent.some(({ type }) => type === "DUPLICATE_SUSPECTED"),
      "the question waited for the store",
    );
    await olgaKeepsIt(game);
    assert.ok(!game.platform.chest(CHEST)[0]);
  });

  it("because it was away, and only its journal took what was written, is not either", async () => {
    const { store: behind, clock } = await leftBehind();
    const { store: answering, fail, recover } = handStore(behind);
    const store = new Proxy(answering, {
      get: (target, name: keyof Store) => (name === "append" ? behind.append.bind(behind) : target[name]),
    });
    const game = await startedService({ store, clock });
    fail("away");
    await putAway(game);
    recover();
    await olgaKeepsIt(game);
  });
});
