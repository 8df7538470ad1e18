import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { asData } from "./colours.ts";
import { markedName, readableName, splitAtItemNames } from "./item-names.ts";

describe("the readable name of a material", () => {
  it("is written as people write it", () => {
    const names = ["DIAMOND_SWORD", "FLINT_AND_STEEL", "CARROT_ON_A_STICK", "BOW", "MODDED:RUBY_AXE", "?"].map(
      readableName,
    );
    assert.deepEqual(names, ["Diamond Sword", "Flint and Steel", "Carrot on a Stick", "Bow", "Ruby Axe", "?"]);
  });

  it("can neither colour nor break a line", () => {
    assert.equal(readableName("§4BAD\nNAME"), "4bad name");
  });
});

describe("a marked name", () => {
  it("is found again by the platform, among the text around it", () => {
    const text = `§c${markedName("DIAMOND_SWORD")}§f of Alex, ${markedName("BOW")}`;
    assert.deepEqual(splitAtItemNames(text), [
      "§c",
      { material: "DIAMOND_SWORD" },
      "§f of Alex, ",
      { material: "BOW" },
    ]);
  });

  it("is the readable one when the game cannot have such a name", () => {
    assert.equal(markedName("ODD}NAME"), "Odd}name");
  });

  it("cannot come from a player: data loses its §", () => {
    assert.deepEqual(splitAtItemNames(asData(markedName("DIAMOND_SWORD"))), ["{DIAMOND_SWORD}"]);
  });
});
