import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace, groundPlace, type PlaceKey } from "../../model/place.ts";
import type { StackVisitor } from "../../platform.ts";

const AT = { world: "world", x: 5, y: 64, z: 5 };
const FAR = { world: "world", x: 300, y: 64, z: 5 };
const [CHEST, BARREL, GROUND] = [blockPlace(AT), blockPlace({ ...AT, x: 6 }), groundPlace(AT)];
const SWORD = fakeId(7);
const sword = () => fakeStack("diamond_sword", { tag: SWORD });

/** The chunk is unloaded, and loaded again a second later. */
function unload(game: FakeService): () => void {
  const places = [CHEST, BARREL, GROUND];
  for (const place of places) game.doubletake.report({ kind: "going-dark", place, action: "SCAN" });
  for (const place of places) game.platform.darken(place);
  return () => {
    for (const place of places) game.platform.lighten(place);
    for (const place of places) game.doubletake.report({ kind: "sighting", place, action: "SCAN" });
  };
}

async function unloadAndLoad(game: FakeService): Promise<void> {
  const load = unload(game);
  await play(game, 20);
  load();
  await play(game, 60);
}

describe("an item and a copy of it that both get where they go dark in that tick", () => {
  it("may be either: one was dropped, and one came unseen to a chest beside it", async () => {
    const game = await startedService();
    const [olga, original] = [join(game, "Olga", { at: AT, slots: [sword()] }), sword()];
    await play(game, 60);
    olga.slots[0] = undefined;
    const entity = game.platform.drop(original, AT);
    act(game, olga, new FakeItem(original), [GROUND], "DROP");
    game.platform.chest(CHEST)[0] = sword();
    await unloadAndLoad(game);
    assert.equal((await game.store.caseByNumber(1))?.type, "DUPLICATE_ITEM");
    assert.ok(game.platform.isLying(entity), "the owner has been robbed");
    assert.equal(game.platform.chest(CHEST)[0]?.tag, SWORD);
  });

  it("may be either: one was taken out of a chest, and one came unseen to the next chest, which goes dark", async () => {
    const game = await startedService();
    const mal = join(game, "Mal", { at: FAR });
    game.platform.chest(CHEST)[0] = sword();
    await play(game, 450);
    game.platform.chest(BARREL)[0] = sword();
    [mal.slots[0], game.platform.chest(CHEST)[0]] = [game.platform.chest(CHEST)[0], undefined];
    act(game, mal, new FakeItem(mal.slots[0]!), [CHEST]);
    await unloadAndLoad(game);
    assert.equal((await game.store.caseByNumber(1))?.type, "DUPLICATE_ITEM");
    assert.equal(mal.slots[0]?.tag, SWORD, "who took it has been robbed");
  });

  it("is the item if only that one was reported, and the other came to somebody's hands: it stays, and the copy goes", async () => {
    for (const isCopyFirst of [true, false]) {
      const game = await startedService();
      const [olga, mal] = [join(game, "Olga", { at: AT, slots: [sword()] }), join(game, "Mal", { at: FAR })];
      await play(game, 60);
      const original = olga.slots[0]!;
      olga.slots[0] = undefined;
      const entity = game.platform.drop(original, AT);
      act(game, olga, new FakeItem(original), [GROUND], "DROP");
      mal.slots[0] = sword();
      if (isCopyFirst) quit(game, mal);
      const load = unload(game);
      if (!isCopyFirst) quit(game, mal);
      await play(game, 20);
      const back = join(game, "Mal", { at: FAR, slots: mal.slots });
      await play(game, 20);
      load();
      await play(game, 60);
      assert.ok(game.platform.isLying(entity), "the owner has been robbed");
      assert.equal(back.slots[0], undefined);
    }
  });

  it("is the later one, if the item was seen in its place just then", async () => {
    const game = await startedService();
    const [mal, eve] = [join(game, "Mal", { at: FAR }), join(game, "Eve", { at: FAR })];
    game.platform.chest(CHEST)[0] = sword();
    await play(game, 450);
    for (const cheat of [mal, eve]) {
      cheat.slots[0] = sword();
      quit(game, cheat);
    }
    const load = unload(game);
    await play(game, 20);
    const back = [mal, eve].map(({ name, slots }) => join(game, name, { at: FAR, slots }));
    await play(game, 20);
    load();
    await play(game, 60);
    assert.equal(game.platform.chest(CHEST)[0]?.tag, SWORD, "the owner has been robbed");
    assert.deepEqual(
      back.map(({ slots }) => slots[0]),
      [undefined, undefined],
    );
  });
});

/** Counts how often places are looked at. */
class CountingPlatform extends FakePlatform {
  looks = 0;

  override look(place: PlaceKey, see: StackVisitor): boolean {
    this.looks++;
    return super.look(place, see);
  }
}

it("a place that goes dark with hundreds of copies costs a few looks, not some for each", async () => {
  const platform = new CountingPlatform();
  const game = await startedService({ platform, config: "auto-remove-duplicates: false" });
  for (const place of [CHEST, BARREL])
    for (let slot = 0; slot < 400; slot++)
      platform.chest(place)[slot] = fakeStack("diamond_sword", { tag: fakeId(100 + slot) });
  await play(game, 60);
  platform.looks = 0;
  game.doubletake.report({ kind: "going-dark", place: CHEST, action: "SCAN" });
  assert.ok(platform.looks <= 4, `${platform.looks} looks`);
});
