import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import type { FakePlatform } from "../../testing/fake-platform.ts";
import { MemoryDatabase } from "../../testing/stores/memory-database.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { HandClock } from "../../testing/unpublished/hand-clock.ts";
import { act, join, play } from "../../testing/unpublished/story.ts";
import { type TestStaff, testStaff } from "../../testing/unpublished/test-staff.ts";
import { withoutColours } from "../messages/colours.ts";
import { blockPlace } from "../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const FAR_CHEST = blockPlace({ world: "world", x: 500, y: 64, z: 5 });
const OTHER_CHEST = blockPlace({ world: "world", x: 9, y: 64, z: 9 });
const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => fakeId(from + at));
const CONFIG = "network: { player-data: separate }\n";

/** The copy's folder was made from the original's, the plugin's instance file included. */
describe("a copy of another server's world", () => {
  let clock: HandClock;
  let database: MemoryDatabase;
  let original: TestStaff;
  let copy: TestStaff;

  beforeEach(async () => {
    clock = new HandClock();
    database = new MemoryDatabase({ clock });
    [original, copy] = [await start("original", "one", 1000), await start("copy", "one", 2000)];
    await both(20);
    await fill(original, CHEST, ids(71, 3));
  });

  it("is one case of medium severity, nobody's, and nothing is taken or told twice", async () => {
    put(copy.game.platform, CHEST, ids(71, 3));
    await both(200);
    await fill(original, FAR_CHEST, ids(81, 2));
    put(copy.game.platform, FAR_CHEST, ids(81, 2));
    await both(100);
    const cases = [...database.cases.values()];
    assert.deepEqual(
      cases.map(({ severity, cause, playerName, itemIds }) => [severity, cause, playerName, itemIds.length]),
      [["MEDIUM", "copied-world", "", 3]],
    );
    assert.equal(database.quarantine.size, 0);
    assert.equal(tagsIn(copy, CHEST).length, 3);
    assert.deepEqual([...original.game.outside.sent, ...copy.game.outside.sent].length, 1);
    const lines = await original.say("/dt case 1");
    assert.ok(lines.includes("One world was copied from the other; nobody is to blame."), lines.join("\n"));
  });

  it("is a case of its own, also when something in that world is in an open case already", async () => {
    put(original.game.platform, OTHER_CHEST, ids(71, 1));
    await until(() => database.cases.size > 0);
    (copy.game.store as MemoryStore).crash();
    copy = await start("copy", "one", 3000);
    put(copy.game.platform, CHEST, ids(71, 3));
    await both(200);
    assert.deepEqual(
      [...database.cases.values()].map(({ type, severity, cause, itemIds }) => [type, severity, cause, itemIds]),
      [
        ["DUPLICATE_ITEM", "CRITICAL", "", ids(71, 1)],
        ["DUPLICATE_SUSPECTED", "MEDIUM", "copied-world", ids(71, 3)],
      ],
    );
  });

  it("is not told again after a restart, nor once staff have decided", async () => {
    put(copy.game.platform, CHEST, ids(71, 3));
    await until(() => database.cases.size > 0);
    await original.say("/dt dismiss 1");
    (copy.game.store as MemoryStore).crash();
    copy = await start("copy", "one", 3000);
    put(copy.game.platform, CHEST, ids(71, 3));
    await both(200);
    assert.equal(database.cases.size, 1);
  });

  it("gets fresh ids when staff say so, and not before; the original keeps its own", async () => {
    put(copy.game.platform, CHEST, ids(71, 3));
    await until(() => database.cases.size > 0);
    assert.deepEqual(await copy.say("/dt reissue world original"), [
      "3 items here have ids that original has on record in its own world. They get fresh ids with: /doubletake reissue world original now",
    ]);
    assert.deepEqual(tagsIn(copy, CHEST), ids(71, 3));
    const answer = copy.say("/dt reissue world original now");
    await both(20);
    await answer;
    assert.match(
      withoutColours(copy.staff.heard.at(-1) ?? ""),
      /^3 items got fresh ids\. What comes to light later gets them then/,
    );
    for (const tag of tagsIn(copy, CHEST)) assert.ok(tag !== undefined && !ids(71, 3).includes(tag));
    assert.deepEqual(tagsIn(original, CHEST), ids(71, 3));
    await both(100);
    const record = database.cases.get(1);
    assert.equal(record?.status, "closed");
    assert.deepEqual(
      record.acts.map(({ act: what, by, note }) => [what, by, note]),
      [["reissue", "Staff", "3"]],
    );
    assert.equal(database.custody.get(fakeId(71))?.server, "original");
    assert.equal(database.custody.get(tagsIn(copy, CHEST)[0] ?? "")?.server, "copy");
  });

  it("gets fresh ids for what comes to light later, also after a restart, until staff end it", async () => {
    await copy.say("/dt reissue world original now");
    await fill(original, FAR_CHEST, ids(81, 2));
    (copy.game.store as MemoryStore).crash();
    copy = await start("copy", "one", 3000);
    await both(20);
    put(copy.game.platform, FAR_CHEST, ids(81, 2));
    await until(() => tagsIn(copy, FAR_CHEST).every((tag) => tag !== undefined && !ids(81, 2).includes(tag)));
    assert.deepEqual(await copy.say("/dt reissue world original done"), [
      "From now on, what turns up here and on original is judged as between any two servers.",
    ]);
    put(copy.game.platform, OTHER_CHEST, ids(71, 1));
    await until(() => copy.game.outside.sent.some(({ type }) => type === "DUPLICATE_ITEM"));
  });

  it("is what only those servers are that share a world: no other's ids are replaced", async () => {
    const third = await start("third", "two", 4000);
    await play(third.game, 30, 25);
    assert.deepEqual(await third.say("/dt reissue world original now"), [
      "Nothing says that this server's world is a copy of original's, or the other way round.",
    ]);
    assert.deepEqual(await copy.say("/dt reissue world nobody"), [
      "Nothing says that this server's world is a copy of nobody's, or the other way round.",
    ]);
    assert.deepEqual(await original.say("/dt reissue world copy now"), [
      "Nothing here has an id that copy has on record. Type it on the server whose world is the copy.",
    ]);
    assert.deepEqual(tagsIn(original, CHEST), ids(71, 3));
  });

  it("is recognised by many ids of one place as well, unless somebody put them there", async () => {
    const [there, here] = [await start("there", "three", 5000), await start("here", "four", 6000)];
    const pair = async (ticks: number) => {
      for (let tick = 0; tick < ticks; tick++) for (const { game } of [there, here]) await play(game, 1, 25);
    };
    await pair(30);
    put(there.game.platform, CHEST, ids(100, 12));
    put(there.game.platform, OTHER_CHEST, ids(200, 12));
    while (database.custody.get(fakeId(211))?.server !== "there") await pair(1);
    put(here.game.platform, CHEST, ids(100, 12));
    await pair(150);
    assert.deepEqual(
      [...database.cases.values()].map(({ severity, cause, itemIds }) => [severity, cause, itemIds.length]),
      [["MEDIUM", "copied-world", 12]],
    );
    assert.deepEqual(tagsIn(here, CHEST), ids(100, 12));
    // The same by a player's hand is what it looks like.
    const alex = join(here.game, "Alex");
    put(here.game.platform, OTHER_CHEST, ids(200, 12));
    for (const tag of ids(200, 12))
      act(here.game, alex, new FakeItem(fakeStack("diamond_sword", { tag })), [OTHER_CHEST]);
    while (tagsIn(here, OTHER_CHEST).some((tag) => tag !== undefined)) await pair(1);
  });

  function start(serverName: string, instance: string, firstId: number): Promise<TestStaff> {
    const store = new MemoryStore({ serverName, instance, database, clock });
    return testStaff({ store, serverName, clock, firstId, config: CONFIG });
  }

  async function fill({ game }: TestStaff, place: string, tags: readonly string[]): Promise<void> {
    put(game.platform, place, tags);
    await until(() => tags.every((tag) => database.custody.get(tag)?.server === game.store.serverName));
  }

  async function both(ticks: number): Promise<void> {
    for (let tick = 0; tick < ticks; tick++) for (const { game } of [original, copy]) await play(game, 1, 25);
  }

  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await both(1);
  }
});

function put(platform: FakePlatform, place: string, tags: readonly string[]): void {
  const chest = platform.chest(place);
  for (const [at, tag] of tags.entries()) chest[at] = fakeStack("diamond_sword", { tag });
}

function tagsIn({ game }: TestStaff, place: string): (string | undefined)[] {
  return game.platform.chest(place).flatMap((stack) => (stack === undefined ? [] : [stack.tag]));
}
