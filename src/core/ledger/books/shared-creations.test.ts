import assert from "node:assert/strict";
import { test } from "node:test";
import { newMember } from "../gains/class-balance.ts";
import type { Gain } from "../gains/gain.ts";
import { possibleCreators, SharedCreations } from "./shared-creations.ts";

function gainOf(classIndex: number, ...players: string[]): Gain {
  const member = { ...newMember("block:world:1,64,1", 1, false), creators: new Set(players) };
  return { seen: 2, covered: 0, classIndex, members: [member], links: [], nets: new Map(), actuals: new Map() };
}

test("small creations add up as long as one player may have to do with all of them", () => {
  const creations = new SharedCreations();
  const add = (units: number, classIndex: number, ...players: string[]) => {
    const told = creations.add(units, [gainOf(classIndex, ...players)], (creation) => creation.units >= 10);
    return told && { units: told.units, players: [...possibleCreators(told.gains)] };
  };
  assert.equal(add(4, 0, "Alice", "Mallory"), undefined);
  assert.equal(add(9, 0, "Carol", "Dave"), undefined);
  assert.equal(add(9, 1, "Bob", "Mallory"), undefined, "another class");
  assert.deepEqual(add(6, 0, "Bob", "Mallory"), { units: 10, players: ["Alice", "Mallory", "Bob"] });
  assert.equal(add(9, 0, "Alice", "Mallory"), undefined, "what was told is not told again");
  assert.deepEqual(add(1, 0, "Dave"), { units: 10, players: ["Carol", "Dave"] });
});
