import type { Location } from "../location.ts";
import { onAnotherServer, type PlaceKey } from "../place.ts";
import type { Item, LookHints, Platform, Sight } from "../platform.ts";
import { LookBudget, visitContents } from "../tagging/contents.ts";
import { canonicalItemId } from "../tagging/item-id.ts";
import { ensureItemId, isEligible, type NewId } from "../tagging/item-tag.ts";

/** One copy of a tracked item, as one look found it. */
export interface Copy {
  readonly itemId: string;
  readonly item: Item;
  readonly place: PlaceKey;
  /** Where in the place: `inventory/3`, or `inventory/3/12` for what is inside the box in slot 3. */
  readonly slot: string;
  /** The stack in the place's own slot: the item itself, or the outermost box around it. */
  readonly outer: Item;
  readonly outerSlot: string;
  readonly location: Location;
  /** True when this look gave the item its id. */
  readonly isNew: boolean;
}

export interface Look {
  readonly place: PlaceKey;
  /** False when the place is dark; there are then no copies. */
  readonly isVisible: boolean;
  readonly copies: readonly Copy[];
  /** How many items were more than one look may cost; usually 0. */
  readonly leftOut: number;
}

/**
 * What somebody who counts goods keeps of one place. It stays with what was found there and is handed in again at the next look,
 * which then need not search for it.
 */
export interface Shelf {
  /** False when the place was forgotten meanwhile. */
  isKept: boolean;
  /** Two sums of what was counted, each with weights of its own: as good as the counts themselves to tell whether they changed. */
  mark: number;
  check: number;
  /** When it was last counted. */
  boundary: number;
}

/** Counts stacks while a place is looked at, those inside boxes too. */
export interface StackCounter {
  /** A look begins; what was counted before is done with. */
  begin(): void;
  see(item: Item): void;
  /** False as long as nothing was counted that cannot be stacked: a glance then passes over whatever has an id. */
  readonly countsUnstackable: boolean;
}

/** Looks at a place: every tracked item in it, boxes and bundles included; items without an id get one. */
export function lookAt(platform: Platform, place: PlaceKey, newId: NewId, counter?: StackCounter): Look {
  const copies: Copy[] = [];
  const budget = new LookBudget();
  counter?.begin();
  const isVisible = canLook(platform, place, (outer, outerSlot, location) => {
    // What holds items is looked into, whatever its stack size.
    if (outer.maxStackSize !== 1 && outer.contents() === undefined) {
      counter?.see(outer);
      return;
    }
    if (!budget.takeItem()) return;
    const note = (item: Item, slot: string): boolean => {
      counter?.see(item);
      if (!isEligible(item)) return false;
      const stored = item.readTag();
      const known = canonicalItemId(stored);
      const itemId = known !== undefined && known === stored ? known : ensureItemId(item, newId)!;
      copies.push({ itemId, item, place, slot, outer, outerSlot, location, isNew: known === undefined });
      return itemId !== stored;
    };
    note(outer, outerSlot);
    visitContents(outer, outerSlot, budget, note);
  });
  return { place, isVisible, copies, leftOut: budget.leftOut };
}

/** Platforms know the places of their own server only. */
export function canLook(platform: Platform, place: PlaceKey, see: Sight, hints?: LookHints): boolean {
  return onAnotherServer(place) === undefined && platform.look(place, see, hints);
}

/** The slots that lead from the outer stack to the copy; empty when the copy is the outer stack. */
export function innerPath({ slot, outerSlot }: Copy): number[] {
  return slot === outerSlot
    ? []
    : slot
        .slice(outerSlot.length + 1)
        .split("/")
        .map(Number);
}
