import type { Contents, Item } from "../platform.ts";

/** How far one look goes into boxes within boxes. Beyond it stops, and counts what it left out. */
export const MAX_DEPTH = 16;
export const MAX_ITEMS = 4096;

/** What a visit may say: whether it changed the inner item. */
export type InnerVisit = (item: Item, path: string) => boolean;

/** Bounds one look: shared by all boxes that it opens. */
export class LookBudget {
  #itemsLeft = MAX_ITEMS;
  /** True once something was left out. */
  isExceeded = false;

  takeItem(): boolean {
    if (this.#itemsLeft > 0) {
      this.#itemsLeft--;
      return true;
    }
    this.isExceeded = true;
    return false;
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
    budget.isExceeded ||= !isEmpty(contents);
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

function isEmpty(contents: Contents): boolean {
  let isEmpty = true;
  contents.each(() => {
    isEmpty = false;
  });
  return isEmpty;
}
