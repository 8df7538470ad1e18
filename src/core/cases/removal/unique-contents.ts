import { countItems } from "../../judging/evidence.ts";
import type { VisibleCopies } from "../../judging/visible-copies.ts";
import type { Copy } from "../../looking/look.ts";
import { LookBudget, visitContents } from "../../tagging/contents.ts";
import { isEligible, readItemId } from "../../tagging/item-tag.ts";

/**
 * The first thing in a box or bundle that is tracked, that no other copy of is in sight, and that `counts`: whoever put it there owns it,
 * whatever the box is, and it must not go with the box. What no look reaches, too deep or one too many, is nowhere in sight, not
 * even here: it does not count, or a cheat would fill boxes until nobody may take them.
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
    // Mostly all of it is in the other box, wherever that is: then its letters need not be checked.
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
