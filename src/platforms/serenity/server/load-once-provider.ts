import { type Chunk, type Dimension, FileSystemProvider } from "@serenityjs/core";

/**
 * When it starts, Serenity 0.8.21's file provider makes the chunks around the spawn without waiting for them. A request for one
 * of them meanwhile gets an empty chunk, which the finished chunk replaces seconds later: everything that players built and
 * stored there is lost. Here both requests share one load, as in Serenity's LevelDB provider.
 */
export class LoadOnceProvider extends FileSystemProvider {
  /** By dimension and chunk. */
  readonly #loading = new Map<string, Promise<Chunk>>();

  override readChunk(chunk: Chunk, dimension: Dimension): Promise<Chunk> {
    const key = `${dimension.identifier} ${chunk.hash}`;
    const load = this.#loading.get(key) ?? super.readChunk(chunk, dimension).finally(() => this.#loading.delete(key));
    this.#loading.set(key, load);
    return load;
  }
}
