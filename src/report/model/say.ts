import type { MessageKey, MessageValues, PluralKey, PluralValues } from "../../operators.ts";

/** Returns texts: on the page those that it contains, in tests those of the game. */
export interface Say {
  text<Key extends MessageKey>(key: Key, values: MessageValues<Key>): string;
  plural<Key extends PluralKey>(key: Key, values: PluralValues<Key>): string;
}
