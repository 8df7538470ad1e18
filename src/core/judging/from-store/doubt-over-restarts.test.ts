import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play, putAway, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const ID = fakeId(7);
const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const ELSEWHERE = blockPlace({ world: "world", x: 7, y: 64, z: 5 });
const UNTIL_REMOVED = GRACE_TICKS + 8;
const sword = () => fakeStack("diamond_sword", { tag: ID });

describe("a crash gives the owner back what she has put away since, and a copy comes to light before she does", () => {
  it("nothing is taken from her, after however many clean starts and further crashes she comes back", async () => {
    for (const isClean of [true, false]) {
      let game = await crashed();
      for (let start = 0; start < 3; start++) {
        join(game, "Mal", { slots: [sword()] });
        await play(game, 20);
        game = await restarted(game, isClean);
      }
      const olga = join(game, "Olga", { slots: [sword()] });
      await play(game, 20);
      const mal = join(game, "Mal", { slots: [sword()] });
      await play(game, UNTIL_REMOVED);
      assert.ok(olga.slots[0] && mal.slots[0], "staff decide");
      assert.ok(game.outside.sent.some(({ type }) => type === "DUPLICATE_ITEM"));
    }
  });

  it("whoever has the copy can move it as often as they like: it stays on record as what may be one", async () => {
    const game = await crashed();
    const mal = join(game, "Mal", { slots: [sword()] });
    await play(game, 20);
    assert.equal(await isInDoubt(game), true);
    const chest = putAway(game, mal, CHEST);
    await play(game, 20);
    [mal.slots[0], chest[0]] = [chest[0], undefined];
    act(game, mal, new FakeItem(sword()), [CHEST]);
    await play(game, 900);
    const [copy] = [sword()];
    mal.slots[1] = copy;
    act(game, mal, new FakeItem(copy));
    await play(game, 3);
    mal.slots[1] = undefined;
    act(game, mal, new FakeItem(copy));
    await play(game, 900);
    assert.equal(await isInDoubt(game), true);
  });

  it("also if the copy was put away, and out of sight, before the store had answered", async () => {
    for (const hasDoubt of [false, true]) {
      let game = await crashed();
      if (hasDoubt) {
        join(game, "Mal", { slots: [sword()] });
        await play(game, 20);
        game = await restarted(game);
      }
      const mal = join(game, "Mal", { slots: [sword()] });
      tickWithoutAnswer(game);
      putAway(game, mal, ELSEWHERE);
      tickWithoutAnswer(game);
      game.platform.darken(ELSEWHERE);
      await play(game, 20);
      assert.equal(await isInDoubt(game), true, hasDoubt ? "on record" : "by this crash");
    }
  });

  it("it ends when staff remove the other copy, also for later starts", async () => {
    const game = await restarted(await crashed());
    for (const name of ["Mal", "Olga"]) join(game, name, { slots: [sword()] });
    await play(game, UNTIL_REMOVED);
    await game.doubletake.staffActs.remove(1, "Staff");
    await play(game, 10);
    const kept = [...game.platform.players()].find(({ slots }) => slots[0] !== undefined)!;
    assert.equal((await game.store.quarantined({})).filter(({ state }) => state === "held").length, 1);
    assert.equal(await isInDoubt(game), false);
    const next = await restarted(game);
    const again = join(next, kept.name, { slots: [sword()] });
    await play(next, 20);
    const cheat = join(next, "Cheat");
    await play(next, 450);
    cheat.slots[0] = sword();
    act(next, cheat, new FakeItem(cheat.slots[0]));
    await play(next, UNTIL_REMOVED);
    assert.ok(again.slots[0]);
    assert.equal(cheat.slots[0], undefined, "a later copy is taken as any other");
  });

  it("what was found where it was on record is in no doubt", async () => {
    const game = await crashed();
    game.platform.chest(CHEST)[0] = sword();
    await play(game, 20);
    assert.equal(await isInDoubt(game), false);
    const mal = join(game, "Mal", { slots: [sword()] });
    await play(game, UNTIL_REMOVED);
    assert.equal(mal.slots[0], undefined);
  });
});

/** Olga had the sword, and has put it into a chest. Then the server died, and is started again: the chest is empty as it was saved. */
async function crashed(): Promise<FakeService> {
  const game = await startedService();
  const olga = join(game, "Olga", { slots: [sword()] });
  await play(game, 30);
  putAway(game, olga, CHEST);
  await play(game, 30);
  return restarted(game, false);
}

async function restarted(game: FakeService, isClean = true): Promise<FakeService> {
  for (const player of [...game.platform.players()]) quit(game, player);
  await play(game, 3);
  if (isClean) await game.doubletake.stop();
  game.clock.pass(1);
  const next = await startedService({ store: game.store, clock: game.clock });
  next.platform.chest(CHEST);
  await play(next, 3);
  return next;
}

function tickWithoutAnswer({ clock, platform }: FakeService): void {
  clock.pass(50);
  platform.tick();
}

async function isInDoubt({ store }: FakeService): Promise<boolean> {
  const [custody] = await store.custodyOf([ID]);
  return custody?.mayBeCopy === true;
}
