import {
  type Custody,
  custodyTimeOf,
  exactBlock,
  type Location,
  ownerOfPlace,
  type PlaceKey,
  playerPlace,
} from "../../../core/storage-face.ts";

const BLOCK = "block:";

/** How a row names its place: by a text, or by something already in the row: the holder, or the block at the location. */
export const PLACE_FORMS = { text: 0, withHolder: 1, atLocation: 2 } as const;
export type PlaceForm = (typeof PLACE_FORMS)[keyof typeof PLACE_FORMS];

/** What is stored for the two forms that need no text. */
const WITH_HOLDER = "*";
const AT_LOCATION = "@";
/** Prefix of a text that could be mistaken for one of these. */
const LITERAL = "=";

/** A place as rows in memory refer to it. */
export interface StoredPlace {
  readonly text: PlaceKey;
  readonly hash: number;
  /** Its location, if it is a block. */
  readonly block: Location | undefined;
  /** Its player, if it is a player's own slots. */
  readonly owner: string | undefined;
  /** The owner's reference, because numbers compare faster than texts. 0 until it is known. */
  ownerRef: number;
}

/** Returns how a row of this holder at this location names the place. `world` is absent if it is known to be the place's. */
export function formOf(
  { block, owner }: StoredPlace,
  holderId: string,
  world: string | undefined,
  x: number,
  y: number,
  z: number,
): PlaceForm {
  if (owner !== undefined) return owner === holderId ? PLACE_FORMS.withHolder : PLACE_FORMS.text;
  if (!block || block.x !== x || block.z !== z || block.y !== y) return PLACE_FORMS.text;
  return world === undefined || block.world === world ? PLACE_FORMS.atLocation : PLACE_FORMS.text;
}

/** Returns the text to store for a place, mostly a single character. */
export function storedText({ text }: StoredPlace, form: PlaceForm): string {
  if (form === PLACE_FORMS.withHolder) return WITH_HOLDER;
  if (form === PLACE_FORMS.atLocation) return AT_LOCATION;
  return /^[*@=]/.test(text) ? LITERAL + text : text;
}

/** True if the text is one of the two that are a single character each; any other may need an escape in JSON. */
export function isShort(text: string): boolean {
  return text === WITH_HOLDER || text === AT_LOCATION;
}

export function formOfStored(text: string): PlaceForm {
  if (text === WITH_HOLDER) return PLACE_FORMS.withHolder;
  return text === AT_LOCATION ? PLACE_FORMS.atLocation : PLACE_FORMS.text;
}

/** Returns the place from a text that `storedText` made. `location` is the row's own. */
export function readStoredText(text: string, holderId: string, location: string): PlaceKey {
  if (text === WITH_HOLDER) return playerPlace(holderId);
  if (text === AT_LOCATION) return `block:${location}`;
  return text.startsWith(LITERAL) ? text.slice(LITERAL.length) : text;
}

/** Returns custody from a row whose place is a text that `storedText` made. */
export function custodyFrom(row: Omit<Custody, "version">): Custody {
  const place = readStoredText(row.place, row.holderId, row.location);
  return { ...row, ...custodyTimeOf(row.confirmedMs), place, version: 1 };
}

/** Places are looked up by this 32-bit hash. Two places may share it, so their texts are compared as well. */
export function placeHash(place: PlaceKey): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < place.length; at++) hash = Math.imul(hash ^ place.charCodeAt(at), 0x01000193);
  return hash;
}

/** Gives places small numbers, so that each text is held once, however many rows name it. */
export class Places {
  readonly #indexes = new Map<PlaceKey, number>();
  readonly #places: StoredPlace[] = [];

  find(place: PlaceKey): number | undefined {
    return this.#indexes.get(place);
  }

  at(index: number): StoredPlace | undefined {
    return this.#places[index];
  }

  /** Call this after a failed transaction, because the references may come from it. */
  forgetOwnerRefs(): void {
    for (const place of this.#places) place.ownerRef = 0;
  }

  /** Returns the place's number, and gives it one if it has none. */
  indexOf(place: PlaceKey): number {
    let index = this.#indexes.get(place);
    if (index === undefined) {
      const stored = {
        text: place,
        hash: placeHash(place),
        block: place.startsWith(BLOCK) ? exactBlock(place.slice(BLOCK.length)) : undefined,
        owner: exactOwner(place),
        ownerRef: 0,
      };
      index = this.#places.push(stored) - 1;
      this.#indexes.set(place, index);
    }
    return index;
  }
}

/** Returns the place's owner if its text can be made from the owner again; that of a second session cannot. */
function exactOwner(place: PlaceKey): string | undefined {
  const owner = ownerOfPlace(place);
  return owner !== undefined && place === playerPlace(owner) ? owner : undefined;
}
