import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });
const UNTIL_PROVEN = GRACE_TICKS + 3;

describe("a copy that is made in the tick in which its holder and the owner leave", () => {
  for (const returns of [
    ["Olga", "Mal"],
    ["Mal", "Olga"],
  ])
    for (const isTogether of [true, false])
      for (const isRestarted of [true, false])
        it(`is the later one; ${returns.join(" comes back before ")}, in one tick: ${isTogether}, over a restart: ${isRestarted}`, async () => {
          let game = await startedService();
          const [olga, mal] = [join(game, "Olga", { slots: [sword()] }), join(game, "Mal")];
          await play(game, 450);
          mal.slots[0] = sword();
          act(game, mal, new FakeItem(mal.slots[0]));
          for (const player of [mal, olga]) quit(game, player);
          await play(game, isRestarted ? 0 : 20);
          if (isRestarted) {
            await game.doubletake.stop();
            game = await startedService({ store: game.store, clock: game.clock });
          }
          const back = new Map<string, ReturnType<typeof join>>();
          for (const name of returns) {
            back.set(name, join(game, name, { slots: (name === "Olga" ? olga : mal).slots }));
            await play(game, isTogether ? 0 : 30);
          }
          await play(game, 60);
          assert.ok(back.get("Olga")!.slots[0] !== undefined, "the owner has been robbed");
          assert.equal(back.get("Mal")!.slots[0], undefined);
        });
});

describe("two copies whose holders leave in one tick, inside the grace", () => {
  it("are a claim when the first comes back, and proven when the second does", async () => {
    for (const [first, second] of [
      ["Alex", "Bo"],
      ["Bo", "Alex"],
    ] as const) {
      const game = await leftTogether();
      await play(game, UNTIL_PROVEN);
      assert.deepEqual(typesOf(game), []);
      await comeBack(game, first, second);
    }
  });

  it("are so after a clean stop as well", async () => {
    for (const [first, second] of [
      ["Alex", "Bo"],
      ["Bo", "Alex"],
    ] as const) {
      for (const isNextTick of [false, true]) {
        const before = await leftTogether();
        if (isNextTick) await play(before, 1);
        await before.doubletake.stop();
        await comeBack(await startedService({ store: before.store, clock: before.clock }), first, second);
      }
    }
  });

  it("are so where they are then, when one of them was moved before", async () => {
    for (const [first, second] of [
      ["Alex", "Cleo"],
      ["Cleo", "Alex"],
    ] as const) {
      const before = await startedService();
      const [alex, cleo] = [join(before, "Alex", { slots: [sword()] }), join(before, "Cleo")];
      await play(before, 3);
      before.platform.chest(CHEST)[0] = sword();
      act(before, alex, new FakeItem(alex.slots[0]!), [CHEST]);
      await play(before, 3);
      cleo.slots[0] = before.platform.chest(CHEST)[0];
      before.platform.chest(CHEST)[0] = undefined;
      act(before, cleo, new FakeItem(cleo.slots[0]!), [CHEST]);
      await play(before, 3);
      for (const player of [alex, cleo]) quit(before, player);
      await before.doubletake.stop();
      await comeBack(await startedService({ store: before.store, clock: before.clock }), first, second);
    }
  });

  it("are no claim after a crash, which may have undone the copy, until both are in sight", async () => {
    const before = await leftTogether();
    await play(before, 1);
    const game = await startedService({ store: before.store, clock: before.clock });
    join(game, "Alex", { slots: [sword()] });
    await play(game, UNTIL_PROVEN);
    assert.deepEqual(typesOf(game), []);
    join(game, "Bo", { slots: [sword()] });
    await play(game, UNTIL_PROVEN);
    assert.deepEqual(typesOf(game), ["DUPLICATE_ITEM"]);
  });

  it("are none when one of them does not come back: whoever has it then has the only one", async () => {
    const game = await leftTogether();
    await play(game, UNTIL_PROVEN);
    join(game, "Alex");
    await play(game, 3);
    join(game, "Bo", { slots: [sword()] });
    await play(game, UNTIL_PROVEN);
    assert.deepEqual(typesOf(game), []);
    assert.deepEqual(await game.store.openClaims(), []);
  });
});

async function leftTogether(): Promise<FakeService> {
  const game = await startedService();
  const alex = join(game, "Alex", { slots: [sword()] });
  await play(game, 3);
  const bo = join(game, "Bo", { slots: [sword()] });
  await play(game, 3);
  for (const player of [alex, bo]) quit(game, player);
  return game;
}

async function comeBack(game: FakeService, first: string, second: string): Promise<void> {
  join(game, first, { slots: [sword()] });
  await play(game, 4);
  assert.deepEqual(typesOf(game), ["DUPLICATE_SUSPECTED"], `${first} first`);
  join(game, second, { slots: [sword()] });
  await play(game, UNTIL_PROVEN);
  assert.deepEqual(typesOf(game), ["DUPLICATE_SUSPECTED", "DUPLICATE_ITEM"], `${second} second`);
  assert.deepEqual(await game.store.openClaims(), []);
}

function typesOf({ outside }: FakeService): string[] {
  return outside.sent.map(({ type }) => type).filter((type) => type !== "ITEM_RELOCATED");
}
