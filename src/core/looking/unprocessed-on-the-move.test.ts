import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import type { FakePlayer } from "../../testing/fake-player.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../testing/unpublished/story.ts";
import { blockPlace, groundPlace } from "../index.ts";

const AT = { world: "world", x: 4, y: 64, z: 4 };
const GROUND = groundPlace(AT);
const CHEST = blockPlace({ ...AT, x: 6 });
const PLACED = blockPlace({ ...AT, x: 8 });
/** Far more than one tick deals with. */
const MANY = 700;
/** Ticks until all of them have had their turn. */
const ALL_SEEN = 60;

/** Of a box's contents every second has its id already. */
function fullBox(): FakeStack {
  const slots = Array.from({ length: MANY }, (_, at) =>
    fakeStack("diamond_sword", at % 2 === 0 ? { tag: fakeId(10_000 + at) } : {}),
  );
  return fakeStack("shulker_box", { tag: fakeId(9000), inside: { kind: "shulker-box", slots } });
}

const contentsOf = (box: FakeStack) => box.inside!.slots as FakeStack[];

/** Plays a tick at a time, and sees to it that no item ever changes its id. */
class Story {
  readonly game: FakeService;
  readonly box: FakeStack;
  readonly #ids = new Map<FakeStack, string>();

  constructor(game: FakeService, box: FakeStack) {
    this.game = game;
    this.box = box;
  }

