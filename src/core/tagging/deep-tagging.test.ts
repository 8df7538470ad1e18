import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeContents, FakeItem, type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { MAX_DEPTH, MAX_ITEMS } from "./contents.ts";
import { deepTagBundleContentsIfAny, deepTagShulkerContentsIfAny } from "./deep-tagging.ts";

describe("deep tagging", () => {
  it("gives every eligible item in a shulker box an id, slot by slot, and leaves the others alone", () => {
    const box = boxOf(fakeStack("bow"), undefined, fakeStack("dirt"), fakeStack("elytra"));
    const { tagged, leftOut } = deepTag(box);
    assert.deepEqual(tagged, ["minecraft:bow new", "minecraft:elytra new"]);
    assert.equal(leftOut, 0);
    assert.deepEqual(
      box.inside?.slots.map((stack) => stack?.tag),
      [fakeId(1), undefined, undefined, fakeId(2)],
    );
    assert.equal(box.tag, undefined);
  });

  it("keeps an id that is there, and names the item all the same: it is recorded as seen", () => {
    const { tagged } = deepTag(boxOf(fakeStack("bow", { tag: fakeId(77) })));
    assert.deepEqual(tagged, ["minecraft:bow known"]);
  });

  it("puts a fresh id in place of a damaged one, and lower case in place of upper case", () => {
    const box = boxOf(
      fakeStack("bow", { tag: "broken" }),
      fakeStack("elytra", { tag: "ABCDEF12-0000-4000-8000-000000000000" }),
    );
    assert.deepEqual(deepTag(box).tagged, ["minecraft:bow new", "minecraft:elytra known"]);
    assert.deepEqual(
      box.inside?.slots.map((stack) => stack?.tag),
      [fakeId(1), "abcdef12-0000-4000-8000-000000000000"],
    );
  });

  it("goes into bundles within boxes and boxes within bundles", () => {
    const sword = fakeStack("diamond_sword");
    const box = boxOf(bundleOf(boxOf(sword)));
    assert.deepEqual(deepTag(box).tagged, [
      "minecraft:bundle new",
      "minecraft:shulker_box new",
      "minecraft:diamond_sword new",
    ]);
    const innermost = box.inside?.slots[0]?.inside?.slots[0]?.inside?.slots[0];
    assert.equal(innermost?.tag, fakeId(3));
  });

  it("tags a bundle's contents in its own operation, and does nothing to other items", () => {
    const bundle = new FakeItem(bundleOf(fakeStack("bow")));
    const none = () => assert.fail("nothing was to be tagged");
    assert.equal(deepTagShulkerContentsIfAny(bundle, none, none), 0);
    assert.equal(deepTagBundleContentsIfAny(new FakeItem(boxOf(fakeStack("bow"))), none, none), 0);
    assert.equal(deepTagBundleContentsIfAny(new FakeItem(fakeStack("bow")), none, none), 0);
    assert.deepEqual(deepTag(bundle.stack).tagged, ["minecraft:bow new"]);
  });

  it("writes contents back only where something changed", (context) => {
    const writeBack = context.mock.method(FakeContents.prototype, "writeBack");
    const box = boxOf(boxOf(fakeStack("bow")), boxOf(fakeStack("dirt")));
    deepTag(box);
    assert.equal(writeBack.mock.callCount(), 2, "the outer box and the inner one with the bow");
    deepTag(box);
    assert.equal(writeBack.mock.callCount(), 2, "all ids are there already");
  });

  it("follows 16 levels of boxes, and counts what lies deeper", () => {
    let stack = boxOf(fakeStack("bow"), fakeStack("elytra"));
    for (let level = 1; level < MAX_DEPTH; level++) stack = boxOf(stack);
    assert.deepEqual(deepTag(structuredClone(stack)), { tagged: tagsOf(MAX_DEPTH - 1, 2), leftOut: 0 });
    const deeper = deepTag(boxOf(stack));
    assert.deepEqual(deeper, { tagged: tagsOf(MAX_DEPTH, 0), leftOut: 2 });
  });

  it("visits 2,048 items in one look, and counts the rest", () => {
    const row = () => boxOf(...Array.from({ length: 63 }, () => fakeStack("bow")));
    const full = boxOf(...Array.from({ length: MAX_ITEMS / 64 }, row));
    assert.deepEqual([deepTag(full).tagged.length, deepTag(full).leftOut], [MAX_ITEMS, 0]);
    const tooFull = boxOf(...Array.from({ length: MAX_ITEMS / 64 }, row), row(), fakeStack("bow"));
    const { tagged, leftOut } = deepTag(tooFull);
    assert.deepEqual([tagged.length, leftOut], [MAX_ITEMS, 2]);
    assert.equal(tooFull.inside?.slots[0]?.inside?.slots[0]?.tag, fakeId(2), "what fits is tagged for good");
  });
});

function boxOf(...slots: (FakeStack | undefined)[]): FakeStack {
  return fakeStack("shulker_box", { inside: { kind: "shulker-box", slots } });
}

function bundleOf(...slots: FakeStack[]): FakeStack {
  return fakeStack("bundle", { inside: { kind: "bundle", slots } });
}

function deepTag(stack: FakeStack): { tagged: string[]; leftOut: number } {
  const tagged: string[] = [];
  let ids = 0;
  const operation = stack.inside?.kind === "bundle" ? deepTagBundleContentsIfAny : deepTagShulkerContentsIfAny;
  const leftOut = operation(
    new FakeItem(stack),
    () => fakeId(++ids),
    (item, _itemId, isNew) => tagged.push(`${item.material} ${isNew ? "new" : "known"}`),
  );
  return { tagged, leftOut };
}

/** So many boxes within boxes, then so many other items. */
function tagsOf(boxes: number, others: number): string[] {
  const all = ["minecraft:bow new", "minecraft:elytra new"];
  return [...new Array<string>(boxes).fill("minecraft:shulker_box new"), ...all.slice(0, others)];
}
