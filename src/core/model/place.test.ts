import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  blockPlace,
  enderPlace,
  entityPlace,
  groundPlace,
  locationOfPlace,
  NOWHERE,
  onAnotherServer,
  ownerOfPlace,
  placeKind,
  placeOnServer,
  playerPlace,
  somewhereIn,
  windowPlace,
} from "./place.ts";

const ALEX = "0f8fad5b-d9cb-469f-a165-70867728950e";

describe("a place", () => {
  it("has a key that says what it is", () => {
    assert.equal(playerPlace(ALEX), `player:${ALEX}`);
    assert.equal(playerPlace(ALEX, 2), `player:${ALEX}#2`);
    assert.equal(enderPlace(ALEX), `ender:${ALEX}`);
    assert.equal(windowPlace(ALEX), `window:${ALEX}`);
    assert.equal(blockPlace({ world: "world", x: -0.5, y: 64, z: 3.9 }), "block:world:-1,64,3");
    assert.equal(entityPlace("world", "cart-7"), "entity:world:cart-7");
  });

  it("on the ground is a chunk of sixteen blocks, rounded down", () => {
    assert.equal(groundPlace({ world: "w", x: 0, y: 64, z: 15.9 }), "ground:w:0,0");
    assert.equal(groundPlace({ world: "w", x: 16, y: 64, z: -0.5 }), "ground:w:1,-1");
    assert.equal(groundPlace({ world: "w", x: -16, y: 64, z: -17 }), "ground:w:-1,-2");
  });

  it("tells its kind", () => {
    assert.equal(placeKind(playerPlace(ALEX, 2)), "player");
    assert.equal(placeKind(groundPlace({ world: "w", x: 0, y: 0, z: 0 })), "ground");
    assert.equal(placeKind(entityPlace("block", "1")), "entity");
    for (const unknown of ["", "player", "menu:1", ":player"]) assert.equal(placeKind(unknown), undefined, unknown);
  });

  it("of a player tells whose it is, in every session", () => {
    for (const place of [playerPlace(ALEX), playerPlace(ALEX, 12), enderPlace(ALEX), windowPlace(ALEX)]) {
      assert.equal(ownerOfPlace(place), ALEX);
    }
    assert.equal(ownerOfPlace(`block:${ALEX}:1,2,3`), undefined);
    assert.equal(ownerOfPlace(entityPlace("world", ALEX)), undefined);
    assert.equal(ownerOfPlace("player:somebody"), undefined);
  });

  it("on another server is told apart, unless it is a player's own, which goes along", () => {
    const chest = "block:world:1,2,3";
    const there = placeOnServer("my/lobby", chest);
    assert.deepEqual(onAnotherServer(there), { server: "my/lobby", place: chest });
    assert.equal(placeKind(there), undefined);
    assert.equal(placeOnServer("lobby", playerPlace(ALEX)), playerPlace(ALEX));
    assert.equal(placeOnServer("lobby", NOWHERE), NOWHERE);
    for (const here of [chest, playerPlace(ALEX), NOWHERE, "server:lobby"])
      assert.equal(onAnotherServer(here), undefined);
  });

  it("that is a block tells where it is, and no other does", () => {
    assert.deepEqual(locationOfPlace("block:a:b:1,-2,3"), { world: "a:b", x: 1, y: -2, z: 3 });
    assert.equal(locationOfPlace("ground:w:1,2"), undefined);
    assert.equal(locationOfPlace(playerPlace(ALEX)), undefined);
    assert.equal(locationOfPlace("block:nowhere"), undefined);
  });
});

it("a block and the ground of a chunk are somewhere, below zero too; what moves about is not", () => {
  const at = { world: "world:of/all", x: -20, y: 64, z: 35 };
  assert.deepEqual(somewhereIn(blockPlace(at)), at);
  const near = somewhereIn(groundPlace(at));
  assert.equal(near && groundPlace(near), groundPlace(at));
  assert.equal(somewhereIn(playerPlace("x")), undefined);
});
