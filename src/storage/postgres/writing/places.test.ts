import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  blockPlace,
  enderPlace,
  entityPlace,
  groundPlace,
  playerPlace,
  windowPlace,
} from "../../../core/storage-face.ts";
import { formOf, placeOf, TEXT_FORM } from "./places.ts";

const ALEX = "00000000-0000-4000-8000-000000000001";
const BEA = "00000000-0000-4000-8000-000000000002";
const HERE = { world: "a:b/nether", x: -17, y: 64, z: 15 };

describe("the form of a place", () => {
  it("says how a place follows from holder or location, and gives the same place back", () => {
    for (const place of [playerPlace(ALEX), blockPlace(HERE), groundPlace(HERE), enderPlace(ALEX), windowPlace(ALEX)]) {
      const form = formOf(place, ALEX, HERE);
      assert.notEqual(form, TEXT_FORM, place);
      assert.equal(placeOf(form, ALEX, HERE), place);
    }
  });

  it("leaves everything else as text", () => {
    const elsewhere = { ...HERE, x: 1 };
    for (const place of [
      playerPlace(BEA),
      playerPlace(ALEX, 2),
      blockPlace(elsewhere),
      groundPlace({ ...HERE, x: 20 }),
      entityPlace("world", "7"),
      "",
      "player:",
    ]) {
      assert.equal(formOf(place, ALEX, HERE), TEXT_FORM, place);
    }
  });
});
