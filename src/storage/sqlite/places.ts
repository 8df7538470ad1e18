import { type Location, locationOfPlace, ownerOfPlace, type PlaceKey, playerPlace } from "../../core/index.ts";

/** Stand for a place that the rest of its row names already: the holder's own slots, or the block at the location. */
const WITH_HOLDER = "*";
const AT_LOCATION = "@";
/** In front of a text that could be taken for one of these. */
const LITERAL = "=";

/** A place as rows in memory refer to it. */
export interface StoredPlace {
  readonly text: PlaceKey;
  readonly hash: number;
  /** Where it is, if it is a block. */
  readonly block: Location | undefined;
  /** Whose it is, if it is a player's own slots. */
  readonly owner: string | undefined;
}

/** The text to store for a place, in a row of this holder at this location: mostly a single character. */
export function storedText(
  { text, block, owner }: StoredPlace,
  holderId: string,
  world: string,
  x: number,
  y: number,
  z: number,
): string {
  if (owner !== undefined) return owner === holderId ? WITH_HOLDER : text;
  if (block) return block.x === x && block.z === z && block.y === y && block.world === world ? AT_LOCATION : text;
  return /^[*@=]/.test(text) ? LITERAL + text : text;
}

/** The place that `storedText` gave this text for. `location` is the row's own. */
export function readStoredText(text: string, holderId: string, location: string): PlaceKey {
  if (text === WITH_HOLDER) return playerPlace(holderId);
  if (text === AT_LOCATION) return `block:${location}`;
  return text.startsWith(LITERAL) ? text.slice(LITERAL.length) : text;
}

/** A 32-bit number by which a place is found; places that share one are told apart by their text. */
export function placeHash(place: PlaceKey): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < place.length; at++) hash = Math.imul(hash ^ place.charCodeAt(at), 0x01000193);
  return hash;
}

/** Places by small numbers, so that a text is held once however many rows name it. */
export class Places {
  readonly #indexes = new Map<PlaceKey, number>();
  readonly #places: StoredPlace[] = [];

  find(place: PlaceKey): number | undefined {
    return this.#indexes.get(place);
  }

  at(index: number): StoredPlace | undefined {
    return this.#places[index];
  }

  /** Gives the place a number if it has none. */
  indexOf(place: PlaceKey): number {
    let index = this.#indexes.get(place);
    if (index === undefined) {
      const stored = { text: place, hash: placeHash(place), block: exactBlock(place), owner: exactOwner(place) };
      index = this.#places.push(stored) - 1;
      this.#indexes.set(place, index);
    }
    return index;
  }
}

/** The block of a place whose text can be made from it again; "block:world:01,2,3" cannot. */
function exactBlock(place: PlaceKey): Location | undefined {
  const block = locationOfPlace(place);
  return block && place === `block:${block.world}:${block.x},${block.y},${block.z}` ? block : undefined;
}

/** The owner of a place whose text can be made from the owner again; that of a second session cannot. */
function exactOwner(place: PlaceKey): string | undefined {
  const owner = ownerOfPlace(place);
  return owner !== undefined && place === playerPlace(owner) ? owner : undefined;
}
