import type { Location } from "../../src/core/index.ts";
import type { Random } from "../random.ts";
import type { Chunk } from "../world/chunk.ts";
import type { World } from "../world/world.ts";

export function randomSpot(world: World, random: Random): Location {
  const blocks = world.knobs.worldSide * 16;
  return { world: "world", x: random.float() * blocks, y: 64, z: random.float() * blocks };
}

/** The chunk where somebody is or acts, which loads it. */
export function chunkUnder(world: World, at: Location): Chunk {
  const chunk = world.chunkAt(at);
  chunk.neededTick = world.tick;
  loadChunk(world, chunk);
  return chunk;
}

/** Loads a chunk: everything in it can be looked at, and is reported. */
export function loadChunk(world: World, chunk: Chunk): void {
  if (chunk.isLoaded) return;
  chunk.isLoaded = true;
  for (const slots of chunk.slots()) world.light(slots);
  for (const slots of chunk.slots()) {
    if (slots.hasBeenFilled) world.channel.emit({ kind: "sighting", action: "SCAN", name: "CHUNK_LOAD", slots });
  }
}

/** Unloads a chunk. Its places are reported first, while they can still be looked at. */
export function unloadChunk(world: World, chunk: Chunk): void {
  if (!chunk.isLoaded) return;
  for (const slots of chunk.slots()) {
    if (slots.hasBeenFilled) world.channel.emit({ kind: "going-dark", action: "SCAN", name: "CHUNK_UNLOAD", slots });
  }
  chunk.isLoaded = false;
  for (const slots of chunk.slots()) world.darken(slots);
  world.saves?.save(chunk);
}
