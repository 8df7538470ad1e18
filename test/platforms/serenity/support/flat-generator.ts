import { BlockPermutation, Chunk, TerrainGenerator } from "@serenityjs/core";

/** The floor is one layer of bedrock. A player who stands on it has y = 1. */
export const floorY = 0;

/**
 * A bare plain. Serenity's own superflat generator runs in a worker thread that has to load the whole server again.
 * This one is there at once and leaves nothing running.
 */
export class FlatGenerator extends TerrainGenerator {
  static override readonly identifier = "doubletake-test-flat";

  override async apply(cx: number, cz: number): Promise<Chunk> {
    const chunk = new Chunk(cx, cz, this.dimension.type);
    const bedrock = BlockPermutation.resolve("minecraft:bedrock" as never);
    for (let x = 0; x < 16; x++) {
      for (let z = 0; z < 16; z++) chunk.setPermutation({ x, y: floorY, z }, bedrock, 0, false);
    }
    return chunk;
  }
}
