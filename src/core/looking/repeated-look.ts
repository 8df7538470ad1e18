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
  /** The position of its first id in what the previous look found. */
  readonly first: number;
  readonly boxId: string | null;
  /** How many of those ids are in it, its own included. */
  readonly count: number;
  /** The items in it; filled in when somebody first asks. */
  found?: FoundItems;
}

/** The slot of a box within the outer stack, or within another box. */
interface InnerBox {
  readonly slot: number;
  readonly box: InnerBox | undefined;
}

/**
 * A look at a full place that holds exactly what the previous look found, in the same order. There is nothing to judge then. Few of the
 * thousands of items are asked about, so nothing is kept of an item until somebody asks about its outer stack.
 */
export class RepeatedLook {
  readonly #place: PlaceKey;
  readonly #outers: Outer[] = [];
  readonly leftOut: number;
  /** False if something has changed: this look then says nothing. */
  readonly isAsBefore: boolean;

  /** `ids`: what the previous look found. */
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
      const boxId = next > first ? (ids[first] ?? null) : null;
      visitContents(item, slot, budget, compare);
      this.#outers.push({ item, slot, location, first, boxId, count: next - first });
    });
    this.leftOut = budget.leftOut;
    this.isAsBefore = isVisible && isSame && next === ids.length;
  }

  /** The copy whose id is at this position in what the previous look found. */
  copyAt(position: number, itemId: string): Copy {
    const outer = this.#outerOf(position);
    outer.found ??= new FoundItems(outer.item, outer.count);
    const at = position - outer.first;
    const path = outer.found.pathTo(at);
    const { item: outerItem, slot: outerSlot, location, boxId } = outer;
    return {
      ...{ itemId, item: outer.found.items[at]!, place: this.#place, slot: outerSlot + path },
      ...{ outer: outerItem, outerSlot, location, boxId: path === "" ? null : boxId, isNew: false },
    };
  }

  /** The last outer stack that begins at this position or before it. */
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

/** A stack and everything in it that can have an id, in the order of a look and within its budget. */
class FoundItems {
  readonly items: Item[];
  /** For each item, its slot and the box around it. The stack itself has no slot, and items directly in it have no box. */
  readonly #slots: (number | undefined)[];
  readonly #boxes: (InnerBox | undefined)[];
  #found = 0;

  /** `count`: how many there are. Lists that grow to thousands of entries would be reallocated a dozen times. */
  constructor(outer: Item, count: number) {
    this.items = new Array<Item>(count);
    this.#slots = new Array<number | undefined>(count);
    this.#boxes = new Array<InnerBox | undefined>(count);
    this.#add(outer, undefined, undefined);
    /** By depth: the slot visited last, and the box there once something was found in it. */
    const slots: number[] = [];
    const boxes: (InnerBox | undefined)[] = [];
    visitContents(outer, "", new LookBudget(), (item, { depth, slot }) => {
      slots[depth] = slot;
      boxes[depth] = undefined;
      if (depth > 1) boxes[depth - 1] ??= { slot: slots[depth - 1]!, box: boxes[depth - 2] };
      this.#add(item, slot, boxes[depth - 1]);
      return false;
    });
  }

  /** The slots that lead from the stack to the item; empty for the stack itself. */
  pathTo(at: number): string {
    const slot = this.#slots[at];
    let path = slot === undefined ? "" : `/${slot}`;
    for (let box = this.#boxes[at]; box !== undefined; box = box.box) path = `/${box.slot}${path}`;
    return path;
  }

  #add(item: Item, slot: number | undefined, box: InnerBox | undefined): void {
    if (!isEligible(item)) return;
    const at = this.#found++;
    this.items[at] = item;
    this.#slots[at] = slot;
    this.#boxes[at] = box;
  }
}
