import { asData } from "./colours.ts";

/** A name in a text for players: `§{DIAMOND_SWORD}`. Data cannot contain one, because it loses its `§`. */
const MARKED = /§\{([A-Z0-9_.:]+)\}/g;

const SMALL_WORDS = new Set(["a", "an", "and", "of", "on", "the", "to", "with"]);

/** `DIAMOND_SWORD` as people write it: `Diamond Sword`. The part before a colon says whose item it is, and is left out. */
export function readableName(material: string): string {
  const words = material.slice(material.indexOf(":") + 1).split("_");
  const shown = words.map((word, at) => {
    const small = word.toLowerCase();
    return at > 0 && SMALL_WORDS.has(small) ? small : word.charAt(0).toUpperCase() + small.slice(1);
  });
  return asData(shown.join(" "));
}

/** The name of a material as a mark, for a platform that shows the game's own names. */
export function markedName(material: string): string {
  const mark = `§{${material}}`;
  return mark.replace(MARKED, "") === "" ? mark : readableName(material);
}

/** Splits a text at the names of items, for platforms: strings with `§` colours, and materials to be named in the player's own language. */
export function splitAtItemNames(text: string): (string | { readonly material: string })[] {
  return text
    .split(MARKED)
    .map((part, at) => (at % 2 === 0 ? part : { material: part }))
    .filter((part) => part !== "");
}
