import type { Chunk, Dimension } from "@serenityjs/core";
import { BlockPosition } from "@serenityjs/protocol";
import { groundPlace, type PlaceKey } from "../../../index.ts";
import type { Game, ReportEvent } from "../game.ts";
import { blockAt, containersOf } from "../places/container-index.ts";
import { positionOf } from "../places/entity-facts.ts";
import { CLEAN_UP_TICKS, chunksAboutToUnload, chunksOf, visibleHashes } from "../places/visible-chunks.ts";

/**
 * Serenity 0.8.21 raises no signal when a chunk is loaded or unloaded. Once a second, just before Serenity unloads chunks, we
 * find the chunks that are new and those that it is about to unload.
 */
export function reportChunks(game: Game, report: ReportEvent): void {
  const { serenity, worlds, ticks, containers, blocks, entities } = game;
  const known = new WeakMap<Dimension, Set<bigint>>();

  ticks.on(() => {
    if (serenity.currentTick % CLEAN_UP_TICKS !== 0n) return;
    for (const dimension of worlds.dimensions()) {
      const going = [...chunksAboutToUnload(dimension, serenity.currentTick)];
      for (const chunk of going) {
        const places = placesIn(dimension, chunk);
        if (places.size > 0) report({ kind: "story-event", what: "unload", place: groundIn(dimension, chunk) });
        for (const place of places) report({ kind: "going-dark", place, action: "SCAN" });
      }
      for (const chunk of newlyLit(dimension)) {
        const places = placesIn(dimension, chunk);
        if (places.size > 0) report({ kind: "story-event", what: "load", place: groundIn(dimension, chunk) });
        for (const place of places) report({ kind: "sighting", place, action: "SCAN" });
      }
      for (const { hash } of going) known.get(dimension)?.delete(hash);
    }
  });

  function newlyLit(dimension: Dimension): Chunk[] {
    const visible = visibleHashes(dimension);
    const before = known.get(dimension);
    // The number is the same, so probably no chunk was loaded. Comparing thousands of chunks every second would cost too much;
    // the sweep finds what this misses.
    if (before?.size === visible.size) return [];
    const now = new Set(visible.keys());
    known.set(dimension, now);
    const chunks: Chunk[] = [];
    for (const hash of now) {
      const chunk = before?.has(hash) ? undefined : chunksOf(dimension).get(hash);
      if (chunk !== undefined) chunks.push(chunk);
    }
    return chunks;
  }

  function placesIn(dimension: Dimension, chunk: Chunk): Set<PlaceKey> {
    const places = new Set<PlaceKey>();
    for (const storage of chunk.getAllBlockStorages()) {
      const block = blockAt(dimension, storage.getPosition());
      if (block === undefined || containersOf(block).length === 0) continue;
      containers.add(block);
      places.add(blocks.placeOf(block));
    }
    const ground = groundIn(dimension, chunk);
    if (entities.lyingAt(ground).length > 0) places.add(ground);
    for (const place of entities.carriers()) {
      const carrier = entities.carrier(place);
      if (carrier === undefined) continue;
      const { x, z } = positionOf(carrier);
      if (Math.floor(x) >> 4 === chunk.x && Math.floor(z) >> 4 === chunk.z) places.add(place);
    }
    return places;
  }

  function groundIn(dimension: Dimension, chunk: Chunk): PlaceKey {
    return groundPlace(worlds.locationOf(dimension, new BlockPosition(chunk.x << 4, 0, chunk.z << 4)));
  }
}
