import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import type { FakePlayer } from "../../testing/fake-player.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import { handStore } from "../../testing/unpublished/stores/hand-store.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../testing/unpublished/story.ts";
import { blockPlace } from "../index.ts";

// What somebody who had read the source tried, and what no longer works.

const ID = fakeId(7000);
const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const sword = (tag?: string) => fakeStack("diamond_sword", tag === undefined ? {} : { tag });
const box = (inside: FakeStack[] = [], tag = ID) =>
  fakeStack("shulker_box", { tag, inside: { kind: "shulker-box", slots: inside } });

/** So many items that one look at their holder is all that a tick can carry. */
const heavy = (): FakeStack[] =>
  Array.from({ length: 40 }, (_, at) => {
    const first = 10_000 + 100 * at;
    const inside = Array.from({ length: 27 }, (_, slot) => sword(fakeId(first + 1 + slot)));
    return box(inside, fakeId(first));
  });

/** So many chests that the sweep takes its time. */
function build(game: FakeService): void {
  for (let x = 0; x < 2000; x++) {
    game.platform.chest(blockPlace({ world: "world", x: 1000 + x, y: 64, z: 900 }))[0] = sword();
  }
}

async function started(config = ""): Promise<FakeService> {
  const game = await startedService({ config });
  game.outside.hearsFrom = "HIGH";
  return game;
}

const alerts = (game: FakeService) => game.outside.sent.map(({ type, player }) => `${type} ${player}`);

describe("robbed by something unique in the copy", () => {
  for (const keep of ["false", "true"]) {
    it(`with keep-oldest-on-dup-remove: ${keep} the first box stays, and so does the copy: staff decide`, async () => {
      const game = await started(`keep-oldest-on-dup-remove: ${keep}`);
      const loot = () => [sword(fakeId(7001)), sword(fakeId(7002))];
      const victim = join(game, "Victim", { slots: [box(loot())] });
      await play(game, 300);
      const cheat = join(game, "Cheat");
      await play(game, 40);
      cheat.slots[0] = box([...loot(), sword(fakeId(8001))]);
      act(game, cheat, new FakeItem(cheat.slots[0]));
      await play(game, GRACE_TICKS + 30);
      assert.equal(victim.slots[0]?.tag, ID);
      assert.equal(cheat.slots[0]?.tag, ID);
      // Of what is in the copy, everything but that one thing is taken.
      const idsIn = (player: FakePlayer) => player.slots[0]?.inside?.slots.flatMap((stack) => stack?.tag ?? []);
      assert.deepEqual(idsIn(victim), [fakeId(7001), fakeId(7002)]);
      assert.deepEqual(idsIn(cheat), [fakeId(8001)]);
    });
  }
});

describe("a tick that the cheat's full inventory makes busy", () => {
  it("hides no copy that is put away while the other is placed", async () => {
    for (const isBusy of [false, true]) {
      const game = await started();
      const cheat = join(game, "Cheat", { slots: [box(), ...(isBusy ? heavy() : [])] });
      build(game);
      game.platform.chest(CHEST);
      await play(game, 60);
      const hand = cheat.slots[0]!;
      game.platform.chest(CHEST)[0] = box();
      cheat.slots[0] = undefined;
      act(game, cheat, new FakeItem(hand), [CHEST]);
      const item = new FakeItem({ ...hand, count: 0 });
      const location = { world: "world", x: 20, y: 64, z: 0 };
      game.doubletake.report({ kind: "interaction", player: cheat, item, action: "BLOCK_PLACE", location });
      await play(game, 100);
      assert.deepEqual(alerts(game), ["DUPLICATE_ITEM Cheat"], `busy: ${isBusy}`);
    }
  });

  it("hides nobody who brought a copy: whoever takes it next is not kicked", async () => {
    for (const isBusy of [false, true]) {
      const game = await started('on-proven: ["kick {player}"]');
      const cheat = join(game, "Cheat", { slots: [sword(ID), ...(isBusy ? heavy() : [])] });
      const victim = join(game, "Victim");
      build(game);
      const chest = game.platform.chest(CHEST);
      await play(game, 60);
      chest[0] = sword(ID);
      act(game, cheat, new FakeItem(chest[0]), [CHEST]);
      game.clock.pass(50);
      game.platform.tick();
      victim.slots[0] = chest[0];
      chest[0] = undefined;
      act(game, victim, new FakeItem(victim.slots[0]), [CHEST]);
      await play(game, GRACE_TICKS + 20);
      assert.deepEqual(game.platform.consoleCommands, ["kick Cheat"], `busy: ${isBusy}`);
    }
  });
});

describe("thousands of names that log in while the store is away", () => {
  it("leave room for the case, and it is kept", async () => {
    const hand = handStore(new MemoryStore());
    const game = await startedService({ store: hand.store });
    const cheat = join(game, "Cheat", { slots: [sword(ID)] });
    await play(game, 60);
    hand.fail("away");
    for (let name = 0; name < 10_050; name++) {
      quit(game, join(game, `bot${name}`));
      if (name % 500 === 499) await play(game, 1);
    }
    await play(game, 5);
    cheat.slots[3] = sword(ID);
    act(game, cheat, new FakeItem(cheat.slots[3]));
    await play(game, 40);
    hand.recover();
    await play(game, 200);
    assert.equal((await game.store.caseByNumber(1))?.type, "DUPLICATE_ITEM");
    assert.equal(cheat.slots.filter(Boolean).length, 1);
  });
});
