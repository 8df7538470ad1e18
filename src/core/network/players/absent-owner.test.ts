import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import type { FakePlayer } from "../../../testing/fake-player.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork, playInTurns } from "../../../testing/unpublished/fake-network.ts";
import type { FakeService } from "../../../testing/unpublished/fake-service.ts";
import { join, open, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SWORD = fakeId(77);
const REMOVE = { config: "auto-remove-duplicates: true" };

describe("a copy that turned up while the owner was away, on the server that the owner left", () => {
  let network: FakeNetwork;
  let lobby: FakeService;
  let survival: FakeService;
  let alex: FakePlayer;
  let eve: FakePlayer;
  let chest: (FakeStack | undefined)[];

  beforeEach(async () => {
    network = new FakeNetwork("shared");
    [lobby, survival] = [await network.start("lobby", REMOVE), await network.start("survival", REMOVE)];
    alex = join(lobby, "Alex", { slots: [sword()] });
    eve = join(lobby, "Eve");
    await both(100);
    quit(lobby, alex);
    await both(20);
    chest = lobby.platform.chest(CHEST);
    chest[0] = sword();
    await open(lobby, eve, CHEST);
    await both(60);
    assert.deepEqual(told(), ["DUPLICATE_SUSPECTED"]);
    assert.equal(custody()?.place, alex.place);
  });

  it("goes when the owner comes to another server with the item", async () => {
    const { slots } = join(survival, "Alex", { slots: [sword()] });
    await both(400);
    assert.deepEqual([slots[0]?.tag, chest[0]], [SWORD, undefined]);
    assert.deepEqual(told(), ["DUPLICATE_SUSPECTED", "DUPLICATE_ITEM"]);
    assert.deepEqual(await lobby.store.openClaims(), []);
  });

  it("goes when the owner is back on the same server with the item", async () => {
    const { slots } = join(lobby, "Alex", { slots: [sword()] });
    await both(400);
    assert.deepEqual([slots[0]?.tag, chest[0]], [SWORD, undefined]);
    assert.deepEqual(await lobby.store.openClaims(), []);
  });

  for (const where of ["another", "the same"])
    it(`is the item if the owner comes back to ${where} server without it`, async () => {
      join(where === "another" ? survival : lobby, "Alex");
      await both(400);
      assert.equal(chest[0]?.tag, SWORD);
      assert.deepEqual([custody()?.place, custody()?.server], [CHEST, "lobby"]);
      assert.deepEqual(told(), ["DUPLICATE_SUSPECTED"]);
      assert.deepEqual(await lobby.store.openClaims(), []);
      assert.deepEqual(
        [...network.database.cases.values()].map(({ status }) => status),
        ["closed"],
      );
    });

  it("is proven wherever it was carried meanwhile, and the owner keeps the item", async () => {
    [eve.slots[0], chest[0]] = [chest[0], undefined];
    await both(60);
    quit(lobby, eve);
    await both(20);
    eve = join(survival, "Eve", { slots: eve.slots });
    await both(200);
    const { slots } = join(survival, "Alex", { slots: [sword()] });
    await both(600);
    assert.equal(slots[0]?.tag, SWORD);
    assert.deepEqual(told(), ["DUPLICATE_SUSPECTED", "DUPLICATE_ITEM"]);
    assert.deepEqual(await lobby.store.openClaims(), []);
  });

  it("is told once, however often its chest or its server comes back", async () => {
    quit(lobby, eve);
    await both(20);
    lobby = await network.start("lobby", REMOVE);
    lobby.platform.chest(CHEST)[0] = sword();
    eve = join(lobby, "Eve");
    await both(20);
    await open(lobby, eve, CHEST);
    await both(100);
    assert.deepEqual(lobby.outside.sent, []);
    assert.equal(custody()?.place, alex.place);
    const { slots } = join(survival, "Alex", { slots: [sword()] });
    await both(400);
    assert.deepEqual([slots[0]?.tag, lobby.platform.chest(CHEST)[0]], [SWORD, undefined]);
  });

  function custody() {
    return network.database.custody.get(SWORD);
  }

  function told(): string[] {
    return [lobby, survival].flatMap(({ outside }) => outside.sent.map(({ type }) => type));
  }

  function both(ticks: number): Promise<void> {
    return playInTurns([lobby, survival], ticks);
  }
});

it("an owner who left beside a copy keeps the item on the next server", async () => {
  const network = new FakeNetwork("shared");
  const [lobby, survival] = [await network.start("lobby", REMOVE), await network.start("survival", REMOVE)];
  let alex = join(lobby, "Alex", { slots: [sword()] });
  const eve = join(lobby, "Eve");
  await playInTurns([lobby, survival], 100);
  await open(lobby, eve, CHEST);
  const chest = lobby.platform.chest(CHEST);
  chest[0] = sword();
  await play(lobby, 3);
  quit(lobby, alex);
  await playInTurns([lobby, survival], 20);
  alex = join(survival, "Alex", { slots: [sword()] });
  await playInTurns([lobby, survival], 400);
  assert.deepEqual([alex.slots[0]?.tag, chest[0]], [SWORD, undefined]);
  assert.deepEqual(await lobby.store.openClaims(), []);
});

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
