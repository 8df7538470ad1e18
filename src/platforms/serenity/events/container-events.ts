import { type Container, type ItemStack, type PlayerContainerInteractionSignal, WorldEvent } from "@serenityjs/core";
import { type Location, locationOfPlace, type PlaceKey } from "../../../index.ts";
import type { Game, ReportEvent } from "../game.ts";
import { SerenityItem } from "../items/serenity-item.ts";
import { wasPutThere } from "../items/was-put-there.ts";
import type { SerenityPlayer } from "../serenity-player.ts";

/** Reports clicks, transfers, crafted and creative items, and windows that open and close. */
export function reportContainers({ serenity, sessions, containerPlaces }: Game, report: ReportEvent): void {
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
    // The moved stack, and the stack that it is swapped with or put onto.
    for (const stack of [source, destination]) if (stack) reportMove(player, stack, from, to);
  });

  // A craft of two is one stack of two in the output. Only an item that has left the output is an item of its own, with its own
  // id.
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
    const place = player.owns(container) ? undefined : containerPlaces.placeOf(container);
    if (place === undefined) return;
    // Items that an entity carries are in its hands, not in the viewer's.
    const viewer = container.isBlockContainer() ? { player } : {};
    if (!container.isBlockContainer()) report({ kind: "story-event", what: "open", place, player });
    report({ kind: "sighting", place, action: "CONTAINER_OPEN", ...viewer });
  });

  serenity.on(WorldEvent.PlayerClosedContainer, ({ player: host, container }) => {
    const player = sessions.of(host);
    const place = player.owns(container) ? undefined : containerPlaces.placeOf(container);
    if (place === undefined) return;
    report({ kind: "story-event", what: "close", place, player });
    report({ kind: "sighting", place, action: "CONTAINER_TRANSFER" });
  });

  /** The stack is not an item of the world yet. Only a player in creative mode can have taken it from the creative inventory. */
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
    return player.owns(container) ? undefined : containerPlaces.placeOf(container);
  }
}

/** The places besides the player's own, and the position of the first one if it is a block. */
function touching(touched: readonly [PlaceKey, ...PlaceKey[]]): { touched: readonly PlaceKey[]; location?: Location } {
  const location = locationOfPlace(touched[0]);
  return location === undefined ? { touched } : { touched, location };
}

/** Any slot number is valid: Serenity takes it modulo the size (0.8.21). */
function stackAt(container: Container, slot: number): ItemStack | null {
  return container.getItem(slot);
}
