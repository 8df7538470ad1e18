import { MIN_ID_CHARACTERS } from "../../model/item-id.ts";
import { materialName } from "../../model/material.ts";

/** How lists show an id: enough of it to be typed. */
export function shortId(itemId: string): string {
  return itemId.slice(0, MIN_ID_CHARACTERS);
}

/** A material as answers show it, also when it never became known. */
export function shownMaterial(material: string | undefined): string {
  return materialName(material ?? "") || "?";
}
