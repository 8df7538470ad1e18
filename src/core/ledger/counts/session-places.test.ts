import assert from "node:assert/strict";
import { test } from "node:test";
import { enderPlace, playerPlace } from "../../model/place.ts";
import { SessionPlaces } from "./session-places.ts";

const ALICE = "00000000-0000-4000-8000-00000000a11c";
const [FIRST, SECOND, ENDER] = [playerPlace(ALICE), playerPlace(ALICE, 2), enderPlace(ALICE)];

test("only the first session of an account can be compared with what the last one left with", () => {
  const own = new SessionPlaces();
  assert.equal(own.noteAppeared(ENDER), false, "no session");
  assert.equal(own.noteAppeared(FIRST), true);
  assert.equal(own.noteAppeared(SECOND), false);
  assert.deepEqual(own.placesOf(ALICE), [ENDER, FIRST, SECOND]);
  assert.deepEqual(own.sessionsOf(ALICE), [FIRST, SECOND]);
  assert.deepEqual([...own.all()], [ENDER, FIRST, SECOND]);
});

test("the last session says how it ended, whole unless two were served at a time", () => {
  const own = new SessionPlaces();
  own.noteAppeared(FIRST);
  own.noteAppeared(ENDER);
  assert.equal(own.noteGone(ENDER), undefined);
  assert.equal(own.noteGone(FIRST), "whole");
  own.noteAppeared(FIRST);
  own.noteAppeared(SECOND);
  assert.equal(own.noteGone(FIRST), undefined, "the other one is still there");
  assert.equal(own.noteGone(SECOND), "mixed");
  own.noteAppeared(FIRST);
  assert.equal(own.noteGone(FIRST), "whole", "that is over");
  assert.deepEqual([...own.all()], []);
});

test("places that are nobody's own are no session", () => {
  const own = new SessionPlaces();
  assert.equal(own.noteAppeared("block:world:1,64,1"), false);
  assert.equal(own.noteGone("block:world:1,64,1"), undefined);
});
