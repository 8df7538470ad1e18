import assert from "node:assert/strict";
import { test } from "node:test";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import type { PlaceKey } from "../../model/place.ts";
import { SelfFillingContainers } from "../counts/self-filling-containers.ts";
import { WatchList } from "../materials/watch-list.ts";
import { ClassBalance, type Member } from "./class-balance.ts";
import type { Evidence } from "./evidence.ts";
import { HiddenLosses } from "./hidden-losses.ts";
import { type Loss, Losses } from "./losses.ts";
import type { Origins } from "./origins.ts";

const [HANDS, CHEST, GROUND] = ["player:alice", "block:world:1,64,1", "ground:world:0,0"];
const DIAMOND = 0;
const TICK = 50;

/** Each place holds 10 diamonds now. */
function hidden(sighted: PlaceKey[] = []) {
  const watched = new WatchList(new Map([["diamond", 1]]), new FakePlatform());
  const found: Loss[] = [];
  const losses = new Losses({ at: () => 0, reachedAt: () => 0 });
  losses.add = (_classIndex, loss) => found.push(loss);
  const origins = {
    mayHaveFallen: (place: PlaceKey) => sighted.includes(place),
  } as unknown as Origins;
  const looks = { counts: { unitsAt: () => 10 }, horizon: { at: () => 12 }, whereabouts: { handsAt: () => [HANDS] } };
  const selfFilling = new SelfFillingContainers(watched.classes);
  const known = { watched, losses, selfFilling, ...looks } as unknown as Evidence;
  const lost = () => found.map(({ since, left, openTo }) => ({ since, left, openTo }));
  return { losses: new HiddenLosses(known, origins), found, lost };
}

function balance(place: PlaceKey, since: number, more: Partial<Member>): ClassBalance {
  const one = new ClassBalance(0);
  Object.assign(one.member(place, since, false), more);
  return one;
}

function memberOf({ members }: ClassBalance): Member {
  return [...members.values()][0]!;
}

test("where something fell since the last look, somebody within reach may have picked up what lay there", () => {
  const fell = (since: number, balances: ReadonlyMap<number, ClassBalance>, ...sighted: PlaceKey[]) => {
    const { losses, lost } = hidden(sighted);
    losses.findBehindFalls({ place: GROUND, since, isNew: false, differences: new Map() }, balances, TICK);
    return lost();
  };
  assert.deepEqual(fell(40, new Map(), GROUND), [{ since: 40, left: 10, openTo: [HANDS] }]);
  assert.deepEqual(fell(40, new Map()), [], "nothing fell");
  assert.deepEqual(fell(TICK - 1, new Map(), GROUND), [], "it was looked at just before");
  const grown = balance(GROUND, 40, { more: 3, dropped: 2 });
  assert.deepEqual(fell(40, new Map([[0, grown]])), [{ since: 40, left: 5, openTo: [HANDS] }]);
});

test("what left the ground may be anywhere, and if a drop was reported late, for longer than since the last look", () => {
  const { losses, lost } = hidden();
  const left = balance(GROUND, 40, { more: -4 });
  losses.findOnGround(left, TICK);
  losses.findOnGround(balance(GROUND, 40, { more: -4, dropped: 1 }), TICK);
  losses.findOnGround(balance(CHEST, 40, { more: -4 }), TICK);
  assert.deepEqual(lost(), [
    { since: 40, left: 4, openTo: undefined },
    { since: 12, left: 4, openTo: undefined },
  ]);
  assert.equal(memberOf(left).more, 0);
});

test("what was picked up, and did not just come into the hands, was picked up before something else fell there", () => {
  const pickedUp = balance(GROUND, TICK - 1, { more: 5, pickedUpBefore: 3 });
  const [quiet, sighted] = [hidden(), hidden([GROUND])];
  for (const { losses } of [quiet, sighted]) losses.findOnGround(pickedUp, TICK);
  assert.deepEqual(quiet.lost(), []);
  assert.deepEqual(sighted.lost(), [{ since: 29, left: 3, openTo: undefined }]);
});

test("more than may come by itself hides all that was in a container before; what feeds it hides only what is seen to be missing", () => {
  const put = (count: number, since: number, decrease = 0, isHandled = false) => {
    const { losses, lost, found } = hidden();
    const grown = new Map([[DIAMOND, count]]);
    losses.findInContainer(memberOf(balance(CHEST, since, { more: count, decrease, grown })), 0, TICK, isHandled);
    assert.ok(found.every(({ isHidden }) => isHidden));
    return lost().map(({ left }) => left);
  };
  assert.deepEqual(put(7, 48), [], "six a tick");
  assert.deepEqual(put(7, 48, 2), [2]);
  assert.deepEqual(put(7, 48, 0, true), [3]);
  assert.deepEqual(put(7, TICK - 1), []);
});
