import { type Chunk, placesOf } from "./chunk.ts";
import { type GoodsWorld, goodsIn } from "./world.ts";

/** Loads a chunk: everything in it can be looked at, and is reported. */
export function need(world: GoodsWorld, chunk: Chunk): void {
  chunk.neededTick = world.tick;
  if (chunk.isLit) return;
  world.light(chunk);
  for (const { place } of placesOf(chunk)) world.report({ kind: "sighting", place, action: "SCAN" });
}

/** Unloads a chunk: it is reported first, while it can still be looked at. */
export function unload(world: GoodsWorld, chunk: Chunk): void {
  for (const { place, stacks } of placesOf(chunk)) {
    world.report({ kind: "going-dark", place, action: "SCAN" }, stacks.flatMap(goodsIn));
  }
  world.darken(chunk);
}
