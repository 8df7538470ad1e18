import { countItems } from "../../judging/evidence.ts";
import type { Sight } from "../../judging/sight.ts";
import type { Copy } from "../../looking/look.ts";
import { LookBudget, visitContents } from "../../tagging/contents.ts";
import { readItemId } from "../../tagging/item-tag.ts";

/**
 * True when a box or bundle holds something tracked of which there is no other copy in sight: whoever put it there owns it,
 * whatever the box is, and it must not go with the box. What no look reaches, too deep or one too many, is nowhere in sight, not
 * even here: it does not count, or a cheat would fill boxes until nobody may take them.
 */
export function holdsUniqueContents(box: Copy, sight: Pick<Sight, "copiesOf" | "isElsewhere">): boolean {
  const inside = `${box.slot}/`;
  const isInside = ({ place, slot }: Copy) => place === box.place && slot.startsWith(inside);
  let isUnique = false;
  visitContents(box.item, box.slot, new LookBudget(), (inner) => {
    const itemId = isUnique ? null : readItemId(inner);
    // Mostly all of it is in the other box, wherever that is.
    if (itemId !== null && !sight.isElsewhere(itemId, box.place)) {
      const copies = sight.copiesOf(itemId);
      isUnique = copies.some(isInside) && countItems(copies.filter((copy) => !isInside(copy))) < 1;
    }
    return false;
  });
  return isUnique;
}
