import type { Chunk, Dimension } from "@serenityjs/core";
import { ChunkCoords } from "@serenityjs/protocol";

/** Private fields of a dimension in Serenity 0.8.21; there is no other way to ask about chunks without waking them. */
interface ChunkTables {
  /** Chunks whose blocks and entities exist as objects. A chunk that nobody has asked for yet is loaded without them. */
  readonly hydratedChunks?: ReadonlySet<bigint>;
  readonly chunkWatchers?: ReadonlyMap<bigint, number>;
  readonly chunkLastUnwatchedAt?: ReadonlyMap<bigint, bigint>;
}

/** Serenity unloads a clean chunk this many ticks after its last watcher has left, and looks for such chunks every 20 ticks. */
const UNLOAD_AFTER_TICKS = 100n;
export const CLEAN_UP_TICKS = 20n;

const tablesOf = (dimension: Dimension) => dimension as unknown as ChunkTables;

/** True if the contents of a chunk can be looked at. Wakes nothing up. */
export function isVisible(dimension: Dimension, x: number, z: number): boolean {
  return visibleHashes(dimension).has(ChunkCoords.hash({ x, z } as ChunkCoords));
}

/** True if this chunk object is the one in use. After an unload, older blocks still refer to the old object. */
export function isInUse(dimension: Dimension, chunk: Chunk): boolean {
  return chunksOf(dimension).get(chunk.hash) === chunk && visibleHashes(dimension).has(chunk.hash);
}

export function visibleHashes(dimension: Dimension): Pick<ReadonlySet<bigint>, "has" | "keys" | "size"> {
  return tablesOf(dimension).hydratedChunks ?? chunksOf(dimension);
}

/** Loaded chunks, hydrated or not. */
export function chunksOf(dimension: Dimension): ReadonlyMap<bigint, Chunk> {
  return dimension.world.provider.chunks.get(dimension) ?? NO_CHUNKS;
}

/** The chunks that the clean-up of this tick will unload. */
export function* chunksAboutToUnload(dimension: Dimension, tick: bigint): Iterable<Chunk> {
  const { chunkLastUnwatchedAt = [], chunkWatchers } = tablesOf(dimension);
  // Serenity does not tick a dimension without players.
  if (dimension.getPlayers({ count: 1 }).length === 0) return;
  for (const [hash, unwatchedAt] of chunkLastUnwatchedAt) {
    if (tick - unwatchedAt < UNLOAD_AFTER_TICKS || chunkWatchers?.has(hash)) continue;
    const chunk = chunksOf(dimension).get(hash);
    if (chunk !== undefined && !chunk.dirty && !chunk.memoryLock) yield chunk;
  }
}

const NO_CHUNKS: ReadonlyMap<bigint, Chunk> = new Map();
