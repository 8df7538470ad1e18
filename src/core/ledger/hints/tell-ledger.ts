import type { Action, ItemEvent } from "../../item-event.ts";
import { groundPlace, type PlaceKey, placeKind } from "../../model/place.ts";
import type { Item } from "../../platform.ts";
import type { Ledger } from "../ledger.ts";
import { NOT_WATCHED } from "../materials/watch-list.ts";

const NOTHING_TOUCHED: readonly PlaceKey[] = [];

/** Tells the ledger what an event says about goods. Events are hints: only looks find what really moved. */
export function tellLedger(ledger: Ledger, event: ItemEvent): void {
  switch (event.kind) {
    case "interaction": {
      const { player, item, action, touched = NOTHING_TOUCHED } = event;
      ledger.acts.note(player, touched, item);
      for (const place of touched) ledger.noteOpened(player, place, true);
      if (action === "CRAFTED") crafted(ledger, player.place, item);
      else if (action === "BLOCK_PLACE" || action === "CONSUME") {
        // In creative mode a placed block stays in the hand.
        if (!player.isCreative()) usedUp(ledger, player.place, item, 1);
      } else if (action === "GIVE") ledger.noteGrant(player.place);
      else if (action === "DROP" || action === "DEATH") ledger.acts.noteGroundMove(player, item, touched, true);
      else if (action === "PICKUP") ledger.acts.noteGroundMove(player, item, touched, false);
      break;
    }
    case "sighting":
      if (event.action === "GIVE") ledger.noteGrant(event.place);
      else if (placeKind(event.place) === "ground") ledger.origins.noteFall(event.place, ledger.tick);
      if (event.action === "CONTAINER_OPEN" && event.player !== undefined) ledger.noteOpened(event.player, event.place);
      break;
    case "authored-item":
      // Some servers store what a client writes in any game mode.
      if (event.player.isCreative()) ledger.noteGrant(event.player.place);
      break;
    case "item-ended":
      if (event.player !== undefined) usedUp(ledger, event.player.place, event.item, 1);
      else vanished(ledger, groundPlace(event.location), event.item, event.action);
      break;
  }
}

/** An item that lay long enough is gone with its contents. The contents of a box that burns may fall out. */
function vanished(ledger: Ledger, ground: PlaceKey, item: Item, action: Action): void {
  usedUp(ledger, ground, item, item.count);
  if (action === "DESPAWN") item.contents()?.each((inner) => vanished(ledger, ground, inner, action));
}

function usedUp({ consumed, watched, tick }: Ledger, place: PlaceKey, item: Item, count: number): void {
  const materialIndex = watched.indexOf(item.material);
  if (materialIndex !== NOT_WATCHED) consumed.add({ place, materialIndex, count, told: tick }, item);
}

/** If the product is not counted itself, its ingredients are gone. They count once: part of the stack may have been there before. */
function crafted({ acts, consumed, watched, tick }: Ledger, place: PlaceKey, item: Item): void {
  const made = watched.indexOf(item.material);
  if (made !== NOT_WATCHED) {
    acts.crafted.push({ place, materialIndex: made });
    return;
  }
  for (const { materialIndex, count } of watched.takenBy(item.material).parts)
    consumed.add({ place, materialIndex, count, told: tick }, item);
}
