import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SquidStack } from "../squid-server.ts";
import { mirrorComponents } from "./component-mirror.ts";

const name = { type: "custom_name", data: { type: "string", value: "Öathkeeper" } };
const bytes = { type: "lock", data: Buffer.from([1, 2, 255]) };

const stack = (over: Partial<SquidStack> = {}): SquidStack => ({
  type: 1,
  count: 1,
  metadata: 0,
  name: "diamond_sword",
  nbt: null,
  components: [],
  componentMap: new Map(),
  removedComponents: [],
  ...over,
});

describe("a stack's NBT on versions with components", () => {
  it("carries the components, as they are when it is read", () => {
    const sword = stack({ components: [name] });
    mirrorComponents(sword);
    const copy = stack({ nbt: structuredClone(sword.nbt) });
    mirrorComponents(copy);
    assert.deepEqual(copy.components, [name]);
    assert.equal(copy.componentMap?.get("custom_name"), copy.components?.[0]);
    sword.components = [name, bytes];
    copy.components = [];
    copy.nbt = structuredClone(sword.nbt);
    assert.deepEqual(copy.components, [name, bytes]);
  });

  it("is as it was where there are none, and when there are none any more", () => {
    const plain = stack();
    mirrorComponents(plain);
    assert.equal(plain.nbt, null);
    const sword = stack({
      nbt: { type: "compound", value: { Damage: { type: "int", value: 4 } } },
      components: [name],
    });
    mirrorComponents(sword);
    assert.equal(Object.keys(sword.nbt!.value).length, 2);
    sword.components = [];
    assert.deepEqual(sword.nbt!.value, { Damage: { type: "int", value: 4 } });
  });

  it("keeps what others write into it", () => {
    const sword = stack({ nbt: { type: "compound", value: {} }, components: [name] });
    mirrorComponents(sword);
    (sword.nbt!.value as Record<string, object>).Damage = { type: "int", value: 7 };
    assert.deepEqual(sword.nbt!.value.Damage, { type: "int", value: 7 });
  });

  it("does not undo what the stack has by itself, and is not taken in by nonsense", () => {
    const sword = stack({ components: [name] });
    mirrorComponents(sword);
    const other = stack({ nbt: structuredClone(sword.nbt), components: [bytes] });
    mirrorComponents(other);
    assert.deepEqual(other.components, [bytes]);
    const broken = { "doubletake:components": { type: "byteArray", value: [1, 2, 3] } };
    const bad = stack({ nbt: { type: "compound", value: broken } });
    mirrorComponents(bad);
    assert.deepEqual([bad.components, bad.nbt], [[], null]);
  });
});
