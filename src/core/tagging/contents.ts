import type { Contents, Item } from "../platform.ts";
import { readItemId } from "./item-tag.ts";

/** How far one look goes into boxes within boxes. Beyond that, it only counts what it leaves out. */
export const MAX_DEPTH = 16;
/** More than the fullest place of the game: a double chest of 54 full boxes holds 1,512. */
export const MAX_ITEMS = 2048;

/** Returns true if it changed the inner item. The path object is reused for the next item. */
type InnerVisit = (item: Item, path: InnerPath) => boolean;

/**
 * Where an inner item is: the slot of the outer stack, and one more for each level, e.g. `inventory/3/12`. The text is built only on
 * demand: a box may hold thousands, and mostly nobody asks.
 */
export class InnerPath {
  readonly #outerSlot: string;
  readonly #slots: number[] = [];
  /** 1 for items directly in the outer stack. */
  depth = 0;

  constructor(outerSlot: string) {
    this.#outerSlot = outerSlot;
  }

  /** The slot at the deepest level. */
  get slot(): number {
    return this.#slots[this.depth - 1]!;
  }

  step(depth: number, slot: number): void {
    this.#slots[depth - 1] = slot;
    this.depth = depth;
  }

  toString(): string {
    let path = this.#outerSlot;
    for (let at = 0; at < this.depth; at++) path += `/${this.#slots[at]}`;
    return path;
  }
}

/** Bounds one look: shared by all boxes that it opens. */
export class LookBudget {
  #itemsLeft = MAX_ITEMS;
  #leftOut = 0;

  /** How many items were visited. */
  get taken(): number {
    return MAX_ITEMS - this.#itemsLeft;
  }

  /** How many items were found and not visited; items inside those are not counted. */
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
 * Visits everything inside a box or bundle, at any depth. Writes contents back only where something changed, the innermost first. Returns
 * true if the outer item changed.
 */
export function visitContents(outer: Item, outerSlot: string, budget: LookBudget, visit: InnerVisit): boolean {
  const contents = outer.contents();
  return contents !== undefined && visitLevel(contents, new InnerPath(outerSlot), budget, visit, 1);
}

function visitLevel(
  contents: Contents,
  path: InnerPath,
  budget: LookBudget,
  visit: InnerVisit,
  depth: number,
): boolean {
  if (depth > MAX_DEPTH) {
    contents.each(() => budget.leaveOut());
    return false;
  }
  let isChanged = false;
  contents.each((inner, slot) => {
    if (!budget.takeItem()) return;
    path.step(depth, slot);
    if (visit(inner, path)) isChanged = true;
    const deeper = inner.contents();
    if (deeper !== undefined && visitLevel(deeper, path, budget, visit, depth + 1)) isChanged = true;
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
