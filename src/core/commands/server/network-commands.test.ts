import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { MemoryDatabase } from "../../../testing/stores/memory-database.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { play } from "../../../testing/unpublished/story.ts";
import { duplicatedSword, type TestStaff, testStaff } from "../../../testing/unpublished/test-staff.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const OTHER_CHEST = blockPlace({ world: "world", x: 9, y: 64, z: 9 });
const SWORD = fakeId(77);
const sword = () => fakeStack("diamond_sword", { tag: SWORD });
const CONFIG = "auto-remove-duplicates: false\nnetwork: { player-data: separate }\n";
const timeless = (line: string | undefined) => line?.replaceAll(/(just now|\d+ \w+ ago) \([^)]*\)/g, "T");

describe("staff of a network", () => {
  let clock: HandClock;
  let database: MemoryDatabase;
  let lobby: TestStaff;
  let survival: TestStaff;

  beforeEach(async () => {
    clock = new HandClock();
    database = new MemoryDatabase({ clock });
    [lobby, survival] = [await start("lobby", 1000), await start("survival", 2000)];
    await both(20);
  });

  it("read in every case, place and alert on which server it is, wherever they ask", async () => {
    await copyInBothChests();
    const [alert] = survival.game.outside.sent;
    assert.equal(alert?.server, "survival");
    assert.match(alert.details, /world:5,64,5 on lobby/);
    assert.match(alert.details, /world:9,64,9 on survival/);
    for (const { say } of [lobby, survival]) {
      assert.match((await say("/dt cases"))[1] ?? "", /^1 Duplicated item · .* · open · lobby, survival /);
      const lines = (await say("/dt case 1")).map(timeless);
      assert.ok(lines.includes("1. container, on the server lobby world:5,64,5 T"), lines.join("\n"));
      assert.ok(lines.includes("2. container, on the server survival world:9,64,9 T"), lines.join("\n"));
    }
  });

  it("are told on which server a place is, and are not sent to the same coordinates of their own", async () => {
    await copyInBothChests();
    const before = survival.staff.location;
    assert.deepEqual(await survival.say("/dt tp 1 1"), ["Place 1 of case 1 is on the server lobby: world:5,64,5"]);
    assert.deepEqual(survival.staff.location, before);
    assert.deepEqual(await survival.say("/dt tp 1 2"), ["You are at place 2 of case 1: world:9,64,9"]);
    assert.deepEqual(await lobby.say("/dt tp 1 2"), ["Place 2 of case 1 is on the server survival: world:9,64,9"]);
    assert.deepEqual(await lobby.say("/dt tp 1 1"), ["You are at place 1 of case 1: world:5,64,5"]);
  });

  it("read in every line of a history on which server it was", async () => {
    await duplicatedSword(lobby.game);
    const [itemId] = (await lobby.game.store.caseByNumber(1))?.itemIds ?? [];
    const { say } = survival;
    assert.match((await say(`/dt history ${itemId}`)).at(-1) ?? "", / world:10,64,10 on lobby$/);
    assert.match((await say("/dt items Alex"))[1] ?? "", / world:10,64,10 on lobby$/);
  });

  it("see every server's state, version, heartbeat and lag in the status", async () => {
    const before = (await lobby.say("/dt status")).filter((line) => line.startsWith("Server "));
    assert.equal(before.length, 2, before.join("\n"));
    assert.match(before[0] ?? "", /^Server lobby \(this one\): runs, version \S+, last heard of .*, 0 rows behind$/);
    assert.match(before[1] ?? "", /^Server survival: runs, version/);
    await survival.game.doubletake.stop();
    await survival.game.store.close();
    assert.match((await lobby.say("/dt status")).at(-1) ?? "", /^Server survival: stopped, version/);
  });

  it("that is none are told of no servers", async () => {
    const alone = await testStaff({ config: "auto-remove-duplicates: false\n" });
    await duplicatedSword(alone.game);
    const [itemId] = (await alone.game.store.caseByNumber(1))?.itemIds ?? [];
    const said = [`cases`, `case 1`, `history ${itemId}`, "items Alex", "status", `find ${itemId}`];
    for (const command of said)
      for (const line of (await alone.say(`/dt ${command}`)).filter((text) => !text.startsWith("Doubletake ")))
        assert.doesNotMatch(line, /server|memory\b.* on | on memory/i, command);
    assert.equal(alone.game.outside.sent[0]?.server, "");
    assert.doesNotMatch(alone.game.outside.sent[0]?.details ?? "", /server|memory| on /);
  });

  async function copyInBothChests(): Promise<void> {
    lobby.game.platform.chest(CHEST)[0] = sword();
    await until(() => database.custody.get(SWORD)?.server === "lobby");
    survival.game.platform.chest(OTHER_CHEST)[0] = sword();
    await until(() => survival.game.outside.sent.length > 0);
    await both(120);
  }

  function start(serverName: string, firstId: number): Promise<TestStaff> {
    const store = new MemoryStore({ serverName, database, clock });
    return testStaff({ store, serverName, clock, firstId, config: CONFIG });
  }

  async function both(ticks: number): Promise<void> {
    for (let tick = 0; tick < ticks; tick++) for (const { game } of [lobby, survival]) await play(game, 1, 25);
  }

  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await both(1);
  }
});
