import { formatLocation, type Location } from "../location.ts";
import type { PlaceKey } from "../place.ts";
import type { Item, Platform } from "../platform.ts";
import { LookBudget, visitContents } from "../tagging/contents.ts";
import { ensureItemId, isEligible, type NewId } from "../tagging/item-tag.ts";

/** One copy of a tracked item, as one look found it. */
export interface Copy {
  readonly itemId: string;
  readonly item: Item;
  readonly place: PlaceKey;
  /** Where in the place: `inventory/3`, or `inventory/3/12` for what is inside the box in slot 3. */
  readonly slot: string;
  readonly location: Location;
  /** True when this look gave the item its id. */
  readonly isNew: boolean;
}

export interface Look {
  readonly place: PlaceKey;
  /** False when the place is dark; there are then no copies. */
  readonly isVisible: boolean;
  readonly copies: readonly Copy[];
  /** True when there was more in it than one look may cost. */
  readonly isCutShort: boolean;
}

/** Looks at a place: every tracked item in it, boxes and bundles included; items without an id get one. */
export function lookAt(platform: Platform, place: PlaceKey, newId: NewId): Look {
  const copies: Copy[] = [];
  const budget = new LookBudget();
  const isVisible = platform.look(place, (item, slot, location) => {
    if (item.maxStackSize !== 1 || !budget.takeItem()) return;
    note(item, slot, location);
    visitContents(item, slot, budget, (inner, path) => note(inner, path, location));
  });
  return { place, isVisible, copies, isCutShort: budget.isExceeded };

  /** Returns true when the item was changed. */
  function note(item: Item, slot: string, location: Location): boolean {
    if (!isEligible(item)) return false;
    const stored = item.readTag();
    const itemId = ensureItemId(item, newId)!;
    const isNew = stored === undefined || stored.toLowerCase() !== itemId;
    copies.push({ itemId, item, place, slot, location, isNew });
    return itemId !== stored;
  }
}

/** For evidence and messages. */
export function locationOf(copy: Copy): string {
  return formatLocation(copy.location);
}
