import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { enderPlace, playerPlace } from "../../model/place.ts";
import { GameClock } from "../../time/game-clock.ts";
import { ArrivingPlayers } from "./arriving-players.ts";

const ALEX = "11111111-1111-4111-8111-111111111111";

describe("a player who comes from another server", () => {
  let arrivingPlayers: ArrivingPlayers;
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
    arrivingPlayers = new ArrivingPlayers({
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
    arrivingPlayers.onPlayerJoin(ALEX);
    assert.equal(arrivingPlayers.isProvisional(playerPlace(ALEX)), true);
    assert.equal(arrivingPlayers.isProvisional(enderPlace(ALEX)), true);
    assert.equal(arrivingPlayers.isProvisional("block:world:1,2,3"), false);
    await ticks(30);
    contents = "what the plugin put there";
    await ticks(30);
    assert.deepEqual(believed, []);
    await ticks(20);
    assert.deepEqual(believed, [ALEX]);
    assert.equal(arrivingPlayers.isProvisional(playerPlace(ALEX)), false);
  });

  it("may have what was nowhere to be seen before a reconnect: who was not believed then is joining since the first time", async () => {
    arrivingPlayers.onPlayerJoin(ALEX);
    await ticks(10);
    const asked = clock.tick;
    arrivingPlayers.onPlayerQuit(ALEX);
    await ticks(3);
    arrivingPlayers.onPlayerJoin(ALEX);
    assert.equal(arrivingPlayers.isAnybodyUnknownSince(asked), true);
    await ticks(100);
    assert.deepEqual(believed, [ALEX]);
    assert.equal(arrivingPlayers.isAnybodyUnknownSince(asked), true, "nobody has looked yet");
    arrivingPlayers.noteLook(playerPlace(ALEX));
    assert.equal(arrivingPlayers.isAnybodyUnknownSince(asked), false);
    arrivingPlayers.onPlayerQuit(ALEX);
    arrivingPlayers.onPlayerJoin(ALEX);
    assert.equal(arrivingPlayers.isAnybodyUnknownSince(asked), false, "what was shown then was looked at");
  });

  it("costs one question once everybody has let the player go", async () => {
    awaited = ["lobby"];
    arrivingPlayers.onPlayerJoin(ALEX);
    await ticks(25);
    assert.equal(asked, 2);
    [awaited, contents] = [[], "what the plugin put there"];
    await ticks(200);
    assert.equal(asked, 3);
    assert.deepEqual(believed, [ALEX]);
  });

  it("is looked at as soon as a plugin says so, and from then on not before it does", async () => {
    arrivingPlayers.onPlayerJoin(ALEX);
    arrivingPlayers.markSynced(ALEX);
    await ticks(2);
    assert.deepEqual(believed, [ALEX]);
    arrivingPlayers.onPlayerQuit(ALEX);
    arrivingPlayers.onPlayerJoin(ALEX);
    await ticks(100);
    assert.deepEqual(believed, [ALEX]);
    arrivingPlayers.markSynced(ALEX);
    await ticks(2);
    assert.deepEqual(believed, [ALEX, ALEX]);
  });

  it("is believed by a plugin that was done before the join was told a second time", async () => {
    arrivingPlayers.expectAnnouncements();
    arrivingPlayers.onPlayerJoin(ALEX);
    arrivingPlayers.markSynced(ALEX);
    arrivingPlayers.onPlayerJoin(ALEX);
    await ticks(2);
    assert.deepEqual(believed, [ALEX]);
    arrivingPlayers.onPlayerJoin(ALEX);
    assert.equal(arrivingPlayers.isProvisional(playerPlace(ALEX)), false);
    arrivingPlayers.onPlayerQuit(ALEX);
    arrivingPlayers.onPlayerJoin(ALEX);
    assert.equal(arrivingPlayers.isProvisional(playerPlace(ALEX)), true, "a join of its own");
  });

  it("gains fifteen seconds by moving things about, and two more for each reconnect", async () => {
    arrivingPlayers.onPlayerJoin(ALEX);
    await restlessTicks(280);
    arrivingPlayers.onPlayerQuit(ALEX);
    await ticks(1000);
    arrivingPlayers.onPlayerJoin(ALEX);
    await restlessTicks(30);
    assert.deepEqual(believed, [], "a plugin may take two seconds");
    await restlessTicks(20);
    assert.deepEqual(believed, [ALEX]);
    arrivingPlayers.onPlayerQuit(ALEX);
    arrivingPlayers.onPlayerJoin(ALEX);
    await restlessTicks(280);
    assert.deepEqual(believed, [ALEX], "who was believed comes anew");
  });

  it("is remembered to have left unbelieved, and of very many the last ones", () => {
    const account = (number: number) => `11111111-1111-4111-8111-${String(number).padStart(12, "0")}`;
    for (let number = 0; number <= 4096; number++) {
      arrivingPlayers.onPlayerJoin(account(number));
      arrivingPlayers.onPlayerQuit(account(number));
    }
    const unknown = [0, 1, 4096].filter((number) => arrivingPlayers.isUnknown(playerPlace(account(number))));
    assert.deepEqual(unknown, [1, 4096]);
  });

  it("is waited for until the other server has written the leaving, for fifteen seconds at most", async () => {
    awaited = ["lobby"];
    arrivingPlayers.onPlayerJoin(ALEX);
    arrivingPlayers.markSynced(ALEX);
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
    arrivingPlayers.onPlayerJoin(ALEX);
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
      arrivingPlayers.tick();
      await undefined;
      await undefined;
    }
  }
});

it("with separate player data a join is believed at once", () => {
  const believed: string[] = [];
  const arrivingPlayers = new ArrivingPlayers({
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
  arrivingPlayers.onPlayerJoin(ALEX);
  assert.deepEqual(believed, [ALEX]);
  assert.equal(arrivingPlayers.travelsWithPlayer(playerPlace(ALEX)), false);
});
