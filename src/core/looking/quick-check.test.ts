import assert from "node:assert/strict";
import { it } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import type { Item, Platform, StackVisitor } from "../platform.ts";
import { QuickCheck } from "./quick-check.ts";

const A = "00000000-0000-4000-8000-00000000000a";
const B = "00000000-0000-4000-8000-00000000000b";
const PLACE = "block:world:1,2,3";

function sword(tag: string | undefined, count = 1): FakeItem {
  return new FakeItem(fakeStack("diamond_sword", { tag, count }));
}

function holding(...items: readonly FakeItem[]): Platform {
  const look = (_place: string, see: StackVisitor): boolean => {
    for (const item of items) see(item, "0", { world: "world", x: 1, y: 2, z: 3 });
    return true;
  };
  return { look } as unknown as Platform;
}

function quickCheck(...items: readonly FakeItem[]): boolean {
  return new QuickCheck(holding(...items)).isAsBefore(PLACE, [A, B]);
}

it("takes the ids in any order, each once and single, and nothing besides", () => {
  assert.equal(quickCheck(sword(A), sword(B)), true);
  assert.equal(quickCheck(sword(B), sword(A)), true);
  assert.equal(quickCheck(sword(A), sword(A)), false);
  assert.equal(quickCheck(sword(A), sword(B), sword(A)), false);
  assert.equal(quickCheck(sword(A), sword(B, 2)), false);
  assert.equal(quickCheck(sword(A)), false);
  assert.equal(quickCheck(sword(A), sword(B), sword(undefined)), false);
});

it("forgets at the next check what it met", () => {
  const again = new QuickCheck(holding(sword(A), sword(B)));
  assert.deepEqual([again.isAsBefore(PLACE, [A, B]), again.isAsBefore(PLACE, [B, A])], [true, true]);
});

it("has counted what has no id, and whatever has one only when such things are counted", () => {
  const diamonds = new FakeItem(fakeStack("diamond"));
  const plain = new FakeItem(fakeStack("diamond_sword", { hasMetadata: false }));
  const counted = (countsUnstackable: boolean) => {
    const seen: Item[] = [];
    const counter = { begin() {}, see: (item: Item) => seen.push(item), countsUnstackable };
    new QuickCheck(holding(sword(A), diamonds, plain, sword(B)), counter).isAsBefore(PLACE, [A, B]);
    return seen;
  };
  assert.deepEqual(counted(false), [diamonds, plain]);
  assert.equal(counted(true).length, 4);
});

it("looks into what holds items although its type can be stacked", () => {
  const crate = (...slots: ReturnType<typeof fakeStack>[]) =>
    new FakeItem(fakeStack("crate", { maxStackSize: 64, inside: { kind: "shulker-box", slots } }));
  const inner = (tag: string) => fakeStack("diamond_sword", { tag });
  assert.equal(quickCheck(crate(inner(A), inner(B))), true);
  assert.equal(quickCheck(crate(inner(A))), false);
  assert.equal(quickCheck(sword(A), sword(B), crate(inner(A))), false);
});

it("leaves very many items in another order to a look, which goes through them once", () => {
  const ids = Array.from({ length: 500 }, (_, index) => fakeId(index));
  const swords = ids.map((id) => sword(id));
  assert.equal(new QuickCheck(holding(...swords)).isAsBefore(PLACE, ids), true);
  assert.equal(new QuickCheck(holding(...swords.toReversed())).isAsBefore(PLACE, ids), false);
});
