import { type Chunk, type Dimension, FileSystemProvider } from "@serenityjs/core";

/**
 * Serenity 0.8.21's file provider never marks a chunk as written, so a chunk with anything in it stays in memory forever. Its LevelDB
 * provider, which we cannot install, does mark it. This is the file provider with that one line.
 */
export class UnloadingProvider extends FileSystemProvider {
  static override readonly identifier: string = "filesystem-unloading";

  override async writeChunk(chunk: Chunk, dimension: Dimension): Promise<void> {
    await super.writeChunk(chunk, dimension);
    chunk.dirty = false;
  }
}
