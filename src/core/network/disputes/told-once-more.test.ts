import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork, playInTurns } from "../../../testing/unpublished/fake-network.ts";
import { join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SWORD = fakeId(77);
const MINUTE_TICKS = 60 * 20;

for (const goes of ["lobby", "survival"] as const)
  it(`a copy that was told, was seen to be gone from the ${goes} and is there again is told once more`, async () => {
    const network = new FakeNetwork();
    const config = "auto-remove-duplicates: false";
    const [lobby, survival] = [await network.start("lobby", { config }), await network.start("survival", { config })];
    const both = (ticks: number) => playInTurns([lobby, survival], ticks);
    const told = () => [lobby, survival].flatMap(({ outside }) => outside.sent.map(({ type }) => type));
    const chests = { lobby: lobby.platform.chest(CHEST), survival: survival.platform.chest(CHEST) };
    chests.lobby[0] = sword();
    await both(100);
    chests.survival[0] = sword();
    await both(MINUTE_TICKS);
    assert.deepEqual(told(), ["DUPLICATE_ITEM"]);
    chests[goes][0] = undefined;
    await both(MINUTE_TICKS);
    const [record] = await lobby.store.cases({}, { offset: 0, limit: 10 });
    assert.equal(record!.acts.at(-1)?.act, "gone");
    chests[goes][0] = sword();
    await both(MINUTE_TICKS);
    assert.deepEqual(told(), ["DUPLICATE_ITEM", "DUPLICATE_ITEM"]);
  });

it("a copy that is gone is said to be gone also when the server that told staff of it dies in that moment", async () => {
  const network = new FakeNetwork();
  const config = "auto-remove-duplicates: false";
  const [lobby, survival] = [await network.start("lobby", { config }), await network.start("survival", { config })];
  lobby.platform.chest(CHEST)[0] = sword();
  await playInTurns([lobby, survival], 100);
  survival.platform.chest(CHEST)[0] = sword();
  await playInTurns([lobby, survival], 300);
  assert.equal(survival.outside.sent.length, 1);
  lobby.platform.chest(CHEST)[0] = undefined;
  const isSettled = () => [...network.database.disputes.values()].some(({ step }) => step === "settled");
  while (!isSettled()) await play(lobby, 1);
  network.kill("survival");
  await play(lobby, 100);
  const [record] = await lobby.store.cases({}, { offset: 0, limit: 10 });
  assert.equal(record!.acts.at(-1)?.act, "gone");
});

for (const to of ["survival", "creative"] as const)
  it(`a copy that was told and goes with its player to the ${to} is not gone, and is told once`, async () => {
    const network = new FakeNetwork("shared");
    const start = (name: string) => network.start(name, { config: "auto-remove-duplicates: false" });
    const [lobby, survival, creative] = [await start("lobby"), await start("survival"), await start("creative")];
    const all = (ticks: number) => playInTurns([lobby, survival, creative], ticks);
    const alex = join(lobby, "Alex", { slots: [sword()] });
    await all(200);
    survival.platform.chest(CHEST)[0] = sword();
    await all(MINUTE_TICKS);
    quit(lobby, alex);
    await all(20);
    join({ survival, creative }[to], "Alex", { slots: [sword()] });
    await all(MINUTE_TICKS);
    const [record] = await lobby.store.cases({}, { offset: 0, limit: 10 });
    assert.deepEqual(record!.acts, []);
    const told = [lobby, survival, creative].flatMap(({ outside }) => outside.sent.map(({ type }) => type));
    assert.deepEqual(told, ["DUPLICATE_ITEM"]);
  });

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
