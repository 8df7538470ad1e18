import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Custody, PlaceKey } from "../../core/records.ts";
import type { Dictionaries } from "./dictionaries.ts";
import type { Folder } from "./folder.ts";
import type { Items } from "./items.ts";
import { placeHash, readStoredText } from "./places.ts";
import type { RecentRows } from "./recent-rows.ts";

/** Where items are, by the table and by what is not yet folded into it. */
export class CustodyQuestions {
  readonly #dictionaries: Dictionaries;
  readonly #items: Items;
  readonly #folder: Folder;
  readonly #recent: () => RecentRows;
  readonly #ofItem: StatementSync;
  readonly #atPlace: StatementSync;

  constructor(db: DatabaseSync, dictionaries: Dictionaries, items: Items, folder: Folder, recent: () => RecentRows) {
    this.#dictionaries = dictionaries;
    this.#items = items;
    this.#folder = folder;
    this.#recent = recent;
    this.#ofItem = db.prepare("SELECT * FROM custody WHERE item = ?");
    this.#atPlace = db.prepare("SELECT * FROM custody WHERE place_hash = ?");
  }

  ofItems(itemIds: readonly string[]): Custody[] {
    const found: Custody[] = [];
    for (const itemId of new Set(itemIds)) {
      const item = this.#items.findRef(itemId);
      if (item === undefined) continue;
      const custody = this.#unfolded(item, itemId) ?? this.#folded(this.#ofItem.get(item), itemId);
      if (custody) found.push(custody);
    }
    return found;
  }

  atPlace(place: PlaceKey): Custody[] {
    const found: Custody[] = [];
    for (const row of this.#atPlace.all(placeHash(place))) {
      const item = row.item as number;
      const custody = this.#folded(row, this.#items.id(item));
      // What is not folded yet is newer than the table.
      if (custody?.place === place && this.#unfoldedRow(item) === undefined) found.push(custody);
    }
    const recent = this.#recent();
    for (const at of recent.custodyAt(place)) found.push(this.#inRow(recent, at));
    const { folding, foldedItem } = this.#folder;
    if (!folding) return found;
    for (const at of folding.custodyAt(place)) {
      const item = folding.item(at);
      if (item > foldedItem && recent.custodyOf(item) < 0) found.push(this.#inRow(folding, at));
    }
    return found;
  }

  #unfolded(item: number, itemId: string): Custody | undefined {
    const row = this.#unfoldedRow(item);
    return row && this.#inRow(row.rows, row.at, itemId);
  }

  #unfoldedRow(item: number): { rows: RecentRows; at: number } | undefined {
    const { folding, foldedItem } = this.#folder;
    for (const rows of [this.#recent(), item > foldedItem ? folding : undefined]) {
      const at = rows?.custodyOf(item) ?? -1;
      if (rows && at >= 0) return { rows, at };
    }
    return undefined;
  }

  #inRow(rows: RecentRows, at: number, itemId = this.#items.id(rows.item(at))): Custody {
    const scene = rows.scene(at);
    return {
      itemId,
      place: rows.placeOf(at)?.text ?? "",
      holderId: this.#dictionaries.playerId(rows.player(at)),
      location: this.#dictionaries.location(scene, rows.x(at), rows.y(at), rows.z(at)),
      confirmedMs: rows.ts(at),
      server: this.#dictionaries.sceneTexts(scene).server,
    };
  }

  #folded(row: Record<string, unknown> | undefined, itemId: string): Custody | undefined {
    if (!row) return undefined;
    const { ts, holder, scene, x, y, z, place } = row as Record<string, number> & { place: string };
    const holderId = this.#dictionaries.playerId(holder as number);
    const location = this.#dictionaries.location(scene as number, x as number, y as number, z as number);
    return {
      itemId,
      place: readStoredText(place, holderId, location),
      holderId,
      location,
      confirmedMs: ts as number,
      server: this.#dictionaries.sceneTexts(scene as number).server,
    };
  }
}
