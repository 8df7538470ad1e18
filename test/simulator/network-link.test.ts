import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NETWORK } from "../../simulator/network/knobs.ts";
import { Link } from "../../simulator/network/link.ts";
import { knownBy } from "../../simulator/network/sim-server.ts";
import { BatchWriter } from "../../src/core/recording/batch-writer.ts";
import { MemoryDatabase } from "../../src/testing/stores/memory-database.ts";
import { MemoryStore } from "../../src/testing/stores/memory-store.ts";

describe("a server's way to the database", () => {
  it("keeps what was on its way when it is cut, as a journal does: whoever waits for it, as at a stop, need not wait for the way", async () => {
    const database = new MemoryDatabase();
    const store = new MemoryStore({ serverName: "lobby", database });
    const link = new Link(
      store,
      () => 1,
      () => 0.99,
      NETWORK,
      [],
      undefined,
    );
    const writer = new BatchWriter();
    writer.addPlayerName("11111111-1111-4111-8111-111111111111", "Alex", 0);
    let isDurable = false;
    void link.face.append(writer.finishBatch()!).then(() => {
      isDurable = true;
    });
    link.isCut = true;
    link.commit();
    for (let turn = 0; turn < 10; turn++) await undefined;
    assert.ok(isDurable);
    assert.equal(database.names.size, 0);
    link.isCut = false;
    link.commit(0);
    assert.equal(database.names.size, 1);
  });
});

describe("what a player has who has come from another server", () => {
  it("is known soon after the plugin's word; while a server is away, whose record of the leaving may be missing, within fifteen seconds", () => {
    const joinedTick = 100;
    const otherwise = joinedTick + 310;
    assert.equal(knownBy(otherwise, { tick: 110, troubledTick: 50 }), 170);
    assert.equal(knownBy(otherwise, { tick: 110, troubledTick: 109 }), otherwise);
    assert.equal(knownBy(otherwise, { tick: 400, troubledTick: 50 }), otherwise);
  });
});
