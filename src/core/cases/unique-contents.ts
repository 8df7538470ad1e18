import { countItems } from "../detection/evidence.ts";
import type { Copy } from "../detection/look.ts";
import { LookBudget, visitContents } from "../tagging/contents.ts";
import { readItemId } from "../tagging/item-tag.ts";

/**
 * True when a box or bundle holds something tracked of which there is no other copy in sight: whoever put it there owns it,
 * whatever the box is, and it must not go with the box.
 */
export function holdsUniqueContents(box: Copy, copiesOf: (itemId: string) => readonly Copy[]): boolean {
  let isUnique = false;
  visitContents(box.item, box.slot, new LookBudget(), (inner) => {
    const itemId = readItemId(inner);
    if (itemId !== null && !isUnique) {
      const elsewhere = copiesOf(itemId).filter(
        ({ place, slot }) => place !== box.place || !slot.startsWith(`${box.slot}/`),
      );
      isUnique = countItems(elsewhere) < 1;
    }
    return false;
  });
  return isUnique;
}
