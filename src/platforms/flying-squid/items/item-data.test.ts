import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SquidRegistry } from "../squid-server.ts";
import { componentData } from "./component-data.ts";
import { FlyingSquidItem, type StackRef } from "./flying-squid-item.ts";
import { decodeItem, encodeItem } from "./item-codec.ts";
import type { ItemData } from "./item-data.ts";
import { nbtData } from "./nbt-data.ts";

const types = [
  { id: 1, name: "bow", stackSize: 1 },
  { id: 2, name: "dirt", stackSize: 64 },
];
const registry = {
  items: Object.fromEntries(types.map((type) => [type.id, type])),
  itemsByName: Object.fromEntries(types.map((type) => [type.name, type])),
} as unknown as SquidRegistry;

const stored = (Slot: number, id: string, Count: number) => ({
  Slot: { type: "byte", value: Slot },
  id: { type: "string", value: `minecraft:${id}` },
  Count: { type: "byte", value: Count },
  Extra: { type: "int", value: 7 },
});
const list = (...items: object[]) => ({ type: "list", value: { type: "compound", value: items } });
const network = (itemId: number, itemCount: number) => ({ itemId, itemCount, components: [], extra: 7 });
const components = (type: string, ...contents: object[]) => [{ type, data: { contents } }];

const items = [stored(0, "bow", 1), stored(2, "dirt", 3)];
const slots = [network(1, 1), { itemCount: 0 }, network(2, 3)];
const forms: readonly [form: string, holder: string, world: ItemData, data: unknown, secondSlot: number][] = [
  [
    "NBT",
    "shulker_box",
    nbtData() as ItemData,
    { BlockEntityTag: { type: "compound", value: { Items: list(...items) } } },
    2,
  ],
  ["NBT", "bundle", nbtData() as ItemData, { Items: list(...items) }, 2],
  ["components", "shulker_box", componentData(registry) as ItemData, components("container", ...slots), 2],
  ["components", "bundle", componentData(registry) as ItemData, components("bundle_contents", ...slots), 2],
];

for (const [form, holder, data, contents, secondSlot] of forms) {
  describe(`a ${holder} in ${form}`, () => {
    const ref: StackRef = { stack: {}, name: holder, count: 1, metadata: 0, removed: [], data: contents };
    const item = new FlyingSquidItem(ref, { data, registry });
    const inside = () => {
      const seen: string[] = [];
      item.contents()?.each((inner, slot) => seen.push(`${slot} ${inner.count}x ${inner.material} ${inner.readTag()}`));
      return seen;
    };

    it("shows what is inside, slot by slot", () => {
      assert.deepEqual(inside(), ["0 1x minecraft:bow undefined", `${secondSlot} 3x minecraft:dirt undefined`]);
    });

    it("takes ids and removals once they are written back, and keeps everything else", () => {
      const before = structuredClone(contents);
      const opened = item.contents()!;
      opened.each((inner, slot) => slot === 0 && inner.writeTag("kept"));
      opened.remove(secondSlot, 1);
      assert.deepEqual(ref.data, before);
      opened.writeBack();
      assert.deepEqual(contents, before, "the old data itself is never changed: another stack may share it");
      assert.match(inside()[0]!, /kept$/);
      assert.match(inside()[1]!, /2x minecraft:dirt/);
      assert.equal(JSON.stringify(ref.data).match(/"(Extra|extra)"/g)?.length, 2);
    });

    it("carries an id of its own beside them, through its encoded form", () => {
      item.writeTag("mine");
      const decoded = decodeItem(item.encode())!;
      assert.deepEqual(decoded, { name: holder, count: 1, metadata: 0, data: ref.data, removed: [] });
      assert.equal(data.readTag(decoded.data), "mine");
      item.writeTag(undefined);
      assert.equal(item.readTag(), undefined);
      assert.match(inside()[0]!, /kept$/);
    });
  });
}

describe("an encoded item", () => {
  it("keeps bytes, and is nothing when it is something else", () => {
    const bytes = {
      name: "bow",
      count: 1,
      metadata: 0,
      data: [{ type: "x", data: Buffer.from([0, 255]) }],
      removed: [],
    };
    assert.deepEqual(decodeItem(encodeItem(bytes)), bytes);
    for (const text of ["", "{}", "[]", "null", '{"name":"bow"}', '{"name":"bow","count":0}', "\u0001\u0002"]) {
      assert.equal(decodeItem(new TextEncoder().encode(text)), undefined, text);
    }
  });
});
