import { readableName, splitAtItemNames } from "../../../index.ts";
import { itemNameKey } from "../items/item-name-keys.ts";

/** A piece of chat: a text with `§` colours, or a key that each client shows in its own language. */
type ChatPart = { readonly text: string } | { readonly translate: string };

/**
 * Splits a text for players, so that each client shows item names in its own language. Colours carry over from one part to the
 * next.
 */
export function chatParts(text: string): ChatPart[] {
  return splitAtItemNames(text).map((part) => {
    if (typeof part === "string") return { text: part };
    const key = itemNameKey(part.material);
    return key === undefined ? { text: readableName(part.material) } : { translate: key };
  });
}

/** The same for texts in which clients understand no keys, such as forms. */
export function plainText(text: string): string {
  return splitAtItemNames(text)
    .map((part) => (typeof part === "string" ? part : readableName(part.material)))
    .join("");
}
