import { canonicalItemId } from "../model/item-id.ts";
import type { Location } from "../model/location.ts";
import { onAnotherServer, type PlaceKey } from "../model/place.ts";
import type { Item, LookHints, Platform, StackVisitor } from "../platform.ts";
import { type InnerPath, LookBudget, visitContents } from "../tagging/contents.ts";
import { ensureItemId, isEligible, type NewId } from "../tagging/item-tag.ts";
import { NewItemFilter, type WaitingIds } from "./new-item-filter.ts";

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
  /** The id of that stack when it is a box around the copy; `null` when the copy lies open, or its box has no id. */
  readonly boxId: string | null;
  readonly location: Location;
  /** True when this look gave the item its id. */
  readonly isNew: boolean;
}

export interface Look {
  readonly place: PlaceKey;
  /** False when the place is dark; there are then no copies. */
  readonly isVisible: boolean;
  readonly copies: readonly Copy[];
  /** The ids of the copies, in the same order. */
  readonly ids: readonly string[];
  /** False if every copy had its id before, and is a stack of one. Mostly it is, and then nobody goes through all of them. */
  readonly hasNewOrStacked: boolean;
  /** Ids that are there too but are left for a later look, because too many turned up at once. */
  readonly waiting: WaitingIds;
  /** How many items the look went through. */
  readonly size: number;
  /** How many items were beyond the budget of one look; usually 0. */
  readonly leftOut: number;
}

/**
 * What a counter of goods keeps about one place. It is stored with what was found there and passed in again at the next look, which saves a
 * search.
 */
export interface PlaceCount {
  /** False when the place was forgotten meanwhile. */
  isKept: boolean;
  /** When it was last counted. */
  tick: number;
}

/** Counts stacks while a place is looked at, those inside boxes too. */
export interface StackCounter {
  /** A look begins: counting starts afresh. */
  begin(): void;
  see(item: Item): void;
  /** False until something unstackable was counted. Until then a quick check does not show the counter items that carry an id. */
  readonly countsUnstackable: boolean;
}

/**
 * Looks at a place and finds every tracked item in it, also inside boxes and bundles. Items without an id get one. Items that the filter
 * does not let through are skipped for now.
 */
export function lookAt(
  platform: Pick<Platform, "look">,
  place: PlaceKey,
  newId: NewId,
  counter?: StackCounter,
  filter = new NewItemFilter(),
): Look {
  const copies: Copy[] = [];
  const ids: string[] = [];
  let hasNewOrStacked = false;
  const budget = new LookBudget();
  counter?.begin();
  const isVisible = canLook(platform, place, (outer, outerSlot, location) => {
    // An item that holds others is looked into, whatever its stack size.
    if (outer.maxStackSize !== 1 && outer.contents() === undefined) {
      counter?.see(outer);
      return;
    }
    if (!budget.takeItem()) return;
    let boxId: string | null = null;
    let lastId: string | null = null;
    const note = (item: Item, path: string | InnerPath): boolean => {
      counter?.see(item);
      if (!isEligible(item)) return false;
      const stored = item.readTag();
      const isHere = filter.isKnown(stored);
      if (!isHere && !filter.admits(stored, boxId)) {
        if (item === outer) lastId = canonicalItemId(stored) ?? null;
        return false;
      }
      const known = isHere ? stored : canonicalItemId(stored);
      const itemId = known !== undefined && known === stored ? known : ensureItemId(item, newId)!;
      const slot = String(path);
      const isNew = known === undefined;
      copies.push({ itemId, item, place, slot, outer, outerSlot, boxId, location, isNew });
      ids.push(itemId);
      if (isNew || item.count > 1) hasNewOrStacked = true;
      lastId = itemId;
      return itemId !== stored;
    };
    note(outer, outerSlot);
    boxId = lastId;
    visitContents(outer, outerSlot, budget, note);
  });
  const { taken: size, leftOut } = budget;
  return { place, isVisible, copies, ids, hasNewOrStacked, waiting: filter, size, leftOut };
}

/** A platform knows only the places of its own server. */
export function canLook(
  platform: Pick<Platform, "look">,
  place: PlaceKey,
  see: StackVisitor,
  hints?: LookHints,
): boolean {
  return onAnotherServer(place) === undefined && platform.look(place, see, hints);
}

/** The slots that lead from the outer stack to the copy; empty when the copy is the outer stack. */
export function slotsInside({ slot, outerSlot }: Copy): number[] {
  return slot === outerSlot
    ? []
    : slot
        .slice(outerSlot.length + 1)
        .split("/")
        .map(Number);
}
