import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, open, play, quit } from "../../testing/unpublished/story.ts";
import { type Birth, blockPlace, groundPlace, windowPlace } from "../index.ts";

const BARREL = { world: "world", x: 5, y: 64, z: 5 };
const PLACE = blockPlace(BARREL);

const birthOf = async (game: FakeService, number = 1): Promise<Birth> =>
  (await game.store.caseByNumber(number))!.births![0]!;

/** `between Bo took DIAMOND_SWORD`: what a story is made of, without times. */
function told({ steps }: Birth): string[] {
  return steps.map(({ phase, kind, player, playerWas, material, openTo, isPlaceGone }) =>
    [phase, player, playerWas, kind, material, isPlaceGone && "gone", openTo && `open to ${openTo}`]
      .filter(Boolean)
      .join(" "),
  );
}

/** Bo looks into a barrel with a sword; Al breaks it, so that the sword lies there; Bo takes it out of his window. */
async function takeFromBroken(game: FakeService, breakAndTakeInOneTick = false) {
  const sword = fakeStack("diamond_sword");
  const al = join(game, "Al", { at: BARREL });
  const bo = join(game, "Bo", { slots: [sword], at: BARREL });
  await play(game, 3);
  bo.slots[0] = undefined;
  game.platform.chest(PLACE)[0] = sword;
  act(game, bo, new FakeItem(sword), [PLACE]);
  await open(game, bo, PLACE);
  await play(game, 3);
  game.doubletake.report({ kind: "sighting", place: groundPlace(BARREL), action: "BLOCK_BREAK", player: al });
  game.doubletake.report({ kind: "going-dark", place: PLACE, action: "BLOCK_BREAK", player: al });
  game.platform.chest(PLACE)[0] = undefined;
  game.platform.drop(sword, BARREL);
  if (!breakAndTakeInOneTick) await play(game, 2);
  const copy = { ...sword };
  bo.slots[3] = copy;
  act(game, bo, new FakeItem(copy), [windowPlace(bo.id)]);
  await play(game, 1);
  return { al, bo, sword };
}

describe("the birth of a copy", () => {
  it("has the last look that found one, the first that found two, and the step between them", async () => {
    const game = await startedService();
    await takeFromBroken(game);
    await play(game, GRACE_TICKS + 6);
    const birth = await birthOf(game);
    assert.deepEqual(
      birth.single?.places.map(({ place }) => place),
      [groundPlace(BARREL)],
    );
    assert.deepEqual(
      birth.double.places.map(({ place, holder }) => [place.split(":")[0], holder]),
      [
        ["ground", "Bo"],
        ["player", "Bo"],
      ],
    );
    assert.ok(birth.single!.atMs < birth.double.atMs);
    assert.deepEqual(told(birth).slice(-2), ["before Al break open to Bo", "making Bo took DIAMOND_SWORD gone"]);
  });

  it("is kept with the claim, survives a restart, and goes on record when it is proven hours later", async () => {
    const store = new MemoryStore();
    const game = await startedService({ store });
    const { bo } = await takeFromBroken(game);
    const [claim] = await store.openClaims();
    assert.equal(claim?.birth?.steps.at(-1)?.kind, "took");
    quit(game, bo);
    await play(game, 2);
    await game.doubletake.stop();
    const { platform, clock } = game;
    clock.pass(3 * 3_600_000);
    const later = await startedService({ store, platform, clock, firstId: 50 });
    await play(later, 3);
    join(later, "Bo", { slots: bo.slots, at: BARREL });
    await play(later, GRACE_TICKS + 6);
    const [record] = await store.cases({}, { offset: 0, limit: 1 });
    assert.equal(record?.type, "DUPLICATE_ITEM");
    assert.deepEqual(record?.births?.[0], claim?.birth);
  });

  it("is dropped when the copy turns out to have moved", async () => {
    const store = new MemoryStore();
    const game = await startedService({ store });
    const sword = fakeStack("diamond_sword");
    const alex = join(game, "Alex", { slots: [sword] });
    await play(game, 3);
    quit(game, alex);
    await play(game, 20);
    join(game, "Bo", { slots: [sword] });
    await play(game, 3);
    assert.notEqual((await store.openClaims())[0]?.birth, undefined);
    assert.notEqual((await store.caseByNumber(1))?.births, undefined);
    join(game, "Alex", { slots: [] });
    await play(game, GRACE_TICKS + 6);
    assert.deepEqual(await store.openClaims(), []);
    const record = await store.caseByNumber(1);
    assert.equal(record?.status, "closed");
    assert.equal(record?.births, undefined);
  });

  it("stays small, whatever clients do and call themselves", async () => {
    const game = await startedService();
    const sword = fakeStack("diamond_sword");
    const name = "x".repeat(50_000);
    const al = join(game, name, { slots: [sword] });
    await play(game, 3);
    const dirt = new FakeItem(fakeStack(`mud_${"y".repeat(5000)}`));
    for (let turn = 0; turn < 20_000; turn++)
      act(game, al, turn % 2 ? dirt : new FakeItem(sword), [], "INVENTORY_CLICK");
    al.slots[7] = { ...sword };
    await play(game, GRACE_TICKS + 6);
    const birth = await birthOf(game);
    assert.ok(birth.steps.length <= 13);
    assert.ok(JSON.stringify(birth).length < 6000, `${JSON.stringify(birth).length} letters`);
  });
});

describe("tricks", () => {
  it("are the same however long the steps took, and whoever did them where", async () => {
    const tricks = new Set<string>();
    for (const isInOneTick of [false, true]) {
      const game = await startedService();
      await takeFromBroken(game, isInOneTick);
      await play(game, GRACE_TICKS + 6);
      tricks.add((await birthOf(game)).trick);
    }
    assert.deepEqual([...tricks], [">ground took window>player"]);
  });

  it("are others when the copy was made otherwise", async () => {
    const game = await startedService();
    const sword = fakeStack("diamond_sword");
    const al = join(game, "Al", { slots: [sword] });
    await play(game, 3);
    sword.count = 2;
    act(game, al, new FakeItem(sword), [], "INVENTORY_CLICK");
    await play(game, 5);
    assert.equal((await birthOf(game)).trick, "click>player x2");
  });

  it("have it in them that whoever acted had left, or been kicked", async () => {
    const tricks: string[] = [];
    for (const what of ["kick", "leave"] as const) {
      const game = await startedService();
      const sword = fakeStack("diamond_sword");
      const al = join(game, "Al", { slots: [sword], at: BARREL });
      await play(game, 3);
      if (what === "kick") game.doubletake.report({ kind: "story-event", what, player: al });
      else game.doubletake.report({ kind: "going-dark", place: al.place, action: "QUIT", player: al });
      al.slots[0] = undefined;
      game.platform.drop(sword, BARREL);
      act(game, al, new FakeItem(sword), [groundPlace(BARREL)], "DROP");
      await play(game, 3);
      join(game, "Al", { slots: [{ ...sword }], at: BARREL, session: 2 });
      await play(game, GRACE_TICKS + 6);
      tricks.push((await birthOf(game)).trick);
    }
    assert.deepEqual(tricks, ["kicked-drop>ground join>player+", "gone-drop>ground join>player+"]);
  });
});
