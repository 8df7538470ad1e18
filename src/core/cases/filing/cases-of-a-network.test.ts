import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork } from "../../../testing/unpublished/fake-network.ts";
import type { FakeService } from "../../../testing/unpublished/fake-service.ts";
import { GRACE_TICKS, join, play } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const NO_REMOVAL = { config: "auto-remove-duplicates: false" };

/** Ticks after which a server has heard of what others did about cases. */
const UNTIL_HEARD = 220;

const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });

async function proveOn(game: FakeService): Promise<ReturnType<typeof join>> {
  join(game, "Alex", { slots: [sword()] });
  await play(game, 40);
  const bo = join(game, "Bo", { slots: [sword()] });
  await play(game, GRACE_TICKS + 6);
  return bo;
}

describe("a case, on a network", () => {
  test("that staff decided on one server stays decided when another one, which has it open, writes what it did", async () => {
    const network = new FakeNetwork();
    const a = await network.start("a", NO_REMOVAL);
    await proveOn(a);
    const b = await network.start("b", NO_REMOVAL);
    await a.doubletake.staffActs.confirm(1, "Ann", "seen it");
    await b.doubletake.staffActs.restore(1, "Ben", undefined);
    const record = await a.store.caseByNumber(1);
    assert.equal(record?.status, "confirmed");
    assert.deepEqual(
      record?.acts.map(({ act, by }) => [act, by]),
      [
        ["confirm", "Ann"],
        ["restore", "Ben"],
      ],
    );
  });

  test("has the acts of both when two servers act at once", async () => {
    const network = new FakeNetwork();
    const a = await network.start("a", NO_REMOVAL);
    await proveOn(a);
    const b = await network.start("b", NO_REMOVAL);
    await Promise.all([
      a.doubletake.staffActs.restore(1, "Ann", undefined),
      b.doubletake.staffActs.restore(1, "Ben", undefined),
    ]);
    const record = await a.store.caseByNumber(1);
    assert.deepEqual(record?.acts.map(({ by }) => by).sort(), ["Ann", "Ben"]);
  });

  test("that was decided elsewhere is not joined any more: what is found from then on is another case", async () => {
    const network = new FakeNetwork();
    const a = await network.start("a", NO_REMOVAL);
    const bo = await proveOn(a);
    const b = await network.start("b", NO_REMOVAL);
    await b.doubletake.staffActs.dismiss(1, "Ben");
    await play(a, UNTIL_HEARD);
    assert.equal(a.doubletake.staffActs.openNumberOf(fakeId(7)), undefined);
    // Another copy turns up.
    bo.slots[5] = sword();
    await play(a, UNTIL_HEARD);
    const open = await b.store.cases({ status: "open" }, { offset: 0, limit: 10 });
    assert.deepEqual(
      open.map(({ number }) => number),
      [2],
    );
    assert.equal((await b.store.caseByNumber(1))?.status, "dismissed");
  });

  test("that another server proved, and told, is not told again by the one that had suspected it", async () => {
    const network = new FakeNetwork();
    const [a, b] = [await network.start("a", NO_REMOVAL), await network.start("b", NO_REMOVAL)];
    const chest = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
    a.platform.chest(chest)[0] = sword();
    await play(a, UNTIL_HEARD);
    a.doubletake.report({ kind: "going-dark", place: chest, action: "SCAN" });
    a.platform.darken(chest);
    join(a, "Bo", { slots: [sword()] });
    await play(a, GRACE_TICKS + 40);
    const { type: _, ...found } = (await a.store.caseByNumber(1))!;
    await b.store.changeCase(1, { atMs: found.updatedMs, found: { ...found, type: "DUPLICATE_ITEM" }, acts: [] });
    await play(a, UNTIL_HEARD);
    await a.doubletake.staffActs.restore(1, "Ann", undefined);
    await play(a, 40);
    const told = a.outside.sent.map(({ type }) => type).filter((type) => type !== "ITEM_RELOCATED");
    assert.deepEqual(told, ["DUPLICATE_SUSPECTED"]);
  });

  test("has copies that are there, whatever another server saw before: they are gone only when the latest word on each says so", async () => {
    const network = new FakeNetwork();
    const a = await network.start("a", NO_REMOVAL);
    const both = () => [7, 8].map((n) => fakeStack("diamond_sword", { tag: fakeId(n) }));
    join(a, "Alex", { slots: both() });
    await play(a, 40);
    const bo = join(a, "Bo", { slots: both() });
    await play(a, GRACE_TICKS + 6);
    bo.slots[0] = undefined;
    await play(a, UNTIL_HEARD);
    // Another server has proven it anew.
    const found = { act: "found", by: "Doubletake", atMs: Date.now(), note: fakeId(7) } as const;
    await a.store.changeCase(1, { atMs: found.atMs, acts: [found] });
    await play(a, UNTIL_HEARD);
    bo.slots[1] = undefined;
    await play(a, UNTIL_HEARD);
    const { acts } = (await a.store.caseByNumber(1))!;
    assert.deepEqual(
      acts.map(({ act, note }) => [act, note]),
      [
        ["found", fakeId(7)],
        ["gone", fakeId(8)],
      ],
    );
  });

  test("that was opened elsewhere is known here", async () => {
    const network = new FakeNetwork();
    const b = await network.start("b", NO_REMOVAL);
    const a = await network.start("a", NO_REMOVAL);
    await proveOn(a);
    await play(b, UNTIL_HEARD);
    assert.equal(b.doubletake.staffActs.openNumberOf(fakeId(7)), 1);
  });
});
