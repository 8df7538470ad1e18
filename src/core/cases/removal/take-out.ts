import { type Copy, innerPath } from "../../looking/look.ts";
import type { Platform } from "../../platform.ts";
import { editInner } from "../../tagging/edit-inner.ts";

/**
 * Takes `count` items of a copy out of the world, wherever it is. False when it is not there any more as it was seen;
 * then nothing has changed.
 */
export function takeOut(platform: Platform, copy: Copy, count: number): boolean {
  const path = innerPath(copy);
  if (path.length === 0) return platform.remove?.(copy.place, copy.slot, copy.item, count) ?? false;
  let isTaken = false;
  editInner(copy.outer, path, (item, contents, slot) => {
    if (item.readTag() !== copy.itemId || item.count < count) return;
    contents.remove(slot, count);
    isTaken = true;
  });
  return isTaken;
}
