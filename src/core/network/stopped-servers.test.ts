import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { fakeStack } from "../../testing/fake-item.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { FakeNetwork } from "../../testing/unpublished/fake-network.ts";
import type { FakeService } from "../../testing/unpublished/fake-service.ts";
import { join, play, quit } from "../../testing/unpublished/story.ts";
import { blockPlace } from "../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const OTHER_CHEST = blockPlace({ world: "world", x: 9, y: 64, z: 9 });
const MANY = 3000;
const SWORD = fakeId(77);

describe("an item that was in a chest of a server that has stopped, and turns up elsewhere", () => {
  let network: FakeNetwork;
  let lobby: FakeService;
  let survival: FakeService;

  beforeEach(async () => {
    network = new FakeNetwork();
    lobby = await network.start("lobby");
    survival = await network.start("survival");
    lobby.platform.chest(CHEST)[0] = sword();
    await until(() => network.database.custody.get(SWORD)?.server === "lobby");
  });

  it("is suspected when the server stopped in order: nothing can leave its places", async () => {
    await stop(lobby);
    survival.platform.chest(CHEST)[0] = sword();
    await until(() => survival.outside.sent.length > 0);
    assert.deepEqual(alerts(), ["DUPLICATE_SUSPECTED"]);
  });

  for (const isLost of [false, true])
    it(`is one suspicion, told once, however often whoever has it comes and goes, until the server is back without it${isLost ? ": also if answers get lost" : ""}`, async () => {
      await stop(lobby);
      const { changeDispute } = survival.store;
      survival.store.changeDispute = async (number, version, change) => {
        const changed = await changeDispute.call(survival.store, number, version, change);
        return isLost && changed?.step === "withdrawn" ? Promise.reject(new Error("no answer")) : changed;
      };
      for (let times = 0; times < 3; times++) {
        const alex = join(survival, "Alex", { slots: [sword()] });
        await play(survival, 100, 25);
        quit(survival, alex);
        await play(survival, 60, 25);
      }
      const status = () => [...network.database.cases.values()].map((one) => [one.number, one.status]);
      assert.deepEqual(status(), [[1, "open"]]);
      const [{ step } = {}] = [...network.database.disputes.values()].slice(-1);
      assert.equal(step, "withdrawn");
      lobby = await network.start("lobby");
      lobby.platform.chest(CHEST);
      join(survival, "Alex", { slots: [sword()] });
      await until(() => network.database.custody.get(SWORD)?.server === "survival");
      await play(survival, 40, 25);
      assert.deepEqual(status(), [[1, "closed"]]);
      assert.deepEqual(alerts(), ["DUPLICATE_SUSPECTED"]);
    });

  it("is not when the server had died before that: what is on record from then a rollback may have undone", async () => {
    // The chest is in a chunk that nobody loads.
    lobby = await network.start("lobby");
    await play(lobby, 100, 25);
    await stop(lobby);
    survival.platform.chest(CHEST)[0] = sword();
    await play(survival, 600, 25);
    assert.equal(network.database.disputes.size, 1);
    assert.deepEqual(alerts(), []);
  });

  it("is waited for, and the console says so after a minute, when the server runs and does not answer; not when it stopped or was given up", async () => {
    const waited = () => survival.log.lines.filter((line) => line.includes('Server "lobby" does not answer'));
    survival.platform.chest(CHEST)[0] = sword();
    await play(survival, 60, 1000);
    assert.deepEqual(waited(), []);
    await play(survival, 130, 1000);
    assert.equal(waited().length, 2, "once a minute");
    await stop(lobby);
    await play(survival, 10, 1000);
    const before = waited().length;
    await play(survival, 200, 1000);
    await survival.store.retireServer("lobby");
    await play(survival, 200, 1000);
    assert.equal(waited().length, before);
  });

  it("is proven when the server is back, and stays in its chest: the first look there, among many chests, finds it", async () => {
    await stop(lobby);
    survival.platform.chest(OTHER_CHEST)[0] = sword();
    await until(() => survival.outside.sent.length > 0);
    lobby = await network.start("lobby");
    for (let x = 0; x < MANY; x++) lobby.platform.chest(blockPlace({ world: "world", x, y: 70, z: 5 }));
    lobby.platform.chest(CHEST)[0] = sword();
    await until(() => [...network.database.cases.values()].some(({ type }) => type === "DUPLICATE_ITEM"));
    for (let tick = 0; tick < 200; tick++) for (const game of [lobby, survival]) await play(game, 1, 25);
    const disputes = [...network.database.disputes.values()];
    assert.deepEqual(
      disputes.map(({ finder, step }) => [finder.server, step]),
      [["survival", "removed"]],
    );
    assert.equal(lobby.platform.chest(CHEST)[0]?.tag, SWORD);
  });

  async function stop(service: FakeService): Promise<void> {
    await service.doubletake.stop();
    await service.store.close();
  }

  async function until(isSo: () => boolean): Promise<void> {
    for (let tick = 0; tick < 1500 && !isSo(); tick++) for (const game of [lobby, survival]) await play(game, 1, 25);
    assert.ok(isSo(), "it did not come about");
  }

  function alerts(): string[] {
    return survival.outside.sent.map(({ type }) => type).filter((type) => type !== "ITEM_RELOCATED");
  }
});

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
