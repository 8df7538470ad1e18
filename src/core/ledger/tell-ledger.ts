import type { ItemEvent } from "../item-event.ts";
import { groundPlace, type PlaceKey } from "../model/place.ts";
import type { Ledger } from "./ledger.ts";

const NOTHING_TOUCHED: readonly PlaceKey[] = [];

/** What an event says about goods. Like all events these are hints: what really moved is what the looks find. */
export function tellLedger(ledger: Ledger, event: ItemEvent): void {
  switch (event.kind) {
    case "interaction": {
      const { player, item, action, touched = NOTHING_TOUCHED } = event;
      ledger.reports.acted(player, touched, item);
      if (action === "CRAFTED") ledger.reports.crafted(player.place, item);
      else if (action === "BLOCK_PLACE" || action === "CONSUME") {
        // In creative mode what is placed stays in the hand.
        if (!player.isCreative()) ledger.reports.usedUp(player.place, item, 1);
      } else if (action === "GIVE") ledger.granted(player.place);
      else if (action === "DROP" || action === "DEATH") ledger.reports.dropped(player, item, touched);
      else if (action === "PICKUP") ledger.reports.pickedUp(player, item, touched);
      break;
    }
    case "sighting":
      if (event.action === "GIVE") ledger.granted(event.place);
      else ledger.reports.sighted(event.place);
      if (event.action === "CONTAINER_OPEN" && event.player !== undefined)
        ledger.reports.opened(event.player, event.place);
      break;
    case "authored-item":
      // There are servers that store what a client writes in any game mode.
      if (event.player.isCreative()) ledger.granted(event.player.place);
      break;
    case "item-ended":
      // What a player uses up may go into what the same player crafts.
      if (event.player !== undefined) ledger.reports.usedUp(event.player.place, event.item, 1, true);
      else ledger.reports.usedUp(groundPlace(event.location), event.item, event.item.count);
      break;
  }
}
