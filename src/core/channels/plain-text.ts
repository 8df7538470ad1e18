import { asData, withoutColours } from "../messages/colours.ts";

/** Marks that change the direction of the text after them: with them, a name could rewrite the sentence it stands in. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Control characters except the line break. */
const CONTROLS = /(?!\n)\p{Cc}+/gu;

/** The name of a player, item or world as it may leave the game: one line, no colours, well-formed Unicode. */
export function plainName(name: string): string {
  return asData(name).replaceAll(DIRECTION_MARKS, "").toWellFormed();
}

/** A rendered text as it may leave the game; its own line breaks stay. */
export function plainText(rendered: string): string {
  return withoutColours(rendered).replaceAll(CONTROLS, " ").replaceAll(DIRECTION_MARKS, "").toWellFormed();
}
