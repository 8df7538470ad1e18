import { type PlayerPlaceBlockSignal, WorldEvent } from "@serenityjs/core";
import { blockPlace, groundPlace, type PlaceKey } from "../../../index.ts";
import type { Game, ReportEvent } from "../game.ts";
import { SerenityItem } from "../items/serenity-item.ts";
import { blockAt } from "../places/container-index.ts";

/** Reports blocks that are placed and broken. */
export function reportBlocks({ serenity, sessions, worlds, containers, blocks }: Game, report: ReportEvent): void {
  serenity.on(WorldEvent.PlayerBreakBlock, ({ block, player: host }) => {
    const player = sessions.of(host);
    const location = worlds.locationOf(block.dimension, block.position);
    // The block itself drops something too, whether or not it held anything.
    report({ kind: "sighting", place: groundPlace(location), action: "BLOCK_BREAK", player });
    const places = blocks.placesAround(block);
    for (const place of places) report({ kind: "going-dark", place, action: "BLOCK_BREAK", player });
    for (const place of places) report({ kind: "sighting", place, action: "BLOCK_BREAK" });
  });

  // Reported afterwards, because a plugin of the world or the block itself may refuse, and then nothing was used.
  const countsBefore = new WeakMap<PlayerPlaceBlockSignal, number>();
  serenity.on(WorldEvent.PlayerPlaceBlock, (signal) => {
    countsBefore.set(signal, signal.itemStackUsed.getStackSize());
  });
  serenity.after(WorldEvent.PlayerPlaceBlock, (signal) => {
    const { block, itemStackUsed, permutationBeingPlaced } = signal;
    const player = sessions.of(signal.player);
    const isUsed = itemStackUsed.getStackSize() < (countsBefore.get(signal) ?? 0);
    // In creative mode the placed item stays in the hand.
    const isThere = player.isCreative() && block.type === permutationBeingPlaced.type;
    if (!isUsed && !isThere) return;
    const location = worlds.locationOf(block.dimension, block.position);
    const item = new SerenityItem(itemStackUsed);
    report({ kind: "interaction", player, item, action: "BLOCK_PLACE", location, touched: [blockPlace(location)] });
  });

  // A command or plugin replaced the block, or it became half of a double chest, whose place may be another one.
  serenity.after(WorldEvent.BlockPermutationUpdate, ({ dimension, position }) => {
    const own = blockPlace(worlds.locationOf(dimension, position));
    const block = blockAt(dimension, position);
    const places = block === undefined ? new Set<PlaceKey>() : blocks.placesAround(block);
    if (containers.isKnown(own)) places.add(own);
    for (const place of places) report({ kind: "sighting", place, action: "SCAN" });
  });
}
