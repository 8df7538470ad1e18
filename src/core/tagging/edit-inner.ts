import type { Contents, Item } from "../platform.ts";

/** Changes one inner item: by its wrapper, or by the contents that hold it. */
type InnerEdit = (item: Item, contents: Contents, slot: number) => void;

/**
 * Changes the item at a path of slots inside a box, and writes every level back. Returns false, and changes nothing, if no item is there
 * any more.
 */
export function editInner(outer: Item, path: readonly number[], edit: InnerEdit): boolean {
  const contents = outer.contents();
  const [next, ...rest] = path;
  if (contents === undefined || next === undefined) return false;
  let isEdited = false;
  contents.each((item, slot) => {
    if (slot !== next || isEdited) return;
    if (rest.length > 0) isEdited = editInner(item, rest, edit);
    else {
      edit(item, contents, slot);
      isEdited = true;
    }
  });
  if (isEdited) contents.writeBack();
  return isEdited;
}
