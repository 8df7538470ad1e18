import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const SWORD = fakeId(7);
const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });

describe("an item in the dark, and a copy that goes into the dark as well", () => {
  for (const returns of [
    ["Olga", "Mal"],
    ["Mal", "Olga"],
  ])
    for (const isRestarted of [false, true])
      it(`stays with its owner when a third turns up; ${returns.join(" comes back before ")}${isRestarted ? " over a restart" : ""}`, async () => {
        let game = await startedService();
        const things = new Map([
          ["Olga", [sword()]],
          ["Mal", [sword()]],
        ]);
        const eve = join(game, "Eve");
        const olga = join(game, "Olga", { slots: things.get("Olga")! });
        await play(game, 450);
        quit(game, olga);
        await play(game, 20);
        const mal = join(game, "Mal", { slots: things.get("Mal")! });
        await play(game, 20);
        quit(game, mal);
        await play(game, 20);
        if (isRestarted) {
          quit(game, eve);
          await game.doubletake.stop();
          game = await startedService({ store: game.store, clock: game.clock });
          join(game, "Eve");
          await play(game, 20);
        }
        const third = [...game.platform.players()].find(({ name }) => name === "Eve")!;
        third.slots[0] = sword();
        act(game, third, new FakeItem(third.slots[0]));
        await play(game, 40);
        const back = new Map<string, ReturnType<typeof join>>();
        for (const name of returns) {
          back.set(name, join(game, name, { slots: things.get(name)! }));
          await play(game, 60);
        }
        const left = [...back.values(), third].map(({ slots }) => slots[0]?.tag);
        assert.equal(back.get("Olga")!.slots[0]?.tag, SWORD, `the owner has been robbed: ${left}`);
        assert.equal(left.filter(Boolean).length, 1);
      });
});

describe("a copy that is made in the tick in which its holder leaves, and in which somebody takes the item out of a chest", () => {
  for (const isTakenFirst of [true, false])
    for (const isCopyFromChest of [true, false])
      it(`is ${isTakenFirst && isCopyFromChest ? "perhaps" : "not"} the item; the copy is reported from the chest: ${isCopyFromChest}`, async () => {
        const game = await startedService();
        const [olga, mal, chest] = [join(game, "Olga"), join(game, "Mal"), game.platform.chest(CHEST)];
        chest[0] = sword();
        await play(game, 450);
        const take = () => {
          [olga.slots[0], chest[0]] = [chest[0], undefined];
          act(game, olga, new FakeItem(olga.slots[0]!), [CHEST]);
        };
        const copyAndLeave = () => {
          mal.slots[0] = sword();
          act(game, mal, new FakeItem(mal.slots[0]), isCopyFromChest ? [CHEST] : []);
          quit(game, mal);
        };
        for (const step of isTakenFirst ? [take, copyAndLeave] : [copyAndLeave, take]) step();
        await play(game, 60);
        assert.equal((await game.store.caseByNumber(1))?.type, "DUPLICATE_SUSPECTED");
        const back = join(game, "Mal", { slots: mal.slots });
        await play(game, 60);
        assert.equal(olga.slots[0]?.tag, SWORD, "the owner has been robbed");
        assert.equal(back.slots[0]?.tag, isTakenFirst && isCopyFromChest ? SWORD : undefined);
      });
});

describe("a copy that is made in the tick in which its holder leaves, while the owner is away", () => {
  it("is the later one, also when both come back in one tick", async () => {
    const game = await startedService();
    const olga = join(game, "Olga", { slots: [sword()] });
    const mal = join(game, "Mal");
    await play(game, 450);
    quit(game, olga);
    await play(game, 20);
    mal.slots[0] = sword();
    act(game, mal, new FakeItem(mal.slots[0]));
    quit(game, mal);
    await play(game, 40);
    const back = join(game, "Olga", { slots: olga.slots });
    join(game, "Mal", { slots: mal.slots });
    await play(game, 60);
    assert.equal(back.slots[0]?.tag, SWORD, "the owner has been robbed");
  });
});

describe("an item in the dark, of which two copies await their second look", () => {
  it("stays with its owner when the server is restarted before that", async () => {
    const before = await startedService();
    const [olga, mal] = [join(before, "Olga", { slots: [sword()] }), join(before, "Mal")];
    await play(before, 450);
    quit(before, olga);
    await play(before, 20);
    mal.slots[0] = sword();
    await play(before, 20);
    const eve = join(before, "Eve", { slots: [sword()] });
    await play(before, 5);
    for (const player of [mal, eve]) quit(before, player);
    await before.doubletake.stop();
    const game = await startedService({ store: before.store, clock: before.clock });
    const back = [];
    for (const { name, slots } of [eve, olga, mal]) {
      back.push(join(game, name, { slots }));
      await play(game, 60);
    }
    const left = back.map(({ slots }) => slots[0]?.tag);
    assert.deepEqual(left, [undefined, SWORD, undefined]);
  });
});

describe("an item in the dark, of which somebody else has two copies", () => {
  for (const returns of [
    ["Olga", "Mal"],
    ["Mal", "Olga"],
  ])
    it(`stays with its owner, if after a restart ${returns.join(" is back before ")} in one tick`, async () => {
      const before = await startedService();
      const [olga, mal] = [join(before, "Olga", { slots: [sword()] }), join(before, "Mal")];
      await play(before, 450);
      quit(before, olga);
      await play(before, 20);
      mal.slots[0] = sword();
      await play(before, 40);
      mal.slots[1] = sword();
      act(before, mal, new FakeItem(mal.slots[1]));
      await play(before, 5);
      quit(before, mal);
      await before.doubletake.stop();
      const game = await startedService({ store: before.store, clock: before.clock });
      await play(game, 3);
      const slotsOf = (name: string) => (name === "Olga" ? olga : mal).slots;
      const back = new Map(returns.map((name) => [name, join(game, name, { slots: slotsOf(name) }).slots]));
      await play(game, 60);
      assert.equal(back.get("Olga")![0]?.tag, SWORD, "the owner has been robbed");
      assert.deepEqual(back.get("Mal")!.filter(Boolean), []);
    });
});

describe("a copy that is in the dark over a restart, while the item is not", () => {
  for (const isCopyFirst of [true, false])
    it(`is the later one; its holder joins before the owner in one tick: ${isCopyFirst}`, async () => {
      const before = await startedService();
      const [olga, mal] = [join(before, "Olga", { slots: [sword()] }), join(before, "Mal")];
      await play(before, 450);
      mal.slots[0] = sword();
      act(before, mal, new FakeItem(mal.slots[0]));
      quit(before, mal);
      await play(before, 20);
      quit(before, olga);
      await before.doubletake.stop();
      const game = await startedService({ store: before.store, clock: before.clock });
      const joining = isCopyFirst ? [mal, olga] : [olga, mal];
      const back = joining.map(({ name, slots }) => join(game, name, { slots }));
      await play(game, 60);
      assert.equal(back.find(({ name }) => name === "Olga")!.slots[0]?.tag, SWORD, "the owner has been robbed");
      assert.equal(back.find(({ name }) => name === "Mal")!.slots[0], undefined);
    });
});

function sword() {
  return fakeStack("diamond_sword", { tag: SWORD });
}
