import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeItem } from "./describe-item.ts";

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const string = (value: string) => ({ type: "string", value });
const short = (value: number) => ({ type: "short", value });
const compound = (value: object) => ({ type: "compound", value });
const list = (...value: object[]) => ({ type: "list", value: { type: "compound", value } });

/** Little-endian NBT, as Bedrock worlds keep it. */
function nbt(value: object): Uint8Array {
  const text = (words: string) => {
    const data = Buffer.from(words);
    return Buffer.concat([Buffer.from([data.length & 255, data.length >> 8]), data]);
  };
  const number = (size: 2 | 4, of: number) => {
    const data = Buffer.alloc(size);
    data.writeIntLE(of, 0, size);
    return data;
  };
  const payload = (of: unknown): [type: number, data: Buffer] => {
    if (typeof of === "number") return [3, number(4, of)];
    if (typeof of === "string") return [8, text(of)];
    if (of instanceof Int32Array)
      return [11, Buffer.concat([number(4, of.length), ...[...of].map((one) => number(4, one))])];
    if (Array.isArray(of)) {
      const parts = of.map((one) => payload(one)[1]);
      return [9, Buffer.concat([Buffer.from([10]), number(4, of.length), ...parts])];
    }
    const fields = Object.entries(of as object).map(([name, one]) => {
      const [type, data] = payload(one);
      return Buffer.concat([Buffer.from([type]), text(name), data]);
    });
    return [10, Buffer.concat([...fields, Buffer.from([0])])];
  };
  return new Uint8Array(Buffer.concat([Buffer.from([10, 0, 0]), payload(value)[1]]));
}

describe("an item in quarantine", () => {
  const excalibur = {
    name: "Excalibur",
    enchantments: [
      { name: "Sharpness", level: 5 },
      { name: "Unbreaking", level: 3 },
    ],
    damage: 7,
    inside: [],
  };

  it("of Bedrock is what its NBT says", () => {
    const ench = [
      { id: 9, lvl: 5 },
      { id: 17, lvl: 3 },
    ];
    const tag = { odd: new Int32Array([1, 2]), display: { Name: "§6Excalibur" }, ench, Damage: 7 };
    assert.deepEqual(describeItem(nbt({ Name: "minecraft:diamond_sword", Count: 1, tag })), excalibur);
    const Items = [
      { Name: "minecraft:bow", Count: 1, Slot: 3 },
      { Name: "", Count: 0 },
    ];
    assert.deepEqual(describeItem(nbt({ Name: "minecraft:undyed_shulker_box", tag: { Items } }))?.inside, [
      { name: "Bow", count: 1 },
    ]);
  });

  it("of Java up to 1.20.4 is what its NBT says", () => {
    const data = {
      display: compound({ Name: string('{"text":"Excalibur"}') }),
      Enchantments: list(
        { id: string("minecraft:sharpness"), lvl: short(5) },
        { id: string("minecraft:unbreaking"), lvl: short(3) },
      ),
      Damage: short(7),
    };
    assert.deepEqual(describeItem(bytes({ name: "diamond_sword", count: 1, data })), excalibur);
    const box = { BlockEntityTag: compound({ Items: list({ id: string("minecraft:bow"), Count: short(1) }) }) };
    assert.deepEqual(describeItem(bytes({ name: "shulker_box", count: 1, data: box }))?.inside, [
      { name: "Bow", count: 1 },
    ]);
  });

  it("of later Java is what its components say, as far as they can be read", () => {
    const data = [
      { type: "custom_name", data: string("Excalibur") },
      { type: "damage", data: 7 },
      { type: "enchantments", data: { enchantments: [{ id: 33, level: 5 }] } },
      { type: "container", data: { contents: [{ itemCount: 0 }, { itemCount: 2, itemId: 801 }] } },
    ];
    assert.deepEqual(describeItem(bytes({ name: "diamond_sword", count: 1, data })), {
      name: "Excalibur",
      enchantments: [{ name: "Enchantment 33", level: 5 }],
      damage: 7,
      inside: [{ name: "Item 801", count: 2 }],
    });
  });

  it("that has nothing of its own, or is of something else, is no error", () => {
    const nothing = { name: "", enchantments: [], damage: 0, inside: [] };
    assert.deepEqual(describeItem(nbt({ Name: "minecraft:bow" })), nothing);
    assert.deepEqual(describeItem(bytes({ name: "bow", count: 1 })), nothing);
    for (const odd of [
      new Uint8Array(),
      new Uint8Array([10, 0, 0, 10]),
      new Uint8Array([10, 0]),
      new Uint8Array([255, 1]),
    ]) {
      assert.equal(describeItem(odd), undefined);
    }
  });
});
