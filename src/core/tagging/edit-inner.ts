import type { Contents, Item } from "../platform.ts";

/** Changes one inner item: by its wrapper, or by the contents that hold it. */
type InnerEdit = (item: Item, contents: Contents, slot: number) => void;

/**
 * Changes what is inside a box at a path of slots, and writes every level back. False when nothing is there any more,
 * and then nothing has changed.
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
