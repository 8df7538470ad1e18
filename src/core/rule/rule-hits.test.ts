import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../testing/unpublished/story.ts";
import { checkForDuplicates } from "../api/operations.ts";
import { withoutColours } from "../messages/colours.ts";
import { blockPlace } from "../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const HUB = { world: "world", x: 90, y: 64, z: 0 };
const UNTIL_JUDGED = GRACE_TICKS + 5;
/** Nothing is looked at but what somebody asks for. */
const NO_SCAN = "scan-interval: 1000000\n";
const EVERY_HIT = `${NO_SCAN}alerts: { min-severity: LOW }\n`;
const sword = () => fakeStack("diamond_sword", { tag: fakeId(77) });
const typesOf = ({ outside }: FakeService) => outside.sent.map(({ type }) => type);

describe("a hit of the rule, from LOW on", () => {
  it("is told although a second copy was pending when it fired, once that copy has vanished within the grace", async () => {
    const game = await startedService({ config: EVERY_HIT });
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game, 20);
    alex.at = HUB;
    game.platform.chest(CHEST)[0] = sword();
    act(game, alex, new FakeItem(alex.slots[0]!), [CHEST]);
    await play(game, 5);
    assert.deepEqual(typesOf(game), [], "the second look decides");
    game.platform.chest(CHEST)[0] = undefined;
    await play(game, UNTIL_JUDGED);
    assert.deepEqual(typesOf(game), ["ITEM_RELOCATED"]);
  });

  it("is told by the proof when there is one", async () => {
    const game = await startedService({ config: EVERY_HIT });
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game, 20);
    alex.at = HUB;
    game.platform.chest(CHEST)[0] = sword();
    act(game, alex, new FakeItem(alex.slots[0]!), [CHEST]);
    await play(game, UNTIL_JUDGED);
    assert.deepEqual(typesOf(game), ["DUPLICATE_ITEM"]);
  });

  it("is told although a claim waits in silence, after a crash", async () => {
    const before = await startedService({ config: EVERY_HIT });
    before.platform.chest(CHEST)[0] = sword();
    await play(before, 30);
    const game = await startedService({ config: EVERY_HIT, store: before.store, clock: before.clock });
    game.platform.darken(CHEST);
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game, 20);
    assert.equal((await game.store.openClaims()).length, 1);
    alex.at = HUB;
    act(game, alex, new FakeItem(alex.slots[0]!));
    await play(game, 2);
    assert.deepEqual(typesOf(game), ["ITEM_RELOCATED"]);
  });
});

describe("a hit of the public checkForDuplicates is examined like any other", () => {
  it("proven, when the last holder has it too", async () => {
    const { game, bo } = await passedOnInSilence();
    checkForDuplicates(game.doubletake.api, fakeId(77), bo);
    await play(game, UNTIL_JUDGED);
    assert.deepEqual(typesOf(game), ["DUPLICATE_ITEM"]);
  });

  it("proven, although nobody has ever looked at either of them", async () => {
    const game = await startedService({ config: NO_SCAN });
    const [alex, bo] = ["Alex", "Bo"].map((name) => game.platform.join(name, { slots: [sword()] }));
    checkForDuplicates(game.doubletake.api, fakeId(77), alex!);
    await play(game, 20);
    checkForDuplicates(game.doubletake.api, fakeId(77), bo!);
    await play(game, UNTIL_JUDGED);
    assert.deepEqual(typesOf(game), ["DUPLICATE_ITEM"]);
  });

  it("contested, when the last holder is offline", async () => {
    const { game, alex, bo } = await passedOnInSilence();
    quit(game, alex);
    await play(game, 20);
    assert.deepEqual(typesOf(game), []);
    checkForDuplicates(game.doubletake.api, fakeId(77), bo);
    await play(game, 4);
    assert.deepEqual(typesOf(game), ["DUPLICATE_SUSPECTED"]);
  });

  it("relocated, when the last holder has it no more; the alert names the material", async () => {
    const { game, alex, bo } = await passedOnInSilence(EVERY_HIT);
    alex.slots[0] = undefined;
    checkForDuplicates(game.doubletake.api, fakeId(77), bo);
    await play(game, UNTIL_JUDGED);
    assert.deepEqual(
      game.outside.sent.map(({ type, material }) => [type, material]),
      [["ITEM_RELOCATED", "DIAMOND_SWORD"]],
    );
  });
});

describe("with detection: rule", () => {
  const RULE = `${NO_SCAN}detection: rule\n`;

  it("every hit is a DUPLICATE_ITEM in the tick in which it fires, with the broadcast", async () => {
    const game = await startedService({ config: RULE });
    const staff = game.platform.join("Staff", { permissions: ["doubletake.alerts"] });
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game, 20);
    for (let step = 1; step <= 3; step++) {
      alex.at = { ...alex.at, x: step * 100 };
      act(game, alex, new FakeItem(alex.slots[0]!));
      await play(game);
      assert.equal(game.outside.sent.length, step);
      await play(game, 20);
    }
    assert.deepEqual(
      [...new Set(game.outside.sent.map(({ type, severity, player }) => `${type} ${severity} ${player}`))],
      ["DUPLICATE_ITEM CRITICAL Alex"],
    );
    assert.deepEqual(
      withoutColours(staff.heard.at(-1)!),
      "[Doubletake] Duplicated item » Alex · Diamond Sword · last seen: Alex at world:200,64,0; now: Alex at world:300,64,0",
    );
    assert.equal(alex.slots[0]?.tag, fakeId(77), "the last one is never taken");
    assert.deepEqual(await game.store.cases({}, { offset: 0, limit: 10 }), [], "one item is no case");
  });

  it("a copy is taken as soon as looking finds two, without a second look, and never the last one", async () => {
    const game = await startedService({ config: RULE });
    const alex = join(game, "Alex", { slots: [sword()] });
    await play(game, 20);
    const bo = game.platform.join("Bo", { slots: [sword()] });
    act(game, bo, new FakeItem(bo.slots[0]!));
    await play(game, 4);
    assert.deepEqual([alex, bo].map(({ slots }) => slots[0]?.tag).filter(Boolean), [fakeId(77)]);
    await play(game, UNTIL_JUDGED);
    assert.deepEqual([alex, bo].map(({ slots }) => slots[0]?.tag).filter(Boolean), [fakeId(77)]);
    assert.equal((await game.store.quarantined({ state: "held" })).length, 1);
  });

  it("nothing is taken without auto-remove-duplicates, and nothing exempt is judged", async () => {
    for (const [config, expected] of [
      ["auto-remove-duplicates: false\n", 2],
      ["exempt-materials: [diamond_sword]\n", 0],
    ] as const) {
      const game = await startedService({ config: RULE + config });
      const alex = join(game, "Alex", { slots: [sword()] });
      await play(game, 20);
      const bo = game.platform.join("Bo", { slots: [sword()] });
      act(game, bo, new FakeItem(bo.slots[0]!));
      await play(game, UNTIL_JUDGED);
      const left = [alex, bo].filter(({ slots }) => slots[0] !== undefined);
      assert.equal(left.length, 2, config);
      assert.equal(typesOf(game).length, expected, config);
    }
  });
});

/** Alex was seen with a sword; without a word Bo has it as well. */
async function passedOnInSilence(config = NO_SCAN) {
  const game = await startedService({ config });
  const alex = join(game, "Alex", { slots: [sword()] });
  const bo = join(game, "Bo", { at: HUB });
  await play(game, 20);
  bo.slots[0] = sword();
  await play(game, 2);
  return { game, alex, bo };
}
