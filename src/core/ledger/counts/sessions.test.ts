import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { enderPlace, playerPlace } from "../../model/place.ts";
import { WatchList } from "../materials/watch-list.ts";
import { PlaceCounts } from "./place-counts.ts";
import { Sessions } from "./sessions.ts";
import { Views } from "./views.ts";

const ALICE = "00000000-0000-4000-8000-00000000a11c";
const [FIRST, SECOND, THIRD] = [playerPlace(ALICE), playerPlace(ALICE, 2), playerPlace(ALICE, 3)];
const ENDER = enderPlace(ALICE);
const DIAMOND = 0;

function sessions() {
  const counts = new PlaceCounts(new WatchList(new Map([["diamond", 1]]), new FakePlatform()));
  const views = new Views();
  const differences: number[] = [];
  const own = new Sessions(counts, views, (_place, _materialIndex, difference) => differences.push(difference));
  const hold = (place: string, count: number) => {
    counts.begin();
    counts.see(new FakeItem(fakeStack("diamond", { count })));
    counts.put(place, counts.at(place), 1, () => undefined);
  };
  /** Returns true if it is the only session. */
  const come = (place: string, count = 0) => {
    hold(place, count);
    return own.noteAppeared(place, counts.countsAt(place), 1);
  };
  const go = (place: string, count = 0) => own.noteGone(place, Int32Array.of(count));
  return { own, views, differences, hold, come, go };
}

test("only the first session of an account can be compared with what the last one left with", () => {
  const { own, come } = sessions();
  assert.equal(come(ENDER), false, "no session");
  assert.equal(come(FIRST), true);
  assert.equal(come(SECOND), false);
  assert.deepEqual(own.placesOf(ALICE), [ENDER, FIRST, SECOND]);
  assert.deepEqual(own.sessionsOf(ALICE), [FIRST, SECOND]);
  assert.deepEqual([...own.all()], [ENDER, FIRST, SECOND]);
});

test("the last session says how it ended, whole unless two were served at a time", () => {
  const { own, come, go } = sessions();
  come(FIRST);
  come(ENDER);
  assert.equal(go(ENDER), undefined);
  assert.equal(go(FIRST), "whole");
  come(FIRST);
  come(SECOND);
  assert.equal(go(FIRST), undefined, "the other one is still there");
  assert.equal(go(SECOND), "mixed");
  come(FIRST);
  assert.equal(go(FIRST), "whole", "that is over");
  assert.deepEqual([...own.all()], []);
});

test("places that are nobody's own are no session", () => {
  const { come, go } = sessions();
  assert.equal(come("block:world:1,64,1"), false);
  assert.equal(go("block:world:1,64,1"), undefined);
});

test("what a new session shows as well is only a view in the older one, and explains nothing when it leaves there", () => {
  const { views, come } = sessions();
  come(FIRST, 10);
  come(SECOND, 7);
  assert.equal(views.realDecrease(FIRST, DIAMOND, 10, 0), 3);
});

test("what goes with a session is the other one's alone again", () => {
  const { views, come, go } = sessions();
  come(FIRST, 10);
  come(SECOND, 7);
  go(SECOND, 4);
  assert.equal(views.realDecrease(FIRST, DIAMOND, 10, 0), 7);
});

test("of several sessions the newer ones show it first, each as much as it has", () => {
  const { own, views, come, hold } = sessions();
  come(FIRST, 10);
  come(SECOND);
  own.compare();
  hold(SECOND, 4);
  come(THIRD, 7);
  assert.equal(views.realDecrease(SECOND, DIAMOND, 4, 0), 0);
  assert.equal(views.realDecrease(FIRST, DIAMOND, 10, 0), 7);
});

test("a new session has what the others had at their last look, or have by now; anything else has come or gone", () => {
  const { own, differences, come, hold } = sessions();
  come(FIRST, 10);
  come(SECOND, 12);
  assert.deepEqual(own.besideNew(), [FIRST]);
  hold(FIRST, 11);
  own.compare();
  own.compare();
  assert.deepEqual([differences, own.besideNew()], [[1], []]);
});
