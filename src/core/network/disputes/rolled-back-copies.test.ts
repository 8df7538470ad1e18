import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork, playInTurns } from "../../../testing/unpublished/fake-network.ts";
import { act, join, open, play } from "../../../testing/unpublished/story.ts";
import { blockPlace, NOWHERE } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SWORD = fakeId(77);

describe("a server whose crash brings back what it had put on record as gone from its place", () => {
  it("does not keep its copy when another server had the item before that one came to light", async () => {
    const network = new FakeNetwork("shared");
    let lobby = await network.start("lobby");
    const survival = await network.start("survival");
    const both = async (isSo: () => boolean, ticks: number) => {
      for (let tick = 0; tick < ticks && !isSo(); tick++) for (const game of [lobby, survival]) await play(game, 1, 25);
    };
    const custody = () => network.database.custody.get(SWORD);
    lobby.doubletake.api.synced(fakeId(1));
    lobby.platform.chest(CHEST)[0] = sword();
    await both(() => custody()?.place === CHEST, 500);
    lobby.platform.chest(CHEST)[0] = undefined;
    await both(() => custody()?.place === NOWHERE, 500);
    network.kill("lobby");
    survival.platform.chest(CHEST)[0] = sword();
    await play(survival, 500, 50);
    assert.equal(network.database.disputes.size, 1);
    lobby = await network.start("lobby");
    const guest = join(lobby, "Guest");
    await both(() => false, 60);
    lobby.platform.chest(CHEST)[0] = sword();
    await open(lobby, guest, CHEST);
    await both(() => false, 400);
    assert.equal(survival.platform.chest(CHEST)[0]?.tag, SWORD, "it went on there");
    assert.equal(lobby.platform.chest(CHEST)[0], undefined);
    const told = [lobby, survival].flatMap(({ outside }) => outside.sent.map(({ type }) => type));
    assert.deepEqual(told, ["DUPLICATE_ITEM"]);
    const [record] = await lobby.store.cases({}, { offset: 0, limit: 1 });
    assert.equal(record?.cause, "crash");
  });
});

describe("a server that has crashed, and has an item just where it had it before", () => {
  it("is no excuse for a copy that somebody makes on another server later", async () => {
    const network = new FakeNetwork("separate");
    let lobby = await network.start("lobby");
    const survival = await network.start("survival");
    const both = (ticks: number) => playInTurns([lobby, survival], ticks);
    lobby.platform.chest(CHEST)[0] = sword();
    await both(60);
    assert.equal(network.database.custody.get(SWORD)?.place, CHEST);
    lobby = await network.start("lobby");
    lobby.platform.chest(CHEST)[0] = sword();
    await both(500);
    const mallory = join(survival, "Mallory");
    await both(60);
    mallory.slots[0] = sword();
    act(survival, mallory, new FakeItem(mallory.slots[0]), [], "PICKUP");
    await both(400);
    const [record] = await survival.store.cases({}, { offset: 0, limit: 1 });
    assert.deepEqual([record?.type, record?.cause, record?.playerName], ["DUPLICATE_ITEM", "", "Mallory"]);
    assert.equal(lobby.platform.chest(CHEST)[0]?.tag, SWORD);
    assert.equal(mallory.slots[0], undefined);
  });
});

describe("a server that has something elsewhere than on record since its crash", () => {
  it("does not have it kept as the item: when another server has one too, staff decide", async () => {
    const network = new FakeNetwork("separate");
    let lobby = await network.start("lobby");
    const survival = await network.start("survival");
    const both = (ticks: number) => playInTurns([lobby, survival], ticks);
    lobby.platform.chest(CHEST)[0] = sword();
    await both(60);
    lobby = await network.start("lobby");
    lobby.platform.chest(CHEST);
    const mallory = join(lobby, "Mallory", { slots: [sword()] });
    await both(500);
    const olga = join(survival, "Olga", { slots: [sword()] });
    await both(800);
    assert.ok(olga.slots[0] && mallory.slots[0]);
    assert.ok(survival.outside.sent.some(({ type }) => type === "DUPLICATE_ITEM"));
    assert.deepEqual(await survival.store.quarantined({}), [], "nothing was about to be taken");
    await survival.doubletake.staffActs.remove(1, "Staff");
    await both(800);
    assert.equal(olga.slots[0], undefined);
    assert.ok(mallory.slots[0]);
  });
});

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
