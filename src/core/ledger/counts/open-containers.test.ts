import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem } from "../../../testing/fake-item.ts";
import {
  diamonds,
  EVERYTHING,
  diamondGame as game,
  toldOfBalances as told,
} from "../../../testing/unpublished/ledger-story.ts";
import { act, join, play } from "../../../testing/unpublished/story.ts";
import { blockPlace, NOWHERE } from "../../model/place.ts";
import { OpenContainers } from "./open-containers.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const player = (id: string) => ({ id, place: `player:${id}` });
const [ALICE, BOB] = [player("alice"), player("bob")];
const OTHER = blockPlace({ world: "world", x: 6, y: 64, z: 5 });

test("who takes something out of an open chest has not let grow what came in a tick before without a word", async () => {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(10);
  const alice = join(service, "Alice");
  await play(service, 30);
  service.doubletake.report({ kind: "sighting", place: CHEST, action: "CONTAINER_OPEN", player: alice });
  await play(service, 7);
  slots[1] = diamonds(50);
  await play(service, 1);
  alice.slots[0] = diamonds(10);
  slots[0] = undefined;
  act(service, alice, new FakeItem(alice.slots[0]), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});

test("a player has one container open, until there is word of another, or none for long, or the player is gone", () => {
  const open = new OpenContainers();
  open.noteOpened(ALICE, CHEST, 1, false);
  open.noteOpened(BOB, CHEST, 1, false);
  assert.deepEqual(open.at(2), [CHEST]);
  open.noteOpened(ALICE, OTHER, 300, false);
  assert.deepEqual(open.at(300), [OTHER, CHEST]);
  open.finishTickEnd(700);
  assert.deepEqual(open.at(700), [OTHER]);
  open.forget(ALICE, 700);
  assert.deepEqual(open.at(700), []);
});

test("of very many open containers each has its turn", () => {
  const open = new OpenContainers();
  for (let materialIndex = 0; materialIndex < 150; materialIndex++)
    open.noteOpened(player(`${materialIndex}`), `block:world:${materialIndex},64,0`, 1, false);
  const seen = new Set<string>();
  for (let tick = 1; tick <= 3; tick++) {
    const places = open.at(tick);
    assert.equal(places.length, 64);
    for (const place of places) seen.add(place);
  }
  assert.equal(seen.size, 150);
});

test("what a player had open a moment ago is remembered as long as it may have been then", () => {
  const open = new OpenContainers();
  open.noteOpened(ALICE, CHEST, 100, false);
  open.noteOpened(ALICE, OTHER, 200, false);
  assert.deepEqual(open.openedBy("alice", 219), [CHEST, OTHER]);
  assert.deepEqual(open.openedBy("alice", 220), [OTHER]);
  open.noteOpened(ALICE, CHEST, 300, false);
  assert.deepEqual(open.openedBy("alice", 319), [OTHER, CHEST]);
  open.finishTickEnd(801);
  assert.deepEqual(open.openedBy("alice", 319), [CHEST]);
  assert.deepEqual(open.openedBy("bob", 319), []);
});

test("a container is open until the next one is opened, and not until something is done in that", () => {
  const open = new OpenContainers();
  open.noteOpened(ALICE, CHEST, 100, false);
  open.noteOpened(ALICE, OTHER, 200, false);
  open.noteOpened(ALICE, OTHER, 300, true);
  assert.deepEqual(open.openedBy("alice", 220), [OTHER]);
  assert.deepEqual(open.viewersOf(CHEST, 200), []);
  assert.deepEqual(open.viewersOf(CHEST, 199), ["alice"]);
});

test("a container that is gone is open to nobody a second later, also if another stands there by then", () => {
  const open = new OpenContainers();
  open.noteOpened(ALICE, CHEST, 100, false);
  open.close(CHEST, 200);
  assert.deepEqual([open.openedBy("alice", 219), open.openedBy("alice", 220)], [[CHEST], []]);
  assert.deepEqual([open.viewersOf(CHEST, 199), open.viewersOf(CHEST)], [["alice"], []]);
  open.noteOpened(ALICE, CHEST, 300, false);
  assert.deepEqual(open.openedBy("alice", 400), [CHEST]);
});

test("a container that is gone is not open until the player opens the next one", () => {
  const open = new OpenContainers();
  open.noteOpened(ALICE, CHEST, 100, false);
  open.close(CHEST, 200);
  open.noteOpened(ALICE, OTHER, 300, false);
  assert.deepEqual(open.openedBy("alice", 299), [OTHER]);
});

test("who did something in a container is remembered for two seconds at least, whatever the player opened or left since", () => {
  const open = new OpenContainers();
  open.noteOpened(BOB, CHEST, 9, false);
  open.noteOpened(ALICE, CHEST, 10, true);
  assert.deepEqual(
    open.now.map(({ acted }) => acted),
    [-1, 10],
  );
  open.finishTickEnd(10);
  open.noteOpened(ALICE, CHEST, 11, false);
  for (let other = 0; other < 20; other++) open.noteOpened(ALICE, `block:world:${other},64,0`, 12, true);
  open.forget(ALICE, 13);
  assert.deepEqual(open.containerOf(ALICE.id), NOWHERE);
  assert.deepEqual([open.actorsAt(CHEST, 9), open.actorsAt(CHEST, 10)], [["alice"], []]);
  assert.deepEqual([open.viewersOf(CHEST, 11), open.viewersOf(CHEST, 12)], [["bob", "alice"], ["bob"]]);
  open.finishTickEnd(700);
  assert.deepEqual(open.actorsAt(CHEST, 9), []);
});
