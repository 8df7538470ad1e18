import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { settle } from "../../../testing/unpublished/settle.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../index.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const UNTIL_REMOVED = GRACE_TICKS + 6;

const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });
const isSword = (stack: FakeStack | undefined) => stack?.tag === fakeId(7);
const quarantine = ({ store }: FakeService) => store.quarantined({ caseNumber: 1 });

describe("removal leaves exactly one copy, and the rest is whole in quarantine", () => {
  test("the holder with the earliest transfer keeps it", async () => {
    const game = await startedService({ config: "keep-oldest-on-dup-remove: true" });
    const alex = join(game, "Alex", { slots: [sword()] });
    const bo = join(game, "Bo");
    await play(game, 5);
    // Bo's is the copy whose custody is unbroken; without keep-oldest it would be the one that stays.
    [bo.slots[0], alex.slots[0]] = [alex.slots[0], undefined];
    act(game, bo, new FakeItem(bo.slots[0]!));
    await play(game, 40);
    alex.slots[0] = sword();
    act(game, alex, new FakeItem(alex.slots[0]));
    await play(game, UNTIL_REMOVED);
    assert.ok(isSword(alex.slots[0]));
    assert.equal(bo.slots[0], undefined);
    const [entry] = await quarantine(game);
    assert.equal(entry?.state, "held");
    assert.deepEqual(entry?.data, new FakeItem(sword()).encode());
    assert.equal(entry?.takenFrom.holderName, "Bo");
    assert.match(bo.heard.at(-1) ?? "", /Diamond Sword was taken from you.*case 1/);
    const [row] = await game.store.getItemTransferHistory(fakeId(7), 1);
    assert.deepEqual([row?.action, row?.playerUUID], ["REMOVED", bo.id]);
  });

  test("with keep-oldest, a copy in a chest that nobody is known to have put there goes before one that somebody holds", async () => {
    const game = await startedService({ config: "keep-oldest-on-dup-remove: true" });
    game.platform.chest(CHEST)[0] = sword();
    await play(game, 5);
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game, UNTIL_REMOVED);
    assert.ok(isSword(alex.slots[0]));
    assert.equal(game.platform.chest(CHEST)[0], undefined);
  });

  test("a restart does not make forget who put a copy into a chest", async () => {
    const first = await startedService();
    const alex = join(first, "Alex", { slots: [sword()] });
    await play(first, 40);
    const bo = join(first, "Bo");
    first.platform.chest(CHEST)[0] = alex.slots[0];
    act(first, alex, new FakeItem(alex.slots[0]!), [CHEST]);
    alex.slots[0] = undefined;
    await play(first, 4);
    bo.slots[0] = sword();
    act(first, bo, new FakeItem(bo.slots[0]));
    await play(first, 4);
    await first.doubletake.stop();
    const second = await startedService({ store: first.store, clock: first.clock });
    await settle();
    second.platform.chest(CHEST)[0] = sword();
    const again = join(second, "Bo", { slots: [sword()] });
    await play(second, UNTIL_REMOVED + 20);
    assert.equal(again.slots[0], undefined);
    assert.ok(isSword(second.platform.chest(CHEST)[0]));
  });

  test("the newcomer goes, although its holder had the item before", async () => {
    const game = await startedService();
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game, 5);
    act(game, alex, new FakeItem(alex.slots[0]!), [CHEST]);
    game.platform.chest(CHEST)[0] = alex.slots[0];
    alex.slots[0] = undefined;
    await play(game, 25);
    alex.slots[3] = sword();
    await play(game, 200 + UNTIL_REMOVED);
    assert.equal(alex.slots[3], undefined);
    assert.ok(isSword(game.platform.chest(CHEST)[0]));
  });

  test("a stack is cut to 1", async () => {
    const game = await startedService();
    const alex = join(game, "Alex", { slots: [{ ...sword(), count: 3 }] });
    await play(game, 8);
    assert.equal(alex.slots[0]?.count, 1);
    const [entry] = await quarantine(game);
    assert.equal(FakeItem.decode(entry!.data).count, 2);
  });

  test("a stack that is split between its proof and the removal leaves one copy all the same", async () => {
    const game = await startedService();
    const alex = join(game, "Alex", { slots: [{ ...sword(), count: 2 }] });
    game.platform.tick();
    alex.slots[0] = sword();
    alex.slots[5] = sword();
    await play(game, 30);
    assert.equal(alex.slots.filter(isSword).length, 1);
  });

  test("a copy that moves without an event between its proof and the removal is found and taken", async () => {
    const game = await startedService({ config: "scan-interval: 20000" });
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game, 5);
    const bo = join(game, "Bo", { slots: [sword()] });
    const cleo = join(game, "Cleo");
    await play(game, GRACE_TICKS);
    // The looks of this tick prove it; it goes on before anything is taken.
    game.clock.pass(50);
    game.platform.tick();
    cleo.slots[0] = bo.slots[0];
    bo.slots[0] = undefined;
    await settle();
    await play(game, 6);
    assert.ok(isSword(alex.slots[0]));
    assert.equal(cleo.slots[0], undefined);
  });

  test("copies inside boxes are taken out of them, and the boxes stay", async () => {
    const game = await startedService();
    const box = () => {
      const stack = fakeStack("shulker_box");
      const inner = fakeStack("bundle");
      inner.inside!.slots[2] = sword();
      stack.inside!.slots[4] = inner;
      return stack;
    };
    const alex = join(game, "Alex", { slots: [box()] });
    await play(game, 40);
    const bo = join(game, "Bo", { slots: [box()] });
    await play(game, UNTIL_REMOVED);
    const innermost = (stack: FakeStack | undefined) => stack?.inside?.slots[4]?.inside?.slots[2];
    assert.ok(isSword(innermost(alex.slots[0])));
    assert.equal(innermost(bo.slots[0]), undefined);
    assert.equal(bo.slots[0]?.material, "minecraft:shulker_box");
  });

  test("a whole box with everything in it goes as one, and comes back with fresh ids inside", async () => {
    const game = await startedService();
    const box = () => {
      const stack = fakeStack("shulker_box", { tag: fakeId(8) });
      stack.inside!.slots[4] = sword();
      return stack;
    };
    const alex = join(game, "Alex", { slots: [box()] });
    await play(game, 40);
    const bo = join(game, "Bo", { slots: [box()] });
    await play(game, UNTIL_REMOVED);
    assert.ok(isSword(alex.slots[0]?.inside?.slots[4]));
    assert.equal(bo.slots[0], undefined);
    const held = (await quarantine(game)).filter(({ state }) => state === "held");
    assert.equal(held.length, 1);
    await game.doubletake.staffActs.restore(1, "Staff", undefined);
    await play(game, UNTIL_REMOVED);
    const [back] = bo.slots as [FakeStack];
    assert.notEqual(back.tag, fakeId(8));
    assert.notEqual(back.inside?.slots[4]?.tag, fakeId(7));
    assert.equal(game.outside.sent.filter(({ type }) => type === "DUPLICATE_ITEM").length, 1);
  });

  test("a copied box that holds somebody's only pickaxe stays, and so does the first box; what is double in the copy goes", async () => {
    const game = await startedService();
    const box = (...inner: FakeStack[]) => {
      const stack = fakeStack("shulker_box", { tag: fakeId(8) });
      stack.inside!.slots.push(...inner);
      return stack;
    };
    const alex = join(game, "Alex", { slots: [box(sword())] });
    await play(game, 40);
    const pickaxe = fakeStack("diamond_pickaxe", { tag: fakeId(9) });
    const bo = join(game, "Bo", { slots: [box(sword(), pickaxe)] });
    await play(game, UNTIL_REMOVED);
    const inside = ({ slots: [one] }: typeof bo) => one?.inside?.slots.map((stack) => stack?.tag);
    assert.deepEqual([inside(alex), inside(bo)], [[fakeId(7)], [undefined, fakeId(9)]]);
  });

  test("nothing is taken on a claim, and the copy goes once the claim is proven", async () => {
    const game = await startedService();
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game, 3);
    quit(game, alex);
    await play(game, 20);
    const bo = join(game, "Bo", { slots: [sword()] });
    await play(game, UNTIL_REMOVED);
    assert.ok(isSword(bo.slots[0]));
    const back = join(game, "Alex", { slots: [sword()] });
    await play(game, UNTIL_REMOVED);
    assert.ok(isSword(back.slots[0]));
    assert.equal(bo.slots[0], undefined);
  });

  test("with auto-remove off staff are told, and can remove later", async () => {
    const game = await startedService({ config: "auto-remove-duplicates: false" });
    join(game, "Alex", { slots: [sword()] });
    await play(game, 40);
    const bo = join(game, "Bo", { slots: [sword()] });
    await play(game, 100);
    assert.ok(isSword(bo.slots[0]));
    assert.equal(game.outside.sent.length, 1);
    const removing = game.doubletake.staffActs.remove(1, "Staff");
    await play(game, 6);
    assert.equal(await removing, 1);
    assert.equal(bo.slots[0], undefined);
  });

  test("a copy that moved while the store was busy is looked for again", async () => {
    const game = await startedService();
    join(game, "Alex", { slots: [sword()] });
    await play(game, 40);
    const bo = join(game, "Bo", { slots: [sword()] });
    for (let tick = 0; tick < 60; tick++) {
      // Bo moves it to another slot in every tick, and then keeps still.
      if (tick < 30) {
        bo.slots[(tick + 1) % 9] = bo.slots[tick % 9];
        bo.slots[tick % 9] = undefined;
      }
      await play(game);
    }
    assert.ok(bo.slots.every((stack) => !isSword(stack)));
    const held = (await quarantine(game)).filter(({ state }) => state === "held");
    assert.equal(held.length, 1);
  });

  test("on-proven commands run with the case's values", async () => {
    const game = await startedService({ config: 'on-proven: ["say {player} {material} {case}"]' });
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game);
    alex.slots[1] = sword();
    act(game, alex, new FakeItem(alex.slots[1]));
    await play(game, UNTIL_REMOVED);
    assert.deepEqual(game.platform.consoleCommands, ["say Alex DIAMOND_SWORD 1"]);
  });

  test("on-proven commands that name a player run only when that player acted on the item", async () => {
    const config = 'on-proven: ["kick {player}", "ban {uuid}", "say case {case}"]';
    const game = await startedService({ config });
    join(game, "Alex", { slots: [sword()] });
    const victim = join(game, "Victim");
    await play(game);
    // It comes into the victim's hands without an event, and the victim is looked at.
    victim.slots[3] = sword();
    game.doubletake.report({ kind: "sighting", place: victim.place, action: "SCAN", player: victim });
    await play(game, UNTIL_REMOVED);
    assert.deepEqual(game.platform.consoleCommands, ["say case 1"]);
    const lines = game.log.lines.filter((line) => line.includes("does not run"));
    assert.equal(lines.length, 2);
    assert.match(lines[0]!, /Case 1: "kick \{player\}" does not run, since no player was seen to act on the item/);
  });

  test("on-proven runs for a claim that is proven later, if the player acted who was met with the copy", async () => {
    const game = await startedService({ config: 'on-proven: ["kick {player}"]' });
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game, 3);
    quit(game, alex);
    const bo = join(game, "Bo");
    await play(game, 3);
    bo.slots[0] = sword();
    act(game, bo, new FakeItem(bo.slots[0]));
    await play(game, 3);
    assert.deepEqual(game.platform.consoleCommands, [], "a claim is no proof");
    join(game, "Alex", { slots: [sword()] });
    await play(game, UNTIL_REMOVED);
    assert.deepEqual(game.platform.consoleCommands, ["kick Bo"]);
  });
});

