import { MIN_ID_CHARACTERS } from "../../model/item-id.ts";
import { materialName } from "../../model/material.ts";

/** An id as lists show it: just enough to be typed. */
export function shortId(itemId: string): string {
  return itemId.slice(0, MIN_ID_CHARACTERS);
}

/** A material as answers show it, even if it is not known. */
export function shownMaterial(material: string | undefined): string {
  return materialName(material ?? "") || "?";
}
