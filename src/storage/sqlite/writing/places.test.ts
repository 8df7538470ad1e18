import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { playerId } from "../../../testing/store-contract/rows.ts";
import { formOf, formOfStored, Places, readStoredText, type StoredPlace, storedText } from "./places.ts";

const ALEX = playerId(1);

describe("places as they are stored", () => {
  const places = new Places();
  const store = (place: string, location: [string, number, number, number] = ["a:b", 1, -2, 3]) => {
    const stored = places.at(places.indexOf(place)) as StoredPlace;
    const form = formOf(stored, ALEX, ...location);
    const text = storedText(stored, form);
    assert.equal(formOfStored(text), form);
    const [world, x, y, z] = location;
    assert.equal(readStoredText(text, ALEX, `${world}:${x},${y},${z}`), place);
    return text;
  };

  it("take one character where the rest of the row names them", () => {
    assert.equal(store(`player:${ALEX}`), "*");
    assert.equal(store("block:a:b:1,-2,3"), "@");
  });

  it("come back as they were in every other case", () => {
    const others = [`player:${playerId(2)}`, `player:${ALEX}#2`, `ender:${ALEX}`, "block:a:b:1,-2,4", "block:a:1,-2,3"];
    for (const place of [...others, "block:a:b:01,-2,3", "ground:a:1,2", "", "block:", "player:*"]) {
      assert.equal(store(place), place);
    }
  });

  it("are not mistaken for one another, whatever they are called", () => {
    for (const place of ["*", "@", "=", "=*", "**", "@x"]) assert.equal(store(place), `=${place}`);
  });
});
