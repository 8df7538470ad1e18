import { countItems } from "../../judging/evidence.ts";
import type { VisibleCopies } from "../../judging/visible-copies.ts";
import type { Copy } from "../../looking/look.ts";
import type { UnprocessedItems } from "../../looking/unprocessed-items.ts";
import type { Item } from "../../platform.ts";
import { LookBudget, visitContents } from "../../tagging/contents.ts";
import { isEligible, readItemId } from "../../tagging/item-tag.ts";

/**
 * Returns the first tracked item in a box or bundle that has no other copy in sight, and for which `counts` is true. It belongs to the
 * player who put it there, whatever the box is, and must not go with the box. An item that no look reaches, because it lies too deep or
 * there are too many, does not count. Otherwise a cheat could fill boxes until nobody may take them.
 */
export function uniqueContent(
  box: Copy,
  visibleCopies: Pick<VisibleCopies, "copiesOf" | "isElsewhere">,
  counts: (itemId: string) => boolean = () => true,
): string | undefined {
  const inside = `${box.slot}/`;
  const isInside = ({ place, slot }: Copy) => place === box.place && slot.startsWith(inside);
  let unique: string | undefined;
  visitContents(box.item, box.slot, new LookBudget(), (inner) => {
    if (unique !== undefined || !isEligible(inner)) return false;
    // Usually everything is in the other box as well, wherever that is: then the tag need not be validated.
    const tag = inner.readTag();
    if (tag === undefined || visibleCopies.isElsewhere(tag, box.place)) return false;
    const itemId = readItemId(inner);
    if (itemId !== null && counts(itemId) && !visibleCopies.isElsewhere(itemId, box.place)) {
      const copies = visibleCopies.copiesOf(itemId);
      if (copies.some(isInside) && countItems(copies.filter((copy) => !isInside(copy))) < 1) unique = itemId;
    }
    return false;
  });
  return unique;
}

/**
 * True while the outermost box, or something in it, has not been processed: it may be the only copy. Other things that wait at the place do
 * not count. Otherwise a cheat could keep moving things about beside the box.
 */
export function isBoxPartlyUnprocessed(
  { outer, outerSlot, place }: Copy,
  unprocessed: Pick<UnprocessedItems, "areWaitingAt" | "idsAt">,
): boolean {
  if (!unprocessed.areWaitingAt(place)) return false;
  const waiting = new Set(unprocessed.idsAt(place));
  const isUnprocessed = (item: Item) => {
    const itemId = isEligible(item) ? readItemId(item) : undefined;
    return itemId === null || (itemId !== undefined && waiting.has(itemId));
  };
  let isInPart = isUnprocessed(outer);
  visitContents(outer, outerSlot, new LookBudget(), (inner) => {
    isInPart ||= isUnprocessed(inner);
    return false;
  });
  return isInPart;
}