test("an honest player who merely acts on the same item at the same time loses nothing", async () => {
  const game = await startedService();
  const alex = join(game, "Alex", { slots: [sword()] });
  await play(game, 5);
  for (let tick = 0; tick < 100; tick++) {
    act(game, alex, new FakeItem(alex.slots[0]!));
    alex.at = { ...alex.at, x: tick };
    await play(game);
  }
  assert.ok(isSword(alex.slots[0]));
  assert.deepEqual(await game.store.quarantined({}), []);
});

describe("a copy that its holder moves at every tick", () => {
  for (const [where, places] of [
    ["between two slots", false],
    ["between his slots and a chest", true],
  ] as const)
    test(`${where}, is taken, or leaves one entry in quarantine`, async () => {
      const game = await startedService();
      const victim = join(game, "Victim", { slots: [sword()] });
      await play(game, 60);
      const cheat = join(game, "Cheat");
      await play(game, 10);
      const other = places ? game.platform.chest(CHEST) : cheat.slots;
      cheat.slots[0] = sword();
      act(game, cheat, new FakeItem(cheat.slots[0]));
      for (let tick = 0; tick < 200; tick++) {
        const [from, to] = tick % 2 === 0 ? [cheat.slots, other] : [other, cheat.slots];
        const [at, toAt] = tick % 2 === 0 ? [0, 1] : [1, 0];
        const stack = from[at];
        from[at] = undefined;
        to[toAt] = stack;
        if (stack !== undefined) act(game, cheat, new FakeItem(stack), [CHEST], "INVENTORY_CLICK");
        await play(game, 1);
      }
      const states = (await quarantine(game)).map(({ state }) => state);
      assert.ok(isSword(victim.slots[0]));
      if (!places) assert.deepEqual([states, cheat.slots.some(isSword)], [["held"], false]);
      assert.equal(states.length, 1);
    });
});
