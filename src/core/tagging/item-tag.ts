import { canonicalItemId } from "../model/item-id.ts";
import type { Item } from "../platform.ts";

/** Makes a fresh random UUID. Passed in, so that a test can choose the ids. */
export type NewId = () => string;

/** Section 2.1: only items that can never stack, and that can carry data, get an id. */
export function isEligible(item: Item | null | undefined): item is Item {
  return item != null && item.maxStackSize === 1 && item.hasMetadata;
}

/** Returns the id on an item without changing the item; `null` if it has no valid id. */
export function readItemId(item: Item | null | undefined): string | null {
  if (!isEligible(item)) return null;
  return canonicalItemId(item.readTag()) ?? null;
}

/**
 * Makes sure that an eligible item carries a valid id, and returns it; `null` for other items. A missing, blank or
 * broken id is replaced by a fresh one; a valid one is written back only if its letters were upper case.
 */
export function ensureItemId(item: Item | null | undefined, newId: NewId): string | null {
  if (!isEligible(item)) return null;
  const stored = item.readTag();
  const id = canonicalItemId(stored) ?? newId();
  if (id !== stored) item.writeTag(id);
  return id;
}
