import { type Container, type ItemStack, type PlayerContainerInteractionSignal, WorldEvent } from "@serenityjs/core";
import { type Location, locationOfPlace, type PlaceKey } from "../../../index.ts";
import type { Game, Report } from "../game.ts";
import { SerenityItem } from "../items/item-tags.ts";
import { wasPutThere } from "../items/made-stacks.ts";
import type { SerenityPlayer } from "../serenity-player.ts";

/** Clicks, transfers, crafted and creative items, windows that open and close. */
export function reportContainers({ serenity, sessions, owners }: Game, report: Report): void {
  const takenCrafts = new WeakSet<PlayerContainerInteractionSignal>();

  serenity.on(WorldEvent.PlayerContainerInteraction, (signal) => {
    const player = sessions.of(signal.player);
    const { sourceContainer, destinationContainer } = signal;
    // A toss out of the window raises a signal of its own.
    if (destinationContainer === null) return;
    const source = stackAt(sourceContainer, signal.sourceSlot);
    if (sourceContainer === player.output && source !== null && !wasPutThere(source)) return reportMade(signal, source);
    const destination = stackAt(destinationContainer, signal.destinationSlot ?? 0);
    const from = foreignPlace(player, sourceContainer);
    const to = foreignPlace(player, destinationContainer);
    // The stack that is moved, and the one in whose place or onto which it is put.
    for (const stack of [source, destination]) if (stack) reportMove(player, stack, from, to);
  });

  // A craft of two is one stack of two in the output: only what has left it is an item of its own, and gets its own id.
  serenity.after(WorldEvent.PlayerContainerInteraction, (signal, isCanceled) => {
    const { destinationContainer } = signal;
    if (!takenCrafts.delete(signal) || isCanceled || destinationContainer === null) return;
    const player = sessions.of(signal.player);
    if (destinationContainer === player.output) return;
    const crafted = stackAt(destinationContainer, signal.destinationSlot ?? 0);
    if (crafted === null) return;
    const place = foreignPlace(player, destinationContainer);
    const item = new SerenityItem(crafted);
    report({ kind: "interaction", player, item, action: "CRAFTED", ...(place && touching([place])) });
  });

  serenity.on(WorldEvent.PlayerOpenedContainer, ({ player: host, container }) => {
    const player = sessions.of(host);
    const place = player.owns(container) ? undefined : owners.placeOf(container);
    if (place === undefined) return;
    // What somebody else carries is not in the hands of whoever looks.
    const viewer = container.isBlockContainer() ? { player } : {};
    if (!container.isBlockContainer()) report({ kind: "story-event", what: "open", place, player });
    report({ kind: "sighting", place, action: "CONTAINER_OPEN", ...viewer });
  });

  serenity.on(WorldEvent.PlayerClosedContainer, ({ player: host, container }) => {
    const player = sessions.of(host);
    const place = player.owns(container) ? undefined : owners.placeOf(container);
    if (place === undefined) return;
    report({ kind: "story-event", what: "close", place, player });
    report({ kind: "sighting", place, action: "CONTAINER_TRANSFER" });
  });

  /** Nothing of it is an item of the world yet. Only who is in creative mode can have got it from the creative inventory. */
  function reportMade(signal: PlayerContainerInteractionSignal, stack: ItemStack): void {
    const player = sessions.of(signal.player);
    if (player.isCreative()) report({ kind: "authored-item", player, item: new SerenityItem(stack) });
    else takenCrafts.add(signal);
  }

  function reportMove(
    player: SerenityPlayer,
    stack: ItemStack,
    from: PlaceKey | undefined,
    to: PlaceKey | undefined,
  ): void {
    const item = new SerenityItem(stack);
    const first = from ?? to;
    if (first === undefined) {
      report({ kind: "interaction", player, item, action: "INVENTORY_CLICK" });
      return;
    }
    const touched = touching(from !== undefined && to !== undefined ? [from, to] : [first]);
    report({ kind: "interaction", player, item, action: "CONTAINER_TRANSFER", ...touched });
  }

  function foreignPlace(player: SerenityPlayer, container: Container): PlaceKey | undefined {
    return player.owns(container) ? undefined : owners.placeOf(container);
  }
}

/** Places beside the player's own, and the block of the first of them. */
function touching(touched: readonly [PlaceKey, ...PlaceKey[]]): { touched: readonly PlaceKey[]; location?: Location } {
  const location = locationOfPlace(touched[0]);
  return location === undefined ? { touched } : { touched, location };
}

/** Serenity takes a slot's number modulo the size (0.8.21). */
function stackAt(container: Container, slot: number): ItemStack | null {
  return container.getItem(slot);
}
