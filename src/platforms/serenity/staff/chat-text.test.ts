import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { itemNameKey } from "../items/item-name-keys.ts";
import { chatParts, plainText } from "./chat-text.ts";

describe("chat with names of items", () => {
  it("has keys for the client to translate, and readable names where the game's key is not known", () => {
    assert.deepEqual(chatParts("§c§{DIAMOND_SWORD}§f of Bo, §{RUBY_SWORD}"), [
      { text: "§c" },
      { translate: "item.diamond_sword.name" },
      { text: "§f of Bo, " },
      { text: "Ruby Sword" },
    ]);
  });

  it("is plain in forms", () => {
    assert.equal(plainText("§c§{DIAMOND_SWORD}§f of Bo"), "§cDiamond Sword§f of Bo");
  });
});

describe("the keys", () => {
  it("are the game's own, also where they follow no rule", () => {
    const materials = ["UNDYED_SHULKER_BOX", "LIGHT_GRAY_SHULKER_BOX", "LIGHT_BLUE_SHULKER_BOX", "DARK_OAK_BOAT"];
    assert.deepEqual([...materials, "OAK_CHEST_BOAT", "BAMBOO_RAFT", "TOTEM_OF_UNDYING", "BED"].map(itemNameKey), [
      "tile.shulkerBox.name",
      "tile.shulkerBoxSilver.name",
      "tile.shulkerBoxLightBlue.name",
      "item.boat.big_oak.name",
      "item.chest_boat.oak.name",
      "item.boat.bamboo.name",
      "item.totem.name",
      "tile.bed.name",
    ]);
  });

  it("are none where the game has no such key: clients would show the key itself", () => {
    assert.deepEqual(
      ["MUSIC_DISC_13", "POTION", "SHULKER_BOX", "RUBY_SWORD"].map(itemNameKey),
      Array(4).fill(undefined),
    );
  });
});
