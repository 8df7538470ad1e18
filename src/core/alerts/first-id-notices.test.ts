import assert from "node:assert/strict";
import { test } from "node:test";
import { FakePlatform } from "../../testing/fake-platform.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { HandClock } from "../../testing/unpublished/hand-clock.ts";
import { RecordingLog } from "../../testing/unpublished/recording-log.ts";
import { withoutColours } from "../messages/colours.ts";
import { Messages } from "../messages/messages.ts";
import { builtInTexts } from "../messages/messages-file.ts";
import { NIL_UUID } from "../model/nil-uuid.ts";
import { FirstIdNotices } from "./first-id-notices.ts";
import { Listeners } from "./listeners.ts";

function noticesTo(...muted: string[]) {
  const platform = new FakePlatform();
  const clock = new HandClock();
  const log = new RecordingLog();
  const listeners = new Listeners(log);
  const english = builtInTexts("en");
  const messages = new Messages({ language: "en", edits: new Map(), translation: new Map(), english });
  const staff = platform.join("Staff", { permissions: ["doubletake.alerts"] });
  const isMuted = (id: string) => muted.includes("Staff") && id === staff.id;
  const notices = new FirstIdNotices({ platform, messages, listeners, clock, log, isMuted });
  let given = 0;
  const give = (playerName: string, count = 1) => {
    for (let item = 0; item < count; item++) {
      const playerId = playerName === "" ? NIL_UUID : fakeId(1000 + playerName.length);
      notices.add({ itemId: fakeId(++given), material: "BOW", playerName, playerId });
    }
    notices.tellListeners();
  };
  const read = () => staff.heard.splice(0).map(withoutColours);
  return { notices, listeners, clock, give, read };
}

test("everything that one second brings is one line a player, and one for all that nobody holds", () => {
  const { notices, clock, give, read } = noticesTo();
  for (let chest = 0; chest < 1000; chest++) give("");
  give("Alex", 2);
  give("Bo");
  clock.pass(999);
  give("Alex", 3);
  notices.tick();
  assert.deepEqual(read(), []);
  clock.pass(1);
  notices.tick();
  assert.deepEqual(read(), [
    "[Doubletake] 1000 items in containers or on the ground got an id",
    "[Doubletake] 5 items of Alex got an id",
    "[Doubletake] Bow of Bo got an id",
  ]);
  clock.pass(5000);
  notices.tick();
  assert.deepEqual(read(), [], "and nothing twice");
});

test("listeners hear of every item at once", () => {
  const { listeners, give, read } = noticesTo();
  const heard: string[] = [];
  listeners.on("id", ({ playerName }) => heard.push(playerName));
  give("Alex", 2);
  assert.deepEqual([heard, read()], [["Alex", "Alex"], []]);
});

test("who muted the notices reads none; a stop or a clock set back does not hold them up", () => {
  const quiet = noticesTo("Staff");
  quiet.give("Alex");
  quiet.notices.tellWatchersNow();
  assert.deepEqual(quiet.read(), []);
  const { notices, clock, give, read } = noticesTo();
  give("Alex");
  clock.pass(-60_000);
  notices.tick();
  assert.deepEqual(read(), ["[Doubletake] Bow of Alex got an id"]);
});
