import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { FakePlatform } from "../../testing/fake-platform.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { startedService } from "../../testing/unpublished/fake-service.ts";
import { HandClock } from "../../testing/unpublished/hand-clock.ts";
import { act, join, play } from "../../testing/unpublished/story.ts";
import { blockPlace } from "../model/place.ts";
import { GameClock } from "../time/game-clock.ts";
import { RECHECK } from "./look-cause.ts";
import { Observer } from "./observer.ts";
import { Presence } from "./presence/presence.ts";
import { UnprocessedItems } from "./unprocessed-items.ts";

const CHEST = blockPlace({ world: "world", x: 1, y: 64, z: 1 });
const OTHER = blockPlace({ world: "world", x: 3, y: 64, z: 1 });
const THIRD = blockPlace({ world: "world", x: 5, y: 64, z: 1 });

const ids = (count: number, from = 1000) => Array.from({ length: count }, (_, index) => fakeId(from + index));
const bows = (tags: readonly (string | undefined)[]) =>
  tags.map((tag) => fakeStack("bow", tag === undefined ? {} : { tag }));

describe("very many items that turn up at once", () => {
  it("are dealt with in turn, a share a tick, until all are", () => {
    const { observer, presence, platform, unprocessed } = start();
    platform.chest(CHEST).push(...bows(ids(400)));
    const known: number[] = [];
    for (let tick = 0; tick < 5; tick++) {
      observer.beginTickEnd();
      const { waiting } = observer.look(CHEST, RECHECK);
      observer.finishTickEnd();
      known.push(presence.idsAt(CHEST).length);
      assert.deepEqual(unprocessed.idsAt(CHEST), ids(400).slice(known.at(-1)!));
      assert.equal(unprocessed.areWaitingAt(CHEST), !waiting.isEmpty);
      for (const id of ids(400)) assert.equal(unprocessed.isWaiting(id), waiting.has(id));
    }
    assert.deepEqual(known, [128, 256, 384, 400, 400]);
    assert.deepEqual(presence.idsAt(CHEST), ids(400));
    assert.equal(unprocessed.areWaiting, false);
  });

  it("get their ids in turn as well", () => {
    const { observer, platform } = start();
    const slots = platform.chest(CHEST);
    slots.push(...bows(Array.from({ length: 300 }, () => undefined)));
    observer.lookAgain(CHEST, RECHECK);
    assert.equal(slots.filter((stack) => stack?.tag !== undefined).length, 128);
  });

  it("do not keep the few at another place waiting", () => {
    const { observer, presence, platform } = start();
    platform.chest(CHEST).push(...bows(ids(400)));
    platform.chest(OTHER).push(...bows(ids(30, 5000)));
    observer.beginTickEnd();
    observer.look(CHEST, RECHECK);
    observer.look(OTHER, RECHECK);
    assert.equal(presence.idsAt(OTHER).length, 30);
  });

  it("are dealt with at once when an event named them, or when they are being looked into", () => {
    const named = fakeId(1399);
    const { observer, presence, platform } = start((id) => id === named);
    platform.chest(CHEST).push(...bows(ids(400)));
    observer.lookAgain(CHEST, RECHECK);
    assert.ok(presence.has(named));
    assert.equal(presence.idsAt(CHEST).length, 129);
    const suspect = fakeId(1398);
    observer.lookAgain(CHEST, RECHECK, (id) => id === suspect);
    assert.ok(presence.has(suspect));
  });

  it("are known to wait, each at its place, whatever order they are in and whatever comes and goes", () => {
    const { observer, presence, platform, unprocessed } = start();
    const slots = platform.chest(CHEST);
    let state = 5;
    const pick = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return Math.floor((state / 2 ** 31) * below);
    };
    for (let turn = 0; turn < 200; turn++) {
      if (turn % 20 === 0) slots.splice(0, slots.length, ...bows(ids(300, 1000 + turn)));
      for (let changes = pick(4); changes > 0; changes--) {
        if (pick(3) === 0) slots.splice(pick(slots.length), 0, ...bows(ids(pick(3), 9000 + pick(50))));
        if (pick(3) === 0) slots.splice(pick(slots.length), pick(6));
        if (pick(4) === 0) slots.splice(pick(slots.length), 0, ...slots.splice(pick(slots.length), pick(9)));
        if (pick(4) === 0) slots.splice(pick(slots.length), 0, structuredClone(slots[pick(slots.length)]));
      }
      observer.beginTickEnd();
      const { copies, waiting } = observer.look(CHEST, RECHECK);
      const tags = new Set(slots.flatMap((stack) => stack?.tag ?? []));
      const isDealtWith = new Set(copies.map(({ itemId }) => itemId));
      const left = [...tags].filter((tag) => !isDealtWith.has(tag));
      assert.deepEqual(presence.idsAt(CHEST), [...isDealtWith]);
      assert.deepEqual(new Set(unprocessed.idsAt(CHEST)), new Set(left), `turn ${turn}`);
      assert.equal(unprocessed.idsAt(CHEST).length, left.length);
      for (const tag of tags) assert.equal(unprocessed.isWaiting(tag), !isDealtWith.has(tag));
      for (const tag of left) assert.ok(waiting.has(tag));
      for (const tag of ids(300)) if (!tags.has(tag)) assert.equal(unprocessed.isWaiting(tag), false);
      observer.finishTickEnd();
    }
  });

  it("are not waited for once they have left", () => {
    const { observer, platform, unprocessed } = start();
    platform.chest(CHEST).push(...bows(ids(400)));
    observer.lookAgain(CHEST, RECHECK);
    platform.chest(CHEST).length = 100;
    observer.lookAgain(CHEST, RECHECK);
    assert.equal(unprocessed.areWaiting, false);
    for (const id of ids(400)) assert.equal(unprocessed.isWaiting(id), false);
  });

  for (const order of [[CHEST, OTHER] as const, [OTHER, CHEST] as const])
    it(`have their turn though they are carried to and fro tick by tick, ${order[0] === CHEST ? "to" : "from"} the place looked at first`, () => {
      const { observer, presence, platform } = start();
      // Others wait where nobody looks any more.
      platform.chest(THIRD).push(...bows(ids(200, 5000)));
      observer.beginTickEnd();
      observer.look(THIRD, RECHECK);
      observer.finishTickEnd();
      const dealtWith = new Set<string>();
      for (let tick = 0; tick < 12; tick++) {
        const [from, to] = tick % 2 === 0 ? order : order.toReversed();
        platform.chest(from!).length = 0;
        platform.chest(to!).push(...bows(ids(400)));
        observer.beginTickEnd();
        for (const place of order) observer.look(place, RECHECK);
        observer.finishTickEnd();
        const now = presence.idsAt(to!);
        assert.ok(now.length <= 128, `${now.length} in one tick`);
        for (const id of now) dealtWith.add(id);
      }
      assert.equal(dealtWith.size, 400);
    });
});