  async play(ticks = 1): Promise<void> {
    for (let tick = 0; tick < ticks; tick++) {
      await play(this.game);
      for (const stack of contentsOf(this.box)) {
        if (stack.tag === undefined) continue;
        assert.equal(this.#ids.get(stack) ?? stack.tag, stack.tag, "an id that was given stays");
        this.#ids.set(stack, stack.tag);
      }
    }
  }

  drop(from: FakePlayer): string {
    from.slots[0] = undefined;
    const entity = this.game.platform.drop(this.box, AT);
    act(this.game, from, new FakeItem(this.box), [GROUND], "DROP");
    return entity;
  }

  pickUp(to: FakePlayer, entity: string): void {
    to.slots[0] = this.game.platform.pickUp(entity);
    act(this.game, to, new FakeItem(this.box), [GROUND], "PICKUP");
  }

  store(from: FakePlayer): void {
    this.game.platform.chest(CHEST)[0] = this.box;
    from.slots[0] = undefined;
    act(this.game, from, new FakeItem(this.box), [CHEST]);
  }

  /** The chest is broken, and what was in it falls down. */
  breakChest(by: FakePlayer): string {
    this.game.doubletake.report({ kind: "going-dark", place: CHEST, action: "BLOCK_BREAK", player: by });
    this.game.platform.chest(CHEST).length = 0;
    return this.game.platform.drop(this.box, AT);
  }

  /** The box becomes a block, which holds what was in the box. */
  place(by: FakePlayer): void {
    by.slots[0] = undefined;
    this.game.platform.chest(PLACED).push(...contentsOf(this.box));
    const item = new FakeItem(this.box);
    this.game.doubletake.report({
      ...({ kind: "interaction", player: by, item, action: "BLOCK_PLACE" } as const),
      ...{ location: { ...AT, x: 8 }, touched: [PLACED] },
    });
  }

  /** The block becomes a box again. */
  breakPlaced(by: FakePlayer): string {
    this.game.doubletake.report({ kind: "going-dark", place: PLACED, action: "BLOCK_BREAK", player: by });
    this.game.platform.chest(PLACED).length = 0;
    delete this.box.tag;
    return this.game.platform.drop(this.box, AT);
  }

  /** All is over: each is where the box is, once, under an id of its own, and nobody was accused. */
  async endsWith(holder: FakePlayer): Promise<void> {
    await this.play(ALL_SEEN);
    const ids = contentsOf(this.box).map(({ tag }) => tag!);
    assert.equal(new Set(ids).size, MANY);
    const custody = await this.game.store.custodyOf(ids);
    assert.equal(custody.length, MANY);
    assert.deepEqual(new Set(custody.map(({ place }) => place)), new Set([holder.place]));
    assert.deepEqual(new Set(custody.map(({ holderId }) => holderId)), new Set([holder.id]));
    assert.deepEqual(
      this.game.outside.sent.map(({ type }) => type).filter((type) => type !== "ITEM_RELOCATED"),
      [],
    );
    assert.deepEqual(await this.game.store.cases({}, { offset: 0, limit: 1 }), []);
  }
}

async function start(): Promise<{ story: Story; alex: FakePlayer; bo: FakePlayer }> {
  const game = await startedService();
  game.outside.hearsFrom = "LOW";
  const story = new Story(game, fullBox());
  const bo = join(game, "Bo", { at: AT });
  await story.play();
  const alex = join(game, "Alex", { slots: [story.box], at: AT });
  await story.play();
  return { story, alex, bo };
}

describe("a box that moves on while its contents wait for their turn", () => {
  it("is dropped and picked up by another", async () => {
    const { story, alex, bo } = await start();
    const entity = story.drop(alex);
    await story.play();
    story.pickUp(bo, entity);
    await story.endsWith(bo);
  });

  it("is put into a chest, which is broken", async () => {
    const { story, alex, bo } = await start();
    story.store(alex);
    await story.play();
    const entity = story.breakChest(bo);
    await story.play();
    story.pickUp(bo, entity);
    await story.endsWith(bo);
  });

  it("is placed as a block, and broken", async () => {
    const { story, alex, bo } = await start();
    story.place(alex);
    await story.play();
    const entity = story.breakPlaced(bo);
    await story.play();
    story.pickUp(bo, entity);
    await story.endsWith(bo);
  });

  it("all of that within one tick each, and its holder leaves and comes back", async () => {
    const { story, alex, bo } = await start();
    story.store(alex);
    const first = story.breakChest(alex);
    await story.play();
    story.pickUp(bo, first);
    quit(story.game, bo);
    await story.play(2);
    const back = join(story.game, "Bo", { slots: [story.box], at: AT });
    await story.play();
    const second = story.drop(back);
    story.pickUp(alex, second);
    await story.play();
    quit(story.game, alex);
    await story.play();
    const again = join(story.game, "Alex", { slots: [story.box], at: AT });
    await story.endsWith(again);
  });

  it("goes from hand to hand without a word", async () => {
    const { story, alex, bo } = await start();
    for (let turn = 0; turn < 9; turn++) {
      const [from, to] = turn % 2 === 0 ? [alex, bo] : [bo, alex];
      to.slots[3] = from.slots.find((stack) => stack !== undefined);
      from.slots.length = 0;
      // Both are looked at, and nobody says that anything moved.
      for (const player of [to, from])
        story.game.doubletake.report({ kind: "sighting", place: player.place, action: "SCAN", player });
      await story.play();
    }
    await story.endsWith(bo);
  });
});

describe("a box whose contents are known, and wait where it went to", () => {
  async function known(): Promise<{
    story: Story;
    alex: FakePlayer;
    bo: FakePlayer;
    custody: () => Promise<Set<string>>;
  }> {
    const { story, alex, bo } = await start();
    await story.play(ALL_SEEN);
    const ids = contentsOf(story.box).map(({ tag }) => tag!);
    const custody = async () =>
      new Set((await story.game.store.custodyOf(ids)).map(({ place, holderId }) => `${place} ${holderId}`));
    return { story, alex, bo, custody };
  }

  it("are on record where they were until they have had their turn, never nowhere", async () => {
    const { story, alex, custody } = await known();
    story.drop(alex);
    await story.play();
    assert.deepEqual(await custody(), new Set([`${GROUND} ${alex.id}`, `${alex.place} ${alex.id}`]));
    await story.play(ALL_SEEN);
    assert.deepEqual(await custody(), new Set([`${GROUND} ${alex.id}`]));
  });

  it("are with whoever leaves with it before that", async () => {
    const { story, alex, bo, custody } = await known();
    const entity = story.drop(alex);
    story.pickUp(bo, entity);
    await story.play();
    quit(story.game, bo);
    await story.play(3);
    assert.deepEqual(await custody(), new Set([`${bo.place} ${bo.id}`]));
  });

  it("are whose the box is, by what was reported when it went there", async () => {
    const { story, alex, bo, custody } = await known();
    story.game.platform.chest(CHEST)[0] = story.box;
    alex.slots[0] = undefined;
    act(story.game, bo, new FakeItem(story.box), [alex.place, CHEST]);
    await story.play(ALL_SEEN);
    assert.deepEqual(await custody(), new Set([`${CHEST} ${bo.id}`]));
  });
});

describe("a copied box that moves on while its contents wait for their turn", () => {
  it("is proven and taken whole, with all that is in it, and nothing is taken twice", async () => {
    const game = await startedService({ config: "auto-remove-duplicates: true" });
    const story = new Story(game, fullBox());
    const alex = join(game, "Alex", { slots: [story.box], at: AT });
    await story.play(ALL_SEEN);
    const [bo, cleo] = [join(game, "Bo", { at: AT }), join(game, "Cleo", { at: AT })];
    const copy = structuredClone(story.box);
    bo.slots[0] = copy;
    act(game, bo, new FakeItem(copy), [], "INVENTORY_CLICK");
    for (let turn = 0; turn < 8; turn++) {
      await story.play();
      const [from, to] = turn % 2 === 0 ? [bo, cleo] : [cleo, bo];
      to.slots[0] = copy;
      from.slots[0] = undefined;
      act(game, to, new FakeItem(copy), [from.place], "INVENTORY_CLICK");
    }
    const left = () => [alex, bo, cleo].filter(({ slots }) => slots[0] !== undefined);
    for (let ticks = 0; ticks < 400 && left().length > 1; ticks++) await story.play();
    assert.deepEqual(left(), [alex], "the copy is gone, and the original is where it was");
    await story.play(5);
    const held = await game.store.quarantined({ state: "held" });
    assert.equal(held.filter(({ itemId }) => itemId === story.box.tag).length, 1);
    assert.equal(held.length, 1, "what is in a box goes with it");
    const cases = await game.store.cases({}, { offset: 0, limit: 10 });
    assert.equal(new Set(cases.flatMap(({ itemIds }) => itemIds)).size, MANY + 1, "every id of it is on record");
  });

  it("a copy that goes among very many others is proven when the grace is over, as if it were alone", async () => {
    const game = await startedService();
    game.outside.hearsFrom = "HIGH";
    const copied = fakeStack("bow", { tag: fakeId(1) });
    join(game, "Alex", { slots: [copied], at: AT });
    const bo = join(game, "Bo", { slots: [structuredClone(copied)], at: AT });
    const cleo = join(game, "Cleo", { at: AT });
    await play(game, GRACE_TICKS - 2);
    const others = Array.from({ length: 600 }, (_, at) => fakeStack("diamond_sword", { tag: fakeId(10_000 + at) }));
    const slots = [...others, bo.slots[0]!];
    const box = fakeStack("shulker_box", { tag: fakeId(9000), inside: { kind: "shulker-box", slots } });
    cleo.slots[0] = box;
    bo.slots[0] = undefined;
    act(game, cleo, new FakeItem(box), [bo.place]);
    await play(game, 9);
    assert.deepEqual(
      game.outside.sent.map(({ type, itemId }) => [type, itemId]),
      [["DUPLICATE_ITEM", copied.tag]],
    );
  });

  it("is not taken while something in it waits that there is no other of", async () => {
    const game = await startedService({ config: "auto-remove-duplicates: false" });
    const story = new Story(game, fullBox());
    const others = Array.from({ length: 300 }, (_, at) => fakeStack("bow", { tag: fakeId(50_000 + at) }));
    join(game, "Alex", { slots: [story.box, ...others], at: AT });
    await story.play(ALL_SEEN);
    const copy = structuredClone(story.box);
    const bo = join(game, "Bo", { slots: [copy], at: AT });
    await story.play(2 * ALL_SEEN);
    const onlyOne = fakeStack("bow", { tag: fakeId(60_000) });
    contentsOf(copy).push(...structuredClone(others), onlyOne);
    game.doubletake.report({ kind: "sighting", place: bo.place, action: "SCAN", player: bo });
    await game.doubletake.staffActs.remove(1, "Staff");
    await story.play(ALL_SEEN);
    assert.equal(bo.slots[0], copy, "single copies are taken out of it, and the box stays");
    const held = await game.store.quarantined({ state: "held" });
    assert.deepEqual(
      held.filter(({ itemId }) => itemId === copy.tag || itemId === onlyOne.tag),
      [],
    );
  });

  it("cannot be hidden by leaving before they had their turn: what turns up meanwhile is claimed", async () => {
    const game = await startedService();
    game.outside.hearsFrom = "HIGH";
    const story = new Story(game, fullBox());
    const alex = join(game, "Alex", { slots: [story.box], at: AT });
    await story.play(ALL_SEEN);
    quit(game, alex);
    await story.play(2);
    const back = join(game, "Alex", { slots: [story.box], at: AT });
    await story.play();
    quit(game, back);
    const last = contentsOf(story.box).at(-1)!;
    game.platform.chest(CHEST).push(structuredClone(last));
    await story.play(GRACE_TICKS + 25);
    assert.deepEqual(
      game.outside.sent.map(({ type, itemId }) => [type, itemId]),
      [["DUPLICATE_SUSPECTED", last.tag]],
    );
    join(game, "Alex", { slots: [story.box], at: AT });
    await story.play();
    const claimed = async () => (await game.store.openClaims()).map(({ itemId }) => itemId);
    assert.deepEqual(await claimed(), [last.tag], "it waits, and so does the claim");
    await story.play(ALL_SEEN);
    assert.deepEqual(game.outside.sent.map(({ type, itemId }) => [type, itemId]).at(-1), ["DUPLICATE_ITEM", last.tag]);
  });
});
