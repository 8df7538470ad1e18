import { BlockPermutation, Chunk, TerrainGenerator } from "@serenityjs/core";

const LOWEST_Y = -64;
/** From the bottom up. */
const LAYERS = ["minecraft:bedrock", "minecraft:dirt", "minecraft:dirt", "minecraft:grass_block"];
const WIDTH = 16;

/**
 * Makes the same plain as Serenity's superflat generator. That one runs in a worker thread, which has to load the whole server
 * again; this one is ready at once.
 */
export class FlatGenerator extends TerrainGenerator {
  static override readonly identifier = "doubletake-flat";

  override async apply(chunkX: number, chunkZ: number): Promise<Chunk> {
    const chunk = new Chunk(chunkX, chunkZ, this.dimension.type);
    for (const [height, name] of LAYERS.entries()) {
      const block = BlockPermutation.resolve(name as never);
      const y = LOWEST_Y + height;
      for (let x = 0; x < WIDTH; x++)
        for (let z = 0; z < WIDTH; z++) chunk.setPermutation({ x, y, z }, block, 0, false);
    }
    return chunk;
  }
}
