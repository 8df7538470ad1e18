import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { playerPlace } from "../../model/place.ts";
import { WatchList } from "../materials/watch-list.ts";
import { PlaceCounts } from "./place-counts.ts";
import { SharedSessions } from "./shared-sessions.ts";
import { Views } from "./views.ts";

const ALICE = "00000000-0000-4000-8000-00000000a11c";
const [FIRST, SECOND] = [playerPlace(ALICE), playerPlace(ALICE, 2)];
const DIAMOND = 0;

function sessions(held: Readonly<Record<string, number>>) {
  const stock = new PlaceCounts(new WatchList(new Map([["diamond", 1]]), new FakePlatform()));
  for (const [place, count] of Object.entries(held)) {
    stock.begin();
    stock.see(new FakeItem(fakeStack("diamond", { count })));
    stock.put(place, 1, () => undefined);
  }
  const views = new Views();
  return { views, shared: new SharedSessions(stock, views) };
}

test("what a new session shows as well is only a view in the older one, and explains nothing when it leaves there", () => {
  const { views, shared } = sessions({ [FIRST]: 10 });
  shared.noteJoin([FIRST], Int32Array.of(7));
  assert.equal(views.realDecrease(FIRST, DIAMOND, 10, 0), 3);
});

test("what goes with a session is the other one's alone again", () => {
  const { views, shared } = sessions({ [FIRST]: 10 });
  shared.noteJoin([FIRST], Int32Array.of(7));
  shared.noteLeft([FIRST], Int32Array.of(4));
  assert.equal(views.realDecrease(FIRST, DIAMOND, 10, 0), 7);
});

test("of several sessions the newer ones show it first, each as much as it has", () => {
  const { views, shared } = sessions({ [FIRST]: 10, [SECOND]: 4 });
  shared.noteJoin([FIRST, SECOND], Int32Array.of(7));
  assert.equal(views.realDecrease(SECOND, DIAMOND, 4, 0), 0);
  assert.equal(views.realDecrease(FIRST, DIAMOND, 10, 0), 7);
});
