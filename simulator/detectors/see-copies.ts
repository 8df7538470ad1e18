import { canonicalItemId, type Item, type PlaceKey, type Platform } from "../../src/core/index.ts";

/** One copy of a tracked item as a reference detector sees it. */
export interface Copy {
  readonly itemId: string;
  readonly item: Item;
  readonly place: PlaceKey;
  readonly slot: string;
}

interface SeenCopies {
  readonly isVisible: boolean;
  readonly copies: readonly Copy[];
}

/** Looks at a place, with the insides of boxes. Items without an id get one. Kept separate from the product's look on purpose. */
export function seeCopies(platform: Platform, place: PlaceKey, newId: () => string, intoBoxes = true): SeenCopies {
  const copies: Copy[] = [];
  const isVisible = platform.look(place, (item, slot) => note(item, slot));
  return { isVisible, copies };

  function note(item: Item, slot: string): void {
    const itemId = idOf(item, newId);
    if (itemId === undefined) return;
    copies.push({ itemId, item, place, slot });
    if (intoBoxes) item.contents()?.each((inner, index) => note(inner, `${slot}/${index}`));
  }
}

/** The id of an item, which gets one if it has none; `undefined` for materials that stack. */
export function idOf(item: Item, newId: () => string): string | undefined {
  if (item.maxStackSize !== 1) return undefined;
  const stored = canonicalItemId(item.readTag());
  if (stored !== undefined) return stored;
  const fresh = newId();
  item.writeTag(fresh);
  return fresh;
}
