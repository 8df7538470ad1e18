import { type PlayerPlaceBlockSignal, WorldEvent } from "@serenityjs/core";
import { blockPlace, groundPlace, type PlaceKey } from "../../../index.ts";
import type { Game, Report } from "../game.ts";
import { SerenityItem } from "../items/item-tags.ts";
import { blockAt } from "../places/container-index.ts";

/** Blocks with something in them are placed and broken. */
export function reportBlocks({ serenity, sessions, worlds, containers, blocks }: Game, report: Report): void {
  serenity.on(WorldEvent.PlayerBreakBlock, ({ block, player: host }) => {
    const player = sessions.of(host);
    const location = worlds.locationOf(block.dimension, block.position);
    // What the block itself drops lies there as well, whether or not it held anything.
    report({ kind: "sighting", place: groundPlace(location), action: "BLOCK_BREAK", player });
    const places = blocks.placesAround(block);
    for (const place of places) report({ kind: "going-dark", place, action: "BLOCK_BREAK", player });
    for (const place of places) report({ kind: "sighting", place, action: "BLOCK_BREAK" });
  });

  // Told afterwards: a plugin of the world, or the block itself, may say no, and then nothing was used.
  const countsBefore = new WeakMap<PlayerPlaceBlockSignal, number>();
  serenity.on(WorldEvent.PlayerPlaceBlock, (signal) => {
    countsBefore.set(signal, signal.itemStackUsed.getStackSize());
  });
  serenity.after(WorldEvent.PlayerPlaceBlock, (signal) => {
    const { block, itemStackUsed, permutationBeingPlaced } = signal;
    const player = sessions.of(signal.player);
    const isUsed = itemStackUsed.getStackSize() < (countsBefore.get(signal) ?? 0);
    // In creative mode what is placed stays in the hand.
    const isThere = player.isCreative() && block.type === permutationBeingPlaced.type;
    if (!isUsed && !isThere) return;
    const location = worlds.locationOf(block.dimension, block.position);
    const item = new SerenityItem(itemStackUsed);
    report({ kind: "interaction", player, item, action: "BLOCK_PLACE", location, touched: [blockPlace(location)] });
  });

  // A block is replaced by a command or a plugin, or became half of a double chest, whose place may be another one.
  serenity.after(WorldEvent.BlockPermutationUpdate, ({ dimension, position }) => {
    const own = blockPlace(worlds.locationOf(dimension, position));
    const block = blockAt(dimension, position);
    const places = block === undefined ? new Set<PlaceKey>() : blocks.placesAround(block);
    if (containers.isKnown(own)) places.add(own);
    for (const place of places) report({ kind: "sighting", place, action: "SCAN" });
  });
}
