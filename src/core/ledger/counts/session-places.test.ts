import assert from "node:assert/strict";
import { test } from "node:test";
import { enderPlace, playerPlace } from "../../model/place.ts";
import { SessionPlaces } from "./session-places.ts";

const ALICE = "00000000-0000-4000-8000-00000000a11c";
const [FIRST, SECOND, ENDER] = [playerPlace(ALICE), playerPlace(ALICE, 2), enderPlace(ALICE)];

test("only the first session of an account can be compared with what the last one left with", () => {
  const own = new SessionPlaces();
  assert.equal(own.appeared(ENDER), false, "no session");
  assert.equal(own.appeared(FIRST), true);
  assert.equal(own.appeared(SECOND), false);
  assert.deepEqual(own.of(ALICE), [ENDER, FIRST, SECOND]);
  assert.deepEqual(own.sessionsOf(ALICE), [FIRST, SECOND]);
  assert.deepEqual([...own.all()], [ENDER, FIRST, SECOND]);
});

test("the last session says how it ended, whole unless two were served at a time", () => {
  const own = new SessionPlaces();
  own.appeared(FIRST);
  own.appeared(ENDER);
  assert.equal(own.disappeared(ENDER), undefined);
  assert.equal(own.disappeared(FIRST), "whole");
  own.appeared(FIRST);
  own.appeared(SECOND);
  assert.equal(own.disappeared(FIRST), undefined, "the other one is still there");
  assert.equal(own.disappeared(SECOND), "mixed");
  own.appeared(FIRST);
  assert.equal(own.disappeared(FIRST), "whole", "that is over");
  assert.deepEqual([...own.all()], []);
});

test("places that are nobody's own are no session", () => {
  const own = new SessionPlaces();
  assert.equal(own.appeared("block:world:1,64,1"), false);
  assert.equal(own.disappeared("block:world:1,64,1"), undefined);
});
