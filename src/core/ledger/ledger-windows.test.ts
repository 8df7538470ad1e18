import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem } from "../../testing/fake-item.ts";
import { FakePlatform } from "../../testing/fake-platform.ts";
import { diamonds } from "../../testing/unpublished/ledger-story.ts";
import { RecordingLog } from "../../testing/unpublished/recording-log.ts";
import { blockPlace, enderPlace, type PlaceKey, playerPlace, windowPlace } from "../model/place.ts";
import { EVENT_SKEW_TICKS } from "./event-skew.ts";
import { Ledger } from "./ledger.ts";

// Windows and ender chests, which the fake game does not have.

const ALICE = "00000000-0000-4000-8000-00000000a11c";
const OWN = playerPlace(ALICE);
const ENDER = enderPlace(ALICE);
const WINDOW = windowPlace(ALICE);

test("windows that show what is really elsewhere accuse nobody, however many there are; taking out of them does", () => {
  const { ledger, excesses, count, tick, pass } = handLedger();
  count(OWN, 0);
  pass();
  for (const shown of [40, 0, 64]) {
    count(WINDOW, shown);
    tick();
    count(WINDOW, shown);
    pass();
    assert.deepEqual(excesses, []);
  }
  ledger.acts.note({ id: ALICE, name: "Alice", place: OWN } as never, [WINDOW]);
  count(WINDOW, 24);
  count(OWN, 40);
  tick();
  pass();
  pass();
  assert.deepEqual(excesses, ["Alice +40"]);
});

test("what a player puts into such a window and takes out again is a move", () => {
  const { ledger, excesses, count, tick, pass } = handLedger();
  count(OWN, 30);
  count(WINDOW, 64);
  pass();
  for (const put of [30, 0]) {
    ledger.acts.note({ id: ALICE, name: "Alice", place: OWN } as never, [WINDOW]);
    count(OWN, 30 - put);
    count(WINDOW, 64 + put);
    tick();
    pass();
  }
  pass();
  assert.deepEqual(excesses, []);
});

test("what a player picks up does not hide what the same player put into the ender chest without a word", () => {
  const { ledger, excesses, count, tick, pass } = handLedger();
  const ground = "ground:world:0,0";
  count(OWN, 60);
  count(ENDER, 0);
  count(ground, 32);
  pass();
  pass();
  count(ENDER, 40);
  tick();
  // Somebody sees that nothing has left the ground yet.
  count(ground, 32);
  tick();
  const alice = { id: ALICE, name: "Alice", place: OWN } as never;
  ledger.acts.note(alice, [ground], new FakeItem(diamonds(32)));
  ledger.acts.noteGroundMove(alice, new FakeItem(diamonds(32)), [ground], false);
  count(OWN, 60 - 40 + 32);
  count(ground, 0);
  tick();
  pass();
  pass();
  assert.deepEqual(excesses, []);
});

test("what a player takes out of a chest does not hide what the same player put into the ender chest without a word", () => {
  const { ledger, excesses, count, tick, pass } = handLedger();
  const chest = "block:world:5,64,5";
  count(OWN, 54);
  count(ENDER, 0);
  count(chest, 24);
  pass();
  pass();
  count(ENDER, 54);
  tick();
  // Somebody sees that nothing has left the chest yet.
  count(chest, 24);
  tick();
  ledger.acts.note({ id: ALICE, name: "Alice", place: OWN } as never, [chest], new FakeItem(diamonds(1)));
  count(OWN, 54 - 54 + 20);
  count(chest, 4);
  tick();
  pass();
  pass();
  assert.deepEqual(excesses, []);
});

test("what a newcomer puts into the ender chest before anybody looked at the newcomer is no gain", () => {
  const { excesses, count, tick, pass } = handLedger();
  pass();
  count(ENDER, 0);
  tick();
  count(OWN, 5);
  tick();
  count(ENDER, 40);
  pass();
  pass();
  assert.deepEqual(excesses, []);
  count(ENDER, 60);
  pass();
  pass();
  assert.deepEqual(excesses, ["Alice +20"]);
});

test("what a newcomer of whom there was no word yet puts into the ender chest is no gain", () => {
  const { excesses, count, pass } = handLedger();
  pass();
  count(ENDER, 0);
  pass();
  count(ENDER, 40);
  pass();
  pass();
  assert.deepEqual(excesses, []);
});

test("what a player put into the ender chest before leaving without a word is no gain", () => {
  const { excesses, count, gone, tick, pass } = handLedger();
  count(OWN, 30);
  count(ENDER, 0);
  pass();
  count(ENDER, 30);
  tick();
  gone(OWN);
  pass();
  pass();
  assert.deepEqual(excesses, []);
});

