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
  boxId: string | null;
}

/**
 * A look at a full place that holds exactly what the look before found, in the same order. There is nothing to judge then, and of
 * thousands of items few are asked about: a copy is made only of those.
 */
export class RepeatedLook {
  readonly #place: PlaceKey;
  readonly #items: Item[] = [];
  readonly #slots: string[] = [];
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
    counter?.begin();
    const isVisible = canLook(platform, place, (item, slot, location) => {
      if (!isSame) return;
      if (item.maxStackSize !== 1 && item.contents() === undefined) {
        counter?.see(item);
        return;
      }
      if (!budget.takeItem()) return;
      const outer: Outer = { item, slot, location, boxId: null };
      const compare = (inner: Item, innerSlot: string): boolean => {
        counter?.see(inner);
        if (!isSame || !isEligible(inner)) return false;
        const id = ids[this.#items.length];
        if (id === undefined || inner.readTag() !== id || inner.count !== 1) isSame = false;
        if (inner === item) outer.boxId = id ?? null;
        this.#items.push(inner);
        this.#slots.push(innerSlot);
        this.#outers.push(outer);
        return false;
      };
      compare(item, slot);
      visitContents(item, slot, budget, compare);
    });
    this.leftOut = budget.leftOut;
    this.isAsBefore = isVisible && isSame && this.#items.length === ids.length;
  }

  /** The copy whose id is the one at this position of what the look before found. */
  copyAt(position: number, itemId: string): Copy {
    const item = this.#items[position]!;
    const { item: outer, slot: outerSlot, location, boxId } = this.#outers[position]!;
    const slot = this.#slots[position]!;
    const isInside = slot !== outerSlot;
    return {
      ...{ itemId, item, place: this.#place, slot, outer, outerSlot, location },
      boxId: isInside ? boxId : null,
      isNew: false,
    };
  }
}
