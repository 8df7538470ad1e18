import type { Dictionaries } from "./dictionaries.ts";
import { type StoredPlace, storedText } from "./places.ts";
import type { RecentRows } from "./recent-rows.ts";

/** The text to store for the place of a row that confirms custody. */
export function storedPlace(rows: RecentRows, at: number, dictionaries: Dictionaries): string {
  return storedText(
    rows.placeOf(at) as StoredPlace,
    dictionaries.playerId(rows.player[at] as number),
    dictionaries.sceneTexts(rows.scene[at] as number).world,
    rows.x[at] as number,
    rows.y[at] as number,
    rows.z[at] as number,
  );
}