it("a copy in the last of twelve boxes is told, though they go to and fro between hands and a chest in every tick", async () => {
  const game = await startedService();
  const at = { world: "world", x: 1, y: 64, z: 1 };
  const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });
  join(game, "Alex", { slots: [sword()], at });
  const bo = join(game, "Bo", { at });
  const chest = game.platform.chest(CHEST);
  await play(game, 60);
  const boxes = Array.from({ length: 12 }, (_, box) => {
    const slots = bows(ids(27, 2000 + box * 27));
    return fakeStack("shulker_box", { tag: fakeId(1000 + box), inside: { kind: "shulker-box", slots } });
  });
  boxes.at(-1)!.inside!.slots[26] = sword();
  for (let tick = 0; tick < 90; tick++) {
    const [from, to] = tick % 2 === 0 ? [chest, bo.slots] : [bo.slots, chest];
    for (const [slot, box] of boxes.entries()) {
      [to[slot], from[slot]] = [box, undefined];
      act(game, bo, new FakeItem(box), [CHEST]);
    }
    await play(game, 1);
  }
  assert.deepEqual(
    game.outside.sent.map(({ type }) => type),
    ["DUPLICATE_ITEM"],
  );
});

function start(isUrgent = (_id: string) => false) {
  const platform = new FakePlatform();
  const presence = new Presence();
  const unprocessed = new UnprocessedItems(isUrgent);
  let minted = 0;
  const observer = new Observer({
    platform,
    presence,
    newId: () => fakeId(9000 + minted++),
    clock: new GameClock(new HandClock()),
    unprocessed,
    afterLook: () => undefined,
    onDark: () => undefined,
  });
  return { platform, presence, observer, unprocessed };
}
