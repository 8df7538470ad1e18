import type { MessageKey, MessageValues, PluralKey, PluralValues } from "../../operators.ts";

/** Speaks: the page by the texts that are in it, tests by those of the game. */
export interface Say {
  text<Key extends MessageKey>(key: Key, values: MessageValues<Key>): string;
  plural<Key extends PluralKey>(key: Key, values: PluralValues<Key>): string;
}
