import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import type { FakePlayer } from "../../../testing/fake-player.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork } from "../../../testing/unpublished/fake-network.ts";
import type { FakeService } from "../../../testing/unpublished/fake-service.ts";
import { join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SWORD = fakeId(77);

describe("an item whose owner leaves while another server asks about a copy", () => {
  it("is suspected by nobody: what the owner was seen with before says nothing of what the owner has now", async () => {
    const network = new FakeNetwork("shared");
    const [lobby, survival] = [await network.start("lobby"), await network.start("survival")];
    const bo = join(lobby, "Bo", { slots: [sword()] });
    const both = async (isSo: () => boolean) => {
      for (let tick = 0; tick < 1500 && !isSo(); tick++) for (const game of [lobby, survival]) await play(game, 1, 25);
      assert.ok(isSo(), "it did not come about");
    };
    const isAt = (step: string) => [...network.database.disputes.values()].some((dispute) => dispute.step === step);
    await both(() => network.database.custody.get(SWORD)?.server === "lobby");
    survival.platform.chest(CHEST)[0] = sword();
    await both(() => isAt("held"));
    quit(lobby, bo);
    await both(() => isAt("dark"));
    for (let tick = 0; tick < 100; tick++) for (const game of [lobby, survival]) await play(game, 1, 25);
    assert.deepEqual(survival.outside.sent, []);
  });
});

describe("an item of a player who is nowhere online, that turns up on another server", () => {
  let network: FakeNetwork;
  let lobby: FakeService;
  let survival: FakeService;
  let bo: FakePlayer;

  beforeEach(async () => {
    network = new FakeNetwork("shared");
    [lobby, survival] = [await network.start("lobby"), await network.start("survival")];
    bo = join(lobby, "Bo", { slots: [sword()] });
    await until(() => custody()?.server === "lobby");
    quit(lobby, bo);
    await both(20);
    survival.platform.chest(CHEST)[0] = sword();
    await until(() => network.database.disputes.size > 0);
    await both(100);
  });

  it("is the player's still: nobody is accused yet, and when the player is back the copy goes", async () => {
    assert.equal(custody()?.server, "lobby");
    assert.deepEqual(alerts(), []);
    const { slots } = join(lobby, "Bo", { slots: bo.slots });
    await until(() => survival.platform.chest(CHEST)[0] === undefined || slots[0] === undefined);
    assert.equal(slots[0]?.tag, SWORD);
    assert.deepEqual(alerts(), ["DUPLICATE_ITEM"]);
  });

  it("is not taken from the player who comes to that other server with it", async () => {
    const { slots } = join(survival, "Bo", { slots: bo.slots });
    await until(() => alerts().length > 0);
    await both(200);
    assert.equal(slots[0]?.tag, SWORD);
    assert.deepEqual(alerts(), ["DUPLICATE_ITEM"]);
  });

  it("had moved when the player comes back without it, to whichever server", async () => {
    join(survival, "Bo");
    await until(() => custody()?.place === CHEST);
    await both(100);
    assert.equal(custody()?.server, "survival");
    assert.equal(survival.platform.chest(CHEST)[0]?.tag, SWORD);
    assert.deepEqual(alerts(), []);
  });

  function custody() {
    return network.database.custody.get(SWORD);
  }

  async function both(ticks: number): Promise<void> {
    for (let tick = 0; tick < ticks; tick++) for (const game of [lobby, survival]) await play(game, 1, 25);
  }

  async function until(isSo: () => boolean): Promise<void> {
    for (let tick = 0; tick < 1500 && !isSo(); tick++) await both(1);
    assert.ok(isSo(), "it did not come about");
  }

  function alerts(): string[] {
    const sent = [...lobby.outside.sent, ...survival.outside.sent];
    return sent.map(({ type }) => type).filter((type) => type !== "ITEM_RELOCATED");
  }
});

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