test("what a player took out of the ender chest just before leaving is no gain, although nobody can look there any more", () => {
  const { ledger, excesses, count, gone, tick, pass } = handLedger();
  count(OWN, 0);
  count(ENDER, 30);
  pass();
  count(OWN, 30);
  ledger.noteDark(OWN);
  gone(OWN);
  tick();
  gone(ENDER);
  pass();
  pass();
  assert.deepEqual(excesses, []);
});

test("what a player takes out of such a window is told, although the player leaves in the same tick", () => {
  const { ledger, excesses, count, tick, pass } = handLedger();
  count(OWN, 0);
  pass();
  count(WINDOW, 40);
  pass();
  ledger.acts.note({ id: ALICE, name: "Alice", place: OWN } as never, [WINDOW]);
  count(WINDOW, 0);
  count(OWN, 40);
  ledger.noteDark(OWN);
  tick();
  ledger.noteDark(WINDOW);
  pass();
  pass();
  assert.deepEqual(excesses, ["Alice +40"]);
});

test("what a newcomer puts into the ender chest before anybody looked at the newcomer, who leaves at once, is no gain", () => {
  const { ledger, excesses, count, tick, pass } = handLedger();
  pass();
  count(ENDER, 0);
  tick();
  count(ENDER, 40);
  count(OWN, 0);
  ledger.noteDark(OWN);
  tick();
  pass();
  pass();
  assert.deepEqual(excesses, []);
});

test("what grew in one session just before another one of the account came is told once", () => {
  const { ledger, excesses, count, tick, pass } = handLedger();
  const second = `${OWN}#2` as PlaceKey;
  count(OWN, 10);
  pass();
  pass();
  // Thirty by now, and the new session shows them before anybody has looked at the other one.
  count(second, 30);
  assert.deepEqual(ledger.placesInUse(), [OWN]);
  count(OWN, 30);
  assert.deepEqual(ledger.placesInUse(), []);
  tick();
  pass();
  pass();
  assert.deepEqual(excesses, ["Alice +20"]);
});

test("what one session lets go of in the very tick in which another one shows it is made of nothing", () => {
  const { ledger, excesses, count, tick, pass } = handLedger();
  const ground = "ground:world:0,0";
  count(OWN, 40);
  count(ground, 0);
  pass();
  pass();
  const alice = { id: ALICE, name: "Alice", place: OWN } as never;
  ledger.acts.note(alice, [ground], new FakeItem(diamonds(40)));
  ledger.acts.noteGroundMove(alice, new FakeItem(diamonds(40)), [ground], true);
  count(`${OWN}#2` as PlaceKey, 40);
  count(OWN, 0);
  count(ground, 40);
  tick();
  pass();
  pass();
  assert.deepEqual(excesses, ["Alice +40"]);
});

test("who opens a container is looked at, and so is who has one open that is broken", () => {
  const { ledger, count, tick } = handLedger();
  const chest = blockPlace({ world: "world", x: 1, y: 64, z: 1 });
  const alice = { id: ALICE, name: "Alice", place: OWN } as never;
  count(OWN, 0);
  count(chest, 40);
  tick();
  ledger.noteOpened(alice, chest);
  assert.deepEqual(ledger.placesInUse(), [chest, OWN]);
  tick();
  ledger.noteOpened(alice, chest);
  assert.deepEqual(ledger.placesInUse(), [chest]);
  ledger.noteBroken(chest, undefined);
  assert.deepEqual(ledger.placesInUse(), [OWN]);
});

/** A ledger whose looks are made by hand: `count` says what lies at a place. */
function handLedger() {
  const excesses: string[] = [];
  const ledger = new Ledger({
    platform: new FakePlatform(),
    log: new RecordingLog(),
    thresholds: new Map([["diamond", 10]]),
    nameOf: () => "Alice",
    isExempt: () => false,
    onExcess: ({ player, where, excess }) => excesses.push(`${player?.name ?? where} +${excess}`),
    interval: Number.POSITIVE_INFINITY,
    lookAtPlayers: () => {},
  });
  const lying = new Map<PlaceKey, number>();
  const count = (place: PlaceKey, many: number) => {
    lying.set(place, many);
    ledger.counter.begin();
    ledger.counter.see(new FakeItem(diamonds(many)));
    ledger.finishCount(place, true);
  };
  const tick = () => ledger.finishTickEnd();
  /** Everything is looked at again, when no word of what was before can come any more. */
  const pass = () => {
    for (let late = 0; late <= EVENT_SKEW_TICKS; late++) tick();
    ledger.horizon.players.onPassBegin();
    ledger.horizon.places.onPassBegin();
    for (const [place, many] of lying) count(place, many);
    ledger.horizon.players.onPassEnd();
    ledger.horizon.places.onPassEnd();
    tick();
  };
  /** The place cannot be looked at any more. */
  const gone = (place: PlaceKey) => {
    lying.delete(place);
    ledger.noteGone(place);
  };
  return { ledger, excesses, count, gone, tick, pass };
}
