import type { Location } from "../model/location.ts";
import type { PlaceKey } from "../model/place.ts";
import type { Item, Platform } from "../platform.ts";
import { LookBudget, visitContents } from "../tagging/contents.ts";
import { isEligible } from "../tagging/item-tag.ts";
import { type Copy, canLook, type StackCounter } from "./look.ts";

/** A stack in a slot of the place itself. */
interface Outer {
  readonly item: Item;
  readonly slot: string;
  readonly location: Location;
  /** The position of the first id that is found in it, in what the look before found. */
  readonly first: number;
  readonly boxId: string | null;
  /** What is in it; known once somebody has asked. */
  found?: readonly FoundItem[];
}

interface FoundItem {
  readonly item: Item;
  readonly depth: number;
  readonly slot: number;
  /** The box around it; `undefined` when that is the outer stack, or when it is the outer stack itself. */
  readonly box: FoundItem | undefined;
}

/**
 * A look at a full place that holds exactly what the look before found, in the same order. There is nothing to judge then, and of
 * thousands of items few are asked about: nothing is kept of an item until somebody asks about its outer stack.
 */
export class RepeatedLook {
  readonly #place: PlaceKey;
  readonly #outers: Outer[] = [];
  readonly leftOut: number;
  /** False when something is not as it was: then this look says nothing. */
  readonly isAsBefore: boolean;

  /** `ids` is what the look before found. */
  constructor(
    platform: Pick<Platform, "look">,
    place: PlaceKey,
    ids: readonly string[],
    counter: StackCounter | undefined,
  ) {
    this.#place = place;
    const budget = new LookBudget();
    let isSame = true;
    let next = 0;
    counter?.begin();
    const compare = (item: Item): boolean => {
      counter?.see(item);
      if (!isSame || !isEligible(item)) return false;
      const id = ids[next++];
      if (id === undefined || item.readTag() !== id || item.count !== 1) isSame = false;
      return false;
    };
    const isVisible = canLook(platform, place, (item, slot, location) => {
      if (!isSame) return;
      if (item.maxStackSize !== 1 && item.contents() === undefined) {
        counter?.see(item);
        return;
      }
      if (!budget.takeItem()) return;
      const first = next;
      compare(item);
      this.#outers.push({ item, slot, location, first, boxId: next > first ? (ids[first] ?? null) : null });
      visitContents(item, slot, budget, compare);
    });
    this.leftOut = budget.leftOut;
    this.isAsBefore = isVisible && isSame && next === ids.length;
  }

  /** The copy whose id is the one at this position of what the look before found. */
  copyAt(position: number, itemId: string): Copy {
    const outer = this.#outerOf(position);
    outer.found ??= itemsIn(outer.item);
    const found = outer.found[position - outer.first]!;
    const { item: outerItem, slot: outerSlot, location, boxId } = outer;
    return {
      ...{ itemId, item: found.item, place: this.#place, slot: outerSlot + pathTo(found) },
      ...{ outer: outerItem, outerSlot, location, boxId: found.depth > 0 ? boxId : null, isNew: false },
    };
  }

  /** The last one that begins there or before. */
  #outerOf(position: number): Outer {
    let [low, high] = [0, this.#outers.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#outers[middle]!.first <= position) low = middle;
      else high = middle - 1;
    }
    return this.#outers[low]!;
  }
}

/** The stack and everything in it that can have an id, in the order of a look. No look goes further than this. */
function itemsIn(outer: Item): FoundItem[] {
  const found: FoundItem[] = [];
  const boxes: FoundItem[] = [];
  const note = (item: Item, depth: number, slot: number): void => {
    const here: FoundItem = { item, depth, slot, box: boxes[depth - 1] };
    if (depth > 0) boxes[depth] = here;
    if (isEligible(item)) found.push(here);
  };
  note(outer, 0, 0);
  visitContents(outer, "", new LookBudget(), (item, { depth, slot }) => {
    note(item, depth, slot);
    return false;
  });
  return found;
}

/** The slots that lead there from the outer stack. */
function pathTo({ depth, slot, box }: FoundItem): string {
  return depth === 0 ? "" : `${box === undefined ? "" : pathTo(box)}/${slot}`;
}
