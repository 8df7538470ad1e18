import assert from "node:assert/strict";
import { it } from "node:test";
import { materialName } from "./material.ts";

it("writes a material as an upper-case constant, and keeps the namespace of a mod", () => {
  assert.equal(materialName("minecraft:diamond_sword"), "DIAMOND_SWORD");
  assert.equal(materialName("diamond_sword"), "DIAMOND_SWORD");
  assert.equal(materialName("Diamond Sword"), "DIAMOND_SWORD");
  assert.equal(materialName("diamond-sword"), "DIAMOND_SWORD");
  assert.equal(materialName("mymod:laser"), "MYMOD:LASER");
});
