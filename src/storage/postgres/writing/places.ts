import { crc32 } from "node:zlib";
import {
  blockPlace,
  enderPlace,
  groundPlace,
  type Location,
  type PlaceKey,
  type PlaceKind,
  playerPlace,
  windowPlace,
} from "../../../core/storage-face.ts";

/**
 * Most places can be derived from the holder or the location of the same row; then only the form is stored. Databases hold
 * the positions in this list, so their meaning never changes.
 */
const FORMS: readonly (readonly [kind: PlaceKind, make: (holderId: string, location: Location) => PlaceKey])[] = [
  ["player", (holderId) => playerPlace(holderId)],
  ["block", (_, location) => blockPlace(location)],
  ["ground", (_, location) => groundPlace(location)],
  ["ender", (holderId) => enderPlace(holderId)],
  ["window", (holderId) => windowPlace(holderId)],
];

/** The form of a place that is stored as text. */
export const TEXT_FORM = 0;

/** Returns the place's form, counted from 1, or `TEXT_FORM` if it cannot be derived from the rest of the row. */
export function formOf(place: PlaceKey, holderId: string, location: Location): number {
  for (const [index, [kind, make]] of FORMS.entries()) {
    if (place.startsWith(kind)) return make(holderId, location) === place ? index + 1 : TEXT_FORM;
  }
  return TEXT_FORM;
}

export function placeOf(form: number, holderId: string, location: Location): PlaceKey {
  const found = FORMS[form - 1];
  if (!found) throw new RangeError(`unknown form of a place: ${form}`);
  return found[1](holderId, location);
}

/** Places are looked up by this hash. Two places may share it, so the place itself is compared as well. */
export function placeHash(place: PlaceKey): number {
  return crc32(place) | 0;
}
