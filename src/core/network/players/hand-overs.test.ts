import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { HandClock } from "../../../testing/hand-clock.ts";
import { enderPlace, playerPlace } from "../../model/place.ts";
import { GameClock } from "../../time/game-clock.ts";
import { HandOvers } from "./hand-overs.ts";

const ALEX = "11111111-1111-4111-8111-111111111111";

describe("a player who comes from another server", () => {
  let handOvers: HandOvers;
  let awaited: string[];
  let silent: string[];
  let contents: string;
  let believed: string[];
  let rechecked: string[];
  let asked: number;
  let clock: GameClock;

  beforeEach(() => {
    [awaited, silent, contents, believed, rechecked, asked] = [[], [], "old file", [], [], 0];
    clock = new GameClock(new HandClock());
    handOvers = new HandOvers({
      clock,
      store: () => ({
        playerJoined: async () => {
          asked++;
          return { awaited, silent };
        },
      }),
      sharesPlayerData: true,
      sharesEnderChests: true,
      peek: () => contents,
      onBelieved: (playerId) => {
        believed.push(playerId);
        return [playerPlace(playerId)];
      },
      onRecheck: (playerId) => rechecked.push(playerId),
      onLeftMeanwhile: () => undefined,
    });
  });

  it("is not looked at until the inventory has been quiet for two seconds", async () => {
    handOvers.onPlayerJoin(ALEX);
    assert.equal(handOvers.isProvisional(playerPlace(ALEX)), true);
    assert.equal(handOvers.isProvisional(enderPlace(ALEX)), true);
    assert.equal(handOvers.isProvisional("block:world:1,2,3"), false);
    await ticks(30);
    contents = "what the plugin put there";
    await ticks(30);
    assert.deepEqual(believed, []);
    await ticks(20);
    assert.deepEqual(believed, [ALEX]);
    assert.equal(handOvers.isProvisional(playerPlace(ALEX)), false);
  });

  it("may have what was nowhere to be seen before a reconnect: who was not believed then is joining since the first time", async () => {
    handOvers.onPlayerJoin(ALEX);
    await ticks(10);
    const asked = clock.tick;
    handOvers.onPlayerQuit(ALEX);
    await ticks(3);
    handOvers.onPlayerJoin(ALEX);
    assert.equal(handOvers.isAnybodyUnknownSince(asked), true);
    await ticks(100);
    assert.deepEqual(believed, [ALEX]);
    assert.equal(handOvers.isAnybodyUnknownSince(asked), true, "nobody has looked yet");
    handOvers.noteLook(playerPlace(ALEX));
    assert.equal(handOvers.isAnybodyUnknownSince(asked), false);
    handOvers.onPlayerQuit(ALEX);
    handOvers.onPlayerJoin(ALEX);
    assert.equal(handOvers.isAnybodyUnknownSince(asked), false, "what was shown then was looked at");
  });

  it("costs one question once everybody has let the player go", async () => {
    awaited = ["lobby"];
    handOvers.onPlayerJoin(ALEX);
    await ticks(25);
    assert.equal(asked, 2);
    [awaited, contents] = [[], "what the plugin put there"];
    await ticks(200);
    assert.equal(asked, 3);
    assert.deepEqual(believed, [ALEX]);
  });

  it("is looked at as soon as a plugin says so, and from then on not before it does", async () => {
    handOvers.onPlayerJoin(ALEX);
    handOvers.markSynced(ALEX);
    await ticks(2);
    assert.deepEqual(believed, [ALEX]);
    handOvers.onPlayerQuit(ALEX);
    handOvers.onPlayerJoin(ALEX);
    await ticks(100);
    assert.deepEqual(believed, [ALEX]);
    handOvers.markSynced(ALEX);
    await ticks(2);
    assert.deepEqual(believed, [ALEX, ALEX]);
  });

  it("is believed by a plugin that was done before the join was told a second time", async () => {
    handOvers.expectAnnouncements();
    handOvers.onPlayerJoin(ALEX);
    handOvers.markSynced(ALEX);
    handOvers.onPlayerJoin(ALEX);
    await ticks(2);
    assert.deepEqual(believed, [ALEX]);
    handOvers.onPlayerJoin(ALEX);
    assert.equal(handOvers.isProvisional(playerPlace(ALEX)), false);
    handOvers.onPlayerQuit(ALEX);
    handOvers.onPlayerJoin(ALEX);
    assert.equal(handOvers.isProvisional(playerPlace(ALEX)), true, "a join of its own");
  });

  it("gains fifteen seconds by moving things about, and two more for each reconnect", async () => {
    handOvers.onPlayerJoin(ALEX);
    await restlessTicks(280);
    handOvers.onPlayerQuit(ALEX);
    await ticks(1000);
    handOvers.onPlayerJoin(ALEX);
    await restlessTicks(30);
    assert.deepEqual(believed, [], "a plugin may take two seconds");
    await restlessTicks(20);
    assert.deepEqual(believed, [ALEX]);
    handOvers.onPlayerQuit(ALEX);
    handOvers.onPlayerJoin(ALEX);
    await restlessTicks(280);
    assert.deepEqual(believed, [ALEX], "who was believed comes anew");
  });

  it("is remembered to have left unbelieved, and of very many the last ones", () => {
    const account = (number: number) => `11111111-1111-4111-8111-${String(number).padStart(12, "0")}`;
    for (let number = 0; number <= 4096; number++) {
      handOvers.onPlayerJoin(account(number));
      handOvers.onPlayerQuit(account(number));
    }
    const unknown = [0, 1, 4096].filter((number) => handOvers.isUnknown(playerPlace(account(number))));
    assert.deepEqual(unknown, [1, 4096]);
  });

  it("is waited for until the other server has written the leaving, for fifteen seconds at most", async () => {
    awaited = ["lobby"];
    handOvers.onPlayerJoin(ALEX);
    handOvers.markSynced(ALEX);
    await ticks(290);
    assert.deepEqual(believed, []);
    await ticks(20);
    assert.deepEqual(believed, [ALEX]);
    assert.ok(rechecked.length > 0, "as long as both servers have the player, what is on record is compared");
    awaited = [];
    await ticks(40);
    const after = rechecked.length;
    await ticks(40);
    assert.equal(rechecked.length, after);
  });

  it("who waits for a server that is not heard of is asked about every five seconds, and compared when it is back", async () => {
    [awaited, silent] = [["lobby"], ["lobby"]];
    handOvers.onPlayerJoin(ALEX);
    await ticks(310);
    assert.deepEqual(believed, [ALEX]);
    asked = 0;
    await ticks(2000);
    assert.deepEqual([asked, rechecked], [20, []]);
    silent = [];
    await ticks(300);
    assert.ok(rechecked.length > 1, "the player is on record there as well");
  });

  async function restlessTicks(count: number): Promise<void> {
    for (let tick = 0; tick < count; tick += 5) {
      contents = `${clock.tick}`;
      await ticks(5);
    }
  }

  async function ticks(count: number): Promise<void> {
    for (let tick = 0; tick < count; tick++) {
      clock.beginTickEnd();
      handOvers.tick();
      await undefined;
      await undefined;
    }
  }
});

it("with separate player data a join is believed at once", () => {
  const believed: string[] = [];
  const handOvers = new HandOvers({
    clock: new GameClock(new HandClock()),
    store: () => undefined,
    sharesPlayerData: false,
    sharesEnderChests: false,
    peek: () => "",
    onBelieved: (playerId) => {
      believed.push(playerId);
      return [playerPlace(playerId)];
    },
    onRecheck: () => undefined,
    onLeftMeanwhile: () => undefined,
  });
  handOvers.onPlayerJoin(ALEX);
  assert.deepEqual(believed, [ALEX]);
  assert.equal(handOvers.travelsWithPlayer(playerPlace(ALEX)), false);
});
