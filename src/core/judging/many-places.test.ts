import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play } from "../../testing/unpublished/story.ts";
import { blockPlace, type Claim, type PlaceKey } from "../index.ts";
import { Observer } from "../looking/observer.ts";

const CHESTS = 300;

const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });

/** One item in hundreds of chests, and what that costs. */
async function crowd(): Promise<{
  game: FakeService;
  chests: readonly PlaceKey[];
  claims: Claim[];
  looks: () => number;
}> {
  const game = await startedService({ config: "auto-remove-duplicates: false" });
  const claims: Claim[] = [];
  let looks = 0;
  const { platform, store } = game;
  const [save, look] = [store.saveClaim.bind(store), platform.look.bind(platform)];
  store.saveClaim = (claim) => {
    claims.push(claim);
    return save(claim);
  };
  platform.look = (...args: Parameters<typeof look>) => {
    looks++;
    return look(...args);
  };
  const bo = join(game, "Bo");
  const chests = Array.from({ length: CHESTS }, (_, x) => blockPlace({ world: "world", x: 2 * x, y: 64, z: 0 }));
  await play(game, 5);
  for (const place of chests) {
    platform.chest(place)[0] = sword();
    act(game, bo, new FakeItem(sword()), [place]);
  }
  return { game, chests, claims, looks: () => looks };
}

describe("an item at hundreds of places", () => {
  it("is claimed at the first of them only, and each claim names a few copies: not all at every place", async () => {
    const { game, claims } = await crowd();
    await play(game, GRACE_TICKS + 10);
    assert.ok(claims.length > 1 && claims.length <= 64, `${claims.length} claims`);
    for (const { copies } of claims) assert.ok(copies.length <= 8, `${copies.length} copies in a claim`);
    const [record] = await game.store.cases({}, { offset: 0, limit: 10 });
    assert.ok(record!.copies.length > 64, "the case has the evidence");
  });

  it("which all go dark and come back: the others are not looked at again for each of them", async () => {
    const { game, chests, looks } = await crowd();
    await play(game, GRACE_TICKS + 10);
    let before = looks();
    for (const place of chests) {
      game.doubletake.report({ kind: "going-dark", place, action: "SCAN" });
      game.platform.darken(place);
    }
    await play(game, 40);
    assert.ok(looks() - before < CHESTS * 100, `${looks() - before} looks as they go dark`);
    before = looks();
    for (const place of chests) {
      game.platform.lighten(place);
      game.doubletake.report({ kind: "sighting", place, action: "SCAN" });
    }
    await play(game, 40);
    assert.ok(looks() - before < CHESTS * 50, `${looks() - before} looks as they come back`);
  });
});

it("a box with a full load at dozens of places is compared with what was reported in one go for each item in it", async (context) => {
  const full = (): FakeStack =>
    fakeStack("shulker_box", {
      tag: fakeId(7),
      inside: {
        kind: "shulker-box",
        slots: Array.from({ length: 27 }, (_, slot) => fakeStack("diamond_sword", { tag: fakeId(100 + slot) })),
      },
    });
  const gatheredAt = async (boxes: number) => {
    const game = await startedService({ config: "auto-remove-duplicates: false" });
    join(game, "Alex", { slots: [full()] });
    const bo = join(game, "Bo");
    await play(game, 5);
    const { mock } = context.mock.method(Observer.prototype, "copiesOf");
    for (let x = 0; x < boxes; x++) {
      const place = blockPlace({ world: "world", x: 2 * x, y: 64, z: 0 });
      game.platform.chest(place)[0] = full();
      act(game, bo, new FakeItem(full()), [place]);
    }
    await play(game);
    mock.restore();
    return mock.calls.reduce((sum, { result }) => sum + result!.length, 0);
  };
  const [few, many] = [await gatheredAt(10), await gatheredAt(40)];
  assert.ok(many < few * 6, `${few} copies gathered for 10 boxes, ${many} for 40`);
});
