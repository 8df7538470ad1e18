import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { chatParts } from "./chat-text.ts";

const LANGUAGE = {
  "item.minecraft.diamond_sword": "Diamond Sword",
  "block.minecraft.shulker_box": "Shulker Box",
  "block.minecraft.wheat": "Wheat Crops",
  "item.minecraft.wheat": "Wheat",
};

describe("chat with names of items", () => {
  it("has keys for the client to translate, in the colours around them", () => {
    assert.deepEqual(chatParts("§c§lTaken: §{DIAMOND_SWORD}§f of Bo", LANGUAGE), [
      { text: "§c§lTaken: " },
      { translate: "item.minecraft.diamond_sword", color: "red", bold: true },
      { text: "§c§l§f of Bo" },
    ]);
  });

  it("names blocks as blocks, and as items what is both", () => {
    assert.deepEqual(chatParts("§{SHULKER_BOX}§{WHEAT}", LANGUAGE), [
      { translate: "block.minecraft.shulker_box" },
      { translate: "item.minecraft.wheat" },
    ]);
  });

  it("is readable where the game has no name for it", () => {
    assert.deepEqual(chatParts("§e§{RUBY_SWORD}", LANGUAGE), [{ text: "§e" }, { text: "§eRuby Sword" }]);
    assert.deepEqual(chatParts("§{DIAMOND_SWORD}", undefined), [{ text: "Diamond Sword" }]);
  });
});
