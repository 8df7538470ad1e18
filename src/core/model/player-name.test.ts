import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../testing/fake-item.ts";
import { FakePlatform } from "../../testing/fake-platform.ts";
import { startedService } from "../../testing/unpublished/fake-service.ts";
import { join, play } from "../../testing/unpublished/story.ts";
import { MAX_NAME_LENGTH, playerName } from "./player-name.ts";

describe("a player's name", () => {
  it("stays as it is when it is one", () => {
    for (const name of ["Alex", "jeb_", "Ünïcödé 😀", ""]) assert.equal(playerName(name), name);
  });

  it("is cut, and has neither control characters nor half a character", () => {
    assert.equal(playerName("x".repeat(200_000)), "x".repeat(MAX_NAME_LENGTH));
    assert.equal(playerName("a\u001b[2Jb\r\nc\u2028d"), "a [2Jb c d");
    assert.ok(playerName(`${"x".repeat(MAX_NAME_LENGTH - 1)}😀`).isWellFormed());
  });

  it("is kept, filed and logged like that, whatever the platform says", async () => {
    const game = await startedService({ platform: new FakePlatform() });
    const long = `Evil\n\u001b[31m${"x".repeat(5_000)}`;
    const player = join(game, long, { slots: [fakeStack("bow", { count: 2 })] });
    await play(game, 10);
    const known = await game.store.playerById(player.id);
    assert.equal(known?.name.length, MAX_NAME_LENGTH - 1);
    const [record] = await game.store.cases({}, { offset: 0, limit: 1 });
    assert.ok(record?.copies.every(({ holderName }) => holderName.length <= MAX_NAME_LENGTH));
    assert.ok((record?.playerName.length ?? 0) <= MAX_NAME_LENGTH);
    assert.ok(game.log.lines.length > 0);
    for (const line of game.log.lines) {
      assert.ok(!line.includes("\n") && !line.includes("\u001b"), JSON.stringify(line));
      assert.ok(line.length < 1_000, `${line.length} characters`);
    }
  });
});
