import type { Item } from "../platform.ts";
import { LookBudget, visitContents } from "./contents.ts";
import { ensureItemId, isEligible, type NewId } from "./item-tag.ts";

/** Called for each inner item that has an id now. */
type InnerTagged = (item: Item, itemId: string, isNew: boolean) => void;

/**
 * Gives everything inside a shulker box an id, at any depth, and writes the contents back if something changed. Returns how many items it
 * left out: 0 unless the box holds more than one look goes into.
 */
export function deepTagShulkerContentsIfAny(item: Item, newId: NewId, tagged: InnerTagged): number {
  return item.contents()?.kind === "shulker-box" ? deepTag(item, newId, tagged) : 0;
}

/** The same for a bundle. */
export function deepTagBundleContentsIfAny(item: Item, newId: NewId, tagged: InnerTagged): number {
  return item.contents()?.kind === "bundle" ? deepTag(item, newId, tagged) : 0;
}

function deepTag(item: Item, newId: NewId, tagged: InnerTagged): number {
  const budget = new LookBudget();
  visitContents(item, "", budget, (inner) => {
    if (!isEligible(inner)) return false;
    const stored = inner.readTag();
    const itemId = ensureItemId(inner, newId)!;
    tagged(inner, itemId, stored?.toLowerCase() !== itemId);
    return itemId !== stored;
  });
  return budget.leftOut;
}
