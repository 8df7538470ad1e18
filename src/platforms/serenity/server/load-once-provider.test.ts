import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { Chunk, type Dimension, type TerrainGenerator } from "@serenityjs/core";
import { LoadOnceProvider } from "./load-once-provider.ts";

describe("a chunk that is asked for while it is being made", () => {
  it("is the one that comes, so that nothing built in it is lost", async () => {
    const made: (() => void)[] = [];
    const provider = new LoadOnceProvider(join(tmpdir(), "doubletake-no-such-world"));
    const dimension = dimensionMadeBy(() => new Promise((resolve) => made.push(() => resolve(new Chunk(0, 0, 0)))));
    const read = () => provider.readChunk(new Chunk(0, 0, 0), dimension);

    // Serenity makes the chunks around the spawn when it starts, and a player who joins meanwhile asks for the same.
    const [atStart, forPlayer] = [read(), read()];
    for (const answer of made) answer();

    assert.equal(made.length, 1, "made once");
    assert.equal(await forPlayer, await atStart);
    assert.equal(await read(), await atStart, "also later");
  });

  it("is tried again when it could not be made", async () => {
    let tries = 0;
    const provider = new LoadOnceProvider(join(tmpdir(), "doubletake-no-such-world"));
    const dimension = dimensionMadeBy(async () => {
      if (++tries === 1) throw new Error("the first one fails");
      return new Chunk(0, 0, 0);
    });
    const read = () => provider.readChunk(new Chunk(0, 0, 0), dimension);
    await assert.rejects(read(), /the first one fails/);
    assert.ok(await read());
  });
});

function dimensionMadeBy(apply: TerrainGenerator["apply"]): Dimension {
  return { identifier: "overworld", type: 0, generator: { apply } } as unknown as Dimension;
}
