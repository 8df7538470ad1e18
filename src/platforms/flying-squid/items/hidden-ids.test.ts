import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withoutIds } from "./hidden-ids.ts";

const id = { "doubletake:id": { type: "string", value: "0f8fad5b-d9cb-469f-a165-70867728950e" } };
const other = { note: { type: "string", value: "kept" } };
const compound = (value: object) => ({ type: "compound", name: "", value });

describe("what is written to clients", () => {
  it("is the very same when there is no id in it", () => {
    const packet = { slot: 36, item: { nbtData: compound(other) }, light: [[1, 2], [3]], chunk: Buffer.alloc(9) };
    assert.equal(withoutIds(packet), packet);
    for (const value of [undefined, null, 5, "doubletake:id"]) assert.equal(withoutIds(value), value);
  });

  it("loses the id of NBT items, and the NBT itself where nothing else was in it", () => {
    const packet = { item: { present: true, nbtData: compound({ ...other, ...id }) } };
    assert.deepEqual(withoutIds(packet), { item: { present: true, nbtData: compound(other) } });
    assert.deepEqual(withoutIds({ nbtData: compound(id) }), { nbtData: undefined });
    assert.ok("doubletake:id" in packet.item.nbtData.value, "the game's own data is as it was");
  });

  it("loses the id of component items, and the component where nothing else was in it", () => {
    const damage = { type: "damage", data: 3 };
    const tagged = { type: "custom_data", data: { type: "compound", value: id } };
    const item = { itemCount: 1, addedComponentCount: 2, components: [tagged, damage] };
    assert.deepEqual(withoutIds({ item }), { item: { itemCount: 1, addedComponentCount: 1, components: [damage] } });
    const box = { type: "container", data: { contents: [item, { itemCount: 0 }] } };
    const shown = withoutIds({ components: [box], addedComponentCount: 1 });
    assert.ok(!JSON.stringify(shown).includes("doubletake"));
    assert.equal(shown.components[0]?.data.contents.length, 2, "boxes keep their gaps");
  });

  it("loses ids at any depth of boxes in NBT", () => {
    const bow = { id: { type: "string", value: "minecraft:bow" }, tag: { type: "compound", value: id } };
    const inside = { Items: { type: "list", value: { type: "compound", value: [bow] } } };
    const outer = compound({ BlockEntityTag: { type: "compound", value: inside } });
    const shown = JSON.stringify(withoutIds({ nbtData: outer }));
    assert.ok(shown.includes("minecraft:bow") && !shown.includes("doubletake") && !shown.includes('"tag"'));
  });
});
