import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type Custody, custodyTimeOf, type PlaceKey } from "../../../core/storage-face.ts";
import { storableText } from "../../storable-text.ts";
import type { Compactor } from "../writing/compactor.ts";
import type { Dictionaries } from "../writing/dictionaries.ts";
import { custodyFrom, placeHash } from "../writing/places.ts";
import type { RecentRows } from "../writing/recent-rows.ts";
import type { Items } from "./items.ts";

/** Questions about where items are, over the table and the rows that are not compacted into it yet. */
export class CustodyQuestions {
  readonly #dictionaries: Dictionaries;
  readonly #items: Items;
  readonly #compactor: Compactor;
  readonly #recent: () => RecentRows;
  readonly #ofItem: StatementSync;
  readonly #atPlace: StatementSync;

  constructor(
    db: DatabaseSync,
    dictionaries: Dictionaries,
    items: Items,
    compactor: Compactor,
    recent: () => RecentRows,
  ) {
    this.#dictionaries = dictionaries;
    this.#items = items;
    this.#compactor = compactor;
    this.#recent = recent;
    this.#ofItem = db.prepare("SELECT * FROM custody WHERE item = ?");
    this.#atPlace = db.prepare("SELECT * FROM custody WHERE place_hash = ?");
  }

  ofItems(itemIds: readonly string[]): Custody[] {
    const found: Custody[] = [];
    for (const itemId of new Set(itemIds)) {
      const item = this.#items.findRef(itemId);
      if (item === undefined) continue;
      const custody = this.#waiting(item, itemId) ?? this.#compacted(this.#ofItem.get(item), itemId);
      if (custody) found.push(custody);
    }
    return found;
  }

  atPlace(asked: PlaceKey): Custody[] {
    const place = storableText(asked);
    const found: Custody[] = [];
    for (const row of this.#atPlace.all(placeHash(place))) {
      const item = row.item as number;
      const custody = this.#compacted(row, this.#items.id(item));
      // A row that is not compacted yet is newer than the table.
      if (custody?.place === place && this.#waitingRow(item) === undefined) found.push(custody);
    }
    const recent = this.#recent();
    for (const at of recent.custodyAt(place)) found.push(this.#inRow(recent, at));
    const { compacting, compactedItem } = this.#compactor;
    if (!compacting) return found;
    for (const at of compacting.custodyAt(place)) {
      const item = compacting.item(at);
      if (item > compactedItem && recent.custodyOf(item) < 0) found.push(this.#inRow(compacting, at));
    }
    return found;
  }

  #waiting(item: number, itemId: string): Custody | undefined {
    const row = this.#waitingRow(item);
    return row && this.#inRow(row.rows, row.at, itemId);
  }

  #waitingRow(item: number): { rows: RecentRows; at: number } | undefined {
    const { compacting, compactedItem } = this.#compactor;
    for (const rows of [this.#recent(), item > compactedItem ? compacting : undefined]) {
      const at = rows?.custodyOf(item) ?? -1;
      if (rows && at >= 0) return { rows, at };
    }
    return undefined;
  }

  #inRow(rows: RecentRows, at: number, itemId = this.#items.id(rows.item(at))): Custody {
    const context = rows.context(at);
    return {
      itemId,
      place: rows.placeOf(at)?.text ?? "",
      holderId: this.#dictionaries.playerId(rows.player(at)),
      location: this.#dictionaries.location(context, rows.x(at), rows.y(at), rows.z(at)),
      ...custodyTimeOf(rows.ts(at)),
      server: this.#dictionaries.contextTexts(context).server,
      version: 1,
    };
  }

  #compacted(row: Record<string, unknown> | undefined, itemId: string): Custody | undefined {
    if (!row) return undefined;
    const { ts = 0, holder, scene: context, x, y, z, place } = row as Record<string, number> & { place: string };
    const holderId = this.#dictionaries.playerId(holder as number);
    const location = this.#dictionaries.location(context as number, x as number, y as number, z as number);
    const { server } = this.#dictionaries.contextTexts(context as number);
    return custodyFrom({ itemId, place, holderId, location, confirmedMs: ts, server });
  }
}
