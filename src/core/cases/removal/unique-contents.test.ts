import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type Copy, lookAt } from "../../looking/look.ts";
import { blockPlace } from "../../model/place.ts";
import { MAX_DEPTH, MAX_ITEMS } from "../../tagging/contents.ts";
import { uniqueContent } from "./unique-contents.ts";

const [FIRST, SECOND] = [1, 3].map((x) => blockPlace({ world: "world", x, y: 64, z: 1 })) as [string, string];

let ids = 0;
const sword = () => fakeStack("diamond_sword", { tag: fakeId(++ids) });
const boxOf = (...slots: FakeStack[]) =>
  fakeStack("shulker_box", { tag: fakeId(++ids), inside: { kind: "shulker-box", slots } });

/** Whether each box of two chests holds something of which there is no other copy, outermost boxes first. */
function protectedBoxes(
  first: FakeStack,
  second: FakeStack,
): { readonly depth: number; readonly isProtected: boolean }[] {
  const platform = new FakePlatform();
  platform.chest(FIRST).push(first);
  platform.chest(SECOND).push(second);
  const copies = [FIRST, SECOND].flatMap((place) => lookAt(platform, place, () => fakeId(++ids)).copies);
  const byId = new Map<string, Copy[]>();
  for (const copy of copies) byId.set(copy.itemId, [...(byId.get(copy.itemId) ?? []), copy]);
  return copies
    .filter(({ item }) => item.contents() !== undefined)
    .map((box) => ({
      depth: box.slot.split("/").length - 1,
      isProtected:
        uniqueContent(box, {
          copiesOf: (itemId) => byId.get(itemId) ?? [],
          isElsewhere: (itemId, place) => (byId.get(itemId) ?? []).some((copy) => copy.place !== place),
        }) !== undefined,
    }));
}

describe("a box is protected by what is in it and nowhere else", () => {
  it("one sword that only one of the boxes holds protects that box", () => {
    const box = boxOf(sword());
    const fuller = structuredClone(box);
    fuller.inside?.slots.push(sword());
    assert.deepEqual(
      protectedBoxes(box, fuller).map(({ isProtected }) => isProtected),
      [false, true],
    );
  });

  it("a box of more items than a look goes into is not protected by those that no look sees", () => {
    const box = boxOf(...Array.from({ length: MAX_ITEMS + 10 }, sword));
    assert.deepEqual(
      protectedBoxes(box, structuredClone(box)).map(({ isProtected }) => isProtected),
      [false, false],
    );
  });

  it("nor are boxes by what lies deeper than a look goes", () => {
    let box = boxOf(sword());
    for (let depth = 0; depth < 2 * MAX_DEPTH; depth++) box = boxOf(box, sword());
    const boxes = protectedBoxes(box, structuredClone(box));
    assert.ok(boxes.length > 2 * MAX_DEPTH - 2, `${boxes.length} boxes`);
    assert.deepEqual(
      boxes.filter(({ isProtected }) => isProtected),
      [],
    );
  });
});
