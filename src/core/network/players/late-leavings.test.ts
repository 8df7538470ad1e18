import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork, playInTurns } from "../../../testing/unpublished/fake-network.ts";
import { join, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SWORD = fakeId(77);

describe("a player's leaving that the store took only after the player was back", () => {
  it("does not take the player off the record: another server still waits, and judges no old player file", async () => {
    const network = new FakeNetwork("shared");
    const [lobby, survival] = [await network.start("lobby"), await network.start("survival")];
    const both = (ticks: number) => playInTurns([lobby, survival], ticks);
    survival.platform.chest(CHEST)[0] = sword();
    const alex = join(lobby, "Alex");
    await both(100);
    const { playerLeft } = lobby.store;
    lobby.store.playerLeft = () => Promise.reject(new Error("away"));
    quit(lobby, alex);
    await both(10);
    join(lobby, "Alex");
    await both(60);
    lobby.store.playerLeft = playerLeft;
    await both(60);
    assert.deepEqual([...(network.database.sessions.get(alex.id) ?? [])], ["lobby"]);
    // While both servers have the player, no plugin puts anything in place.
    const old = join(survival, "Alex", { slots: [sword()] });
    await both(150);
    assert.equal(survival.outside.sent.length, 0);
    assert.equal(survival.platform.chest(CHEST)[0]?.tag, SWORD);
    quit(survival, old);
    await both(40);
    assert.deepEqual([...(network.database.sessions.get(alex.id) ?? [])], ["lobby"]);
  });
});

for (const isAnswered of [true, false])
  it(`a join that the store took only after the leaving, ${isAnswered ? "and" : "but never"} answered: the player is not on record there for ever`, async () => {
    const network = new FakeNetwork("shared");
    const [lobby, survival] = [await network.start("lobby"), await network.start("survival")];
    const both = (ticks: number) => playInTurns([lobby, survival], ticks);
    const { playerJoined } = lobby.store;
    const back = Promise.withResolvers<void>();
    // The connection breaks, and what was asked is asked again when everything else is written.
    lobby.store.playerJoined = async (...values) => {
      await back.promise;
      const answer = await playerJoined.apply(lobby.store, values);
      if (!isAnswered) throw new Error("away");
      return answer;
    };
    const alex = join(lobby, "Alex");
    await both(5);
    quit(lobby, alex);
    await both(5);
    back.resolve();
    await both(5);
    assert.deepEqual([...(network.database.sessions.get(alex.id) ?? [])], []);
  });

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
