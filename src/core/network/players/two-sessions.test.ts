import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork, playInTurns } from "../../../testing/unpublished/fake-network.ts";
import { act, join, play, putAway, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SWORD = fakeId(77);

describe("a player who is on two servers at once, and shows the same on both", () => {
  it("is proven once one of them is put into a chest, also when the servers have asked each other before", async () => {
    const network = new FakeNetwork("shared");
    const config = "auto-remove-duplicates: false";
    const [lobby, survival] = [await network.start("lobby", { config }), await network.start("survival", { config })];
    const both = (ticks: number) => playInTurns([lobby, survival], ticks);
    const disputes = () => [...network.database.disputes.values()];
    const told = () => [lobby, survival].flatMap(({ outside }) => outside.sent.map(({ type }) => type));
    const chest = lobby.platform.chest(CHEST);
    chest[0] = sword();
    const alex = join(lobby, "Alex");
    await both(400);
    assert.equal(network.database.custody.get(SWORD)?.place, CHEST);
    const again = join(survival, "Alex", { slots: [sword()] });
    assert.equal(again.id, alex.id);
    // The lobby is slow: it hears of the question after the sword was taken out.
    for (let tick = 0; tick < 400 && disputes().length === 0; tick++) await play(survival, 1, 50);
    assert.equal(disputes().length, 1);
    const move = (from: typeof chest, to: typeof chest) => {
      [to[0], from[0]] = [from[0], undefined];
      act(lobby, alex, new FakeItem(sword()), [CHEST]);
    };
    move(chest, alex.slots);
    await both(100);
    assert.deepEqual(told(), [], "one record");
    move(alex.slots, chest);
    await both(200);
    assert.deepEqual(told().filter((type) => type === "DUPLICATE_ITEM").length, 1);
  });

  it("is proven also when the first server was alone until a moment ago", async () => {
    const network = new FakeNetwork("shared");
    const config = "auto-remove-duplicates: false";
    const lobby = await network.start("lobby", { config });
    const alex = join(lobby, "Alex", { slots: [sword()] });
    await play(lobby, 150);
    const survival = await network.start("survival", { config });
    const again = join(survival, "Alex", { slots: [sword()] });
    // Survival asks who else has the player before the lobby has heard of it.
    await play(survival, 60, 50);
    const both = (ticks: number) => playInTurns([lobby, survival], ticks);
    await both(400);
    putAway(survival, again, CHEST);
    await both(400);
    const told = [lobby, survival].flatMap(({ outside }) => outside.sent.map(({ type }) => type));
    assert.deepEqual([told, alex.slots[0]?.tag], [["DUPLICATE_ITEM"], SWORD]);
  });

  it("is proven also when the first of two sessions on one of them has ended", async () => {
    const network = new FakeNetwork("shared");
    const config = "auto-remove-duplicates: false";
    const [lobby, survival] = [await network.start("lobby", { config }), await network.start("survival", { config })];
    const both = (ticks: number) => playInTurns([lobby, survival], ticks);
    const older = join(lobby, "Alex", { slots: [sword()] });
    await both(100);
    const newer = join(lobby, "Alex", { slots: [sword()], session: 2 });
    await both(10);
    quit(lobby, older);
    await both(50);
    const again = join(survival, "Alex", { slots: [sword()] });
    await both(400);
    putAway(survival, again, CHEST);
    await both(400);
    const told = [lobby, survival].flatMap(({ outside }) => outside.sent.map(({ type }) => type));
    assert.deepEqual(told, ["DUPLICATE_ITEM"]);
    quit(lobby, newer);
    await both(50);
    assert.deepEqual([...network.database.sessions.get(newer.id)!], ["survival"]);
  });

  it("is proven also when the client has said goodbye to one of them, and is served there all the same", async () => {
    const network = new FakeNetwork("shared");
    const config = "auto-remove-duplicates: false";
    const [lobby, survival] = [await network.start("lobby", { config }), await network.start("survival", { config })];
    const both = (ticks: number) => playInTurns([lobby, survival], ticks);
    const alex = join(lobby, "Alex", { slots: [sword()] });
    await both(100);
    lobby.doubletake.report({ kind: "going-dark", place: alex.place, action: "QUIT", player: alex });
    await both(10);
    const again = join(survival, "Alex", { slots: [sword()] });
    // Whoever is served for so long is there.
    await both(1100);
    putAway(survival, again, CHEST);
    await both(400);
    const told = [lobby, survival].flatMap(({ outside }) => outside.sent.map(({ type }) => type));
    assert.deepEqual(told, ["DUPLICATE_ITEM"]);
    quit(lobby, alex);
    await both(400);
    assert.deepEqual([...network.database.sessions.get(alex.id)!], ["survival"]);
  });

  it("is on record by a second session, too, when the first one ended before that was told", async () => {
    const network = new FakeNetwork("shared");
    const [lobby, survival] = [await network.start("lobby"), await network.start("survival")];
    const both = (ticks: number) => playInTurns([lobby, survival], ticks);
    const older = join(lobby, "Alex");
    await both(100);
    quit(lobby, older);
    await both(10);
    const newer = join(lobby, "Alex", { slots: [sword()], session: 2 });
    await both(10);
    assert.equal(network.database.custody.get(SWORD), undefined, "not believed yet");
    await both(100);
    assert.deepEqual([...network.database.sessions.get(newer.id)!], ["lobby"]);
    assert.equal(network.database.custody.get(SWORD)?.server, "lobby");
  });
});

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
