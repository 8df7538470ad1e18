import type { Item } from "../platform.ts";

/**
 * An item's data, as a stack of `count`; `undefined` if the game server cannot write them down, for example because another plugin has put
 * something into them that fits no format.
 */
export function encodedItem(item: Item, count?: number): Uint8Array | undefined {
  try {
    return item.encode(count);
  } catch {
    // It is the same at every try. Whoever asks decides what that means, and says so.
    return undefined;
  }
}
