import { formatLocation } from "../../model/location.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { Item, Platform } from "../../platform.ts";
import { type InnerPath, LookBudget, visitContents } from "../../tagging/contents.ts";
import { readItemId } from "../../tagging/item-tag.ts";

/** A tracked item as found by a look that changes nothing. */
export interface TrackedItem {
  readonly itemId: string;
  readonly material: string;
  readonly slot: string;
  readonly location: string;
}

/** Every item with an id at a place, boxes and bundles included; empty when the place is dark. */
export function trackedItemsAt(platform: Platform, place: PlaceKey): TrackedItem[] {
  const found: TrackedItem[] = [];
  const budget = new LookBudget();
  platform.look(place, (item, slot, location) => {
    if (budget.takeItem()) found.push(...trackedItemsIn(item, slot, formatLocation(location), budget));
  });
  return found;
}

/** The item, and everything inside it, as far as they have ids. */
export function trackedItemsIn(outer: Item, slot: string, location: string, budget = new LookBudget()): TrackedItem[] {
  const found: TrackedItem[] = [];
  const note = (item: Item, path: string | InnerPath) => {
    const itemId = readItemId(item);
    if (itemId !== null) found.push({ itemId, material: item.material, slot: String(path), location });
    return false;
  };
  note(outer, slot);
  visitContents(outer, slot, budget, note);
  return found;
}
