import type { Item } from "../platform.ts";
import { readItemId } from "./item-tag.ts";

/** How far one look goes into boxes within boxes. Beyond it stops, and counts what it left out. */
export const MAX_DEPTH = 16;
export const MAX_ITEMS = 4096;

/** What a visit may say: whether it changed the inner item. */
type InnerVisit = (item: Item, path: string) => boolean;

/** Bounds one look: shared by all boxes that it opens. */
export class LookBudget {
  #itemsLeft = MAX_ITEMS;
  #leftOut = 0;

  /** How many items were gone through. */
  get taken(): number {
    return MAX_ITEMS - this.#itemsLeft;
  }

  /** How many items were found and not looked into; what they hold themselves is not counted. */
  get leftOut(): number {
    return this.#leftOut;
  }

  takeItem(): boolean {
    if (this.#itemsLeft === 0) {
      this.leaveOut();
      return false;
    }
    this.#itemsLeft--;
    return true;
  }

  leaveOut(): void {
    this.#leftOut++;
  }
}

/**
 * Visits everything inside a box or bundle, at any depth, innermost changes first, and writes the contents back only where
 * something changed. `path` grows by one slot a level, e.g. `inventory/3/12`. Returns true when the outer item changed.
 */
export function visitContents(outer: Item, path: string, budget: LookBudget, visit: InnerVisit, depth = 1): boolean {
  const contents = outer.contents();
  if (contents === undefined) return false;
  if (depth > MAX_DEPTH) {
    contents.each(() => budget.leaveOut());
    return false;
  }
  let isChanged = false;
  contents.each((inner, slot) => {
    if (!budget.takeItem()) return;
    const innerPath = `${path}/${slot}`;
    if (visit(inner, innerPath)) isChanged = true;
    if (visitContents(inner, innerPath, budget, visit, depth + 1)) isChanged = true;
  });
  if (isChanged) contents.writeBack();
  return isChanged;
}

/** The ids inside a box or bundle, at any depth. */
export function idsInside(item: Item | null): string[] {
  const ids: string[] = [];
  if (item === null) return ids;
  visitContents(item, "", new LookBudget(), (inner) => {
    const itemId = readItemId(inner);
    if (itemId !== null) ids.push(itemId);
    return false;
  });
  return ids;
}
